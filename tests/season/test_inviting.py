"""Invitations to a final: who is asked, who moves up, who is entered, and with whom."""

from __future__ import annotations

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from season.models import Final
from season.queries.invitations import invitation_list, proposed
from season.queries.log import log_page
from season.queries.ranking import ranking
from season.rules.invitations import Finalist, places_for, standings_of_answers, with_partners
from season.services import inviting
from tests.refusals import refusal
from tests.season.seasons import actor_of, circuit, cup, key_of, view
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.errors import Conflict

ANSWERS = st.lists(st.sampled_from(["", "", "accepted", "declined"]), max_size=12)


@given(ANSWERS, st.integers(1, 6))
def test_as_many_are_invited_as_there_are_places_and_the_first_without_an_answer(answers, places):
    found = standings_of_answers(answers, places)
    accepted, invited = found.count("accepted"), found.count("invited")
    assert invited == max(0, min(places - accepted, answers.count("")))
    open_ones = [one for one in found if one in ("invited", "reserve")]
    assert open_ones == sorted(open_ones), "the invited are before the reserves"
    for at, answer in enumerate(answers):
        if found[at] == "invited" and "reserve" in found:
            declined = [*answers[:at], "declined", *answers[at + 1 :]]
            moved_up = standings_of_answers(declined, places)
            assert moved_up[found.index("reserve")] == "invited"
        assert (found[at] == answer) == bool(answer)


def test_all_who_share_the_last_rank_are_invited():
    ranks = [1, 2, 2, 4]
    candidates = [Finalist(rank, (at, 0)) for at, rank in enumerate(ranks)]
    assert [places_for(candidates, first) for first in (1, 2, 3, 9)] == [1, 3, 3, 4]


def test_players_come_with_the_first_of_their_partners_who_is_free():
    a, b, c, d = ((number, 1) for number in range(4))
    ranked = [(1, a, [b, c]), (2, b, [a]), (3, c, [a, d]), (4, d, [])]
    assert list(with_partners(ranked)) == [Finalist(1, a, b), Finalist(3, c, d)]
    assert list(with_partners([(1, a, [a])])) == [Finalist(1, a, None)]


@pytest.fixture
def final(runner):
    return play.tournament(name="Final", owner=runner)


@pytest.fixture
def made(runner):
    return circuit(runner, cup())


def invite(made, final, first, actor):
    shown = proposed(circuit=view(made), tournament_id=final.pk, first=first)
    return inviting.invite(
        circuit_id=made.pk, tournament_id=final.pk, first=first, seen=shown.seen, actor=actor
    )


def answer(made, one, what, actor, seen=None):
    found = invitation_list(circuit=view(made), tournament_id=Final.objects.get().tournament_id)
    return inviting.answer_invitation(
        circuit_id=made.pk, invitation_id=one.id, answer=what, actor=actor,
        seen=found.seen if seen is None else seen,
    )  # fmt: skip


def enter(made, final, actor):
    found = invitation_list(circuit=view(made), tournament_id=final.pk)
    seen = " ".join(str(one.id) for one in found.entering)
    return inviting.enter_invited(
        circuit_id=made.pk, tournament_id=final.pk, seen=seen, actor=actor
    )


def standing(found):
    return {one.name: one.standing for one in found.lines}


def named(final):
    pairs = Pair.objects.filter(tournament=final, status="entered").order_by("number")
    return [pair.name for pair in pairs]


@pytest.mark.django_db
def test_the_next_reserve_moves_up_and_only_those_who_accept_are_entered(runner, made, final):
    actor = actor_of(runner)
    names = [line.person.name for line in ranking(circuit=view(made)).lines]
    found = invite(made, final, 2, actor)
    assert list(standing(found)) == names
    assert list(standing(found).values()) == ["invited", "invited", "reserve", "reserve"]
    assert found.next_up == names[2]
    found = answer(made, found.lines[0], "declined", actor)
    assert standing(found)[names[2]] == "invited"
    assert found.lines[2].moved_up
    found = answer(made, found.lines[2], "accepted", actor)
    assert [one.name for one in enter(made, final, actor)] == [names[2]] == named(final)
    assert refusal(enter, made, final, actor) == ("nobody_enters",)
    again = answer(made, found.lines[0], "", actor)
    assert standing(again)[names[0]] == "invited"
    assert standing(again)[names[1]] == "reserve", "the place is given, so the later one waits"
    assert refusal(answer, made, again.lines[1], "accepted", actor) == ("not_invited",)
    assert refusal(answer, made, again.lines[2], "declined", actor) == ("is_entered",)
    departures.withdraw(pair_id=play.pair(final, 1).pk, actor=play.PROGRAM, reason="ill")
    assert standing(answer(made, again.lines[2], "declined", actor))[names[1]] == "invited"


@pytest.mark.django_db
def test_whoever_has_declined_is_not_asked_again_when_one_more_is(runner, made, final):
    actor = actor_of(runner)
    found = invite(made, final, 2, actor)
    first = found.lines[0].name
    answer(made, found.lines[0], "declined", actor)
    more = invite(made, final, 3, actor)
    assert more.places == 3
    assert standing(more)[first] == "declined"
    assert list(standing(more).values()).count("invited") == 3
    for one in more.lines[1:3]:
        answer(made, one, "accepted", actor)
    assert refusal(invite, made, final, 1, actor) == ("places_taken",)
    inviting.discard_invitations(circuit_id=made.pk, tournament_id=final.pk, actor=actor)
    assert not Final.objects.exists()
    kinds = [line.kind for line in log_page(circuit_id=made.pk).lines]
    assert kinds[0] == "final.discarded"
    assert kinds.count("final.answered") == 3


@pytest.mark.django_db
def test_nobody_moves_up_unseen(runner, made, final):
    actor = actor_of(runner)
    with pytest.raises(Conflict):
        inviting.invite(
            circuit_id=made.pk, tournament_id=final.pk, first=2, seen="1-0", actor=actor
        )
    found = invite(made, final, 2, actor)
    with pytest.raises(Conflict):
        answer(made, found.lines[0], "declined", actor, seen="0")
    answer(made, found.lines[0], "accepted", actor)
    with pytest.raises(Conflict):
        inviting.enter_invited(circuit_id=made.pk, tournament_id=final.pk, seen="0", actor=actor)
    assert named(final) == []


@pytest.mark.django_db
def test_players_make_pairs_by_the_partner_they_qualified_with_or_by_choice(runner, final):
    one, two = cup(), cup("Deba Cup", ("Getaria, Irun", "Lezo, Orio"), day=7)
    made, actor = circuit(runner, one, two, carried_by="player", same_names="all"), actor_of(runner)
    found = invite(made, final, 3, actor)
    listed = [name for line in found.lines for name in (line.player_1, line.player_2) if name]
    assert len(listed) == len(set(listed)), "nobody is listed twice"
    last = next(one for one in found.lines if one.standing == "reserve")
    first = found.lines[0]
    given = {"circuit_id": made.pk, "invitation_id": first.id, "actor": actor}
    other = key_of(made, found.lines[1].player_1)
    assert refusal(inviting.choose_partner, **given, partner=other) == ("not_free",)
    answer(made, found.lines[1], "declined", actor)
    found = inviting.choose_partner(**given, partner=other)
    assert found.lines[0].player_2 not in (first.player_2, "")
    assert standing(found)[last.name] == "invited"
    answer(made, found.lines[0], "accepted", actor)
    enter(made, final, actor)
    assert named(final) == [found.lines[0].name]
    assert refusal(inviting.choose_partner, **given, partner=other) == ("is_entered",)


@pytest.mark.django_db
def test_the_page_names_who_moves_up_and_carries_the_answers(
    client, runner, made, final, in_english
):
    client.force_login(runner)
    home = reverse("circuits:qualifiers", args=[made.slug])
    listed = reverse("circuits:invitations", args=[made.slug, final.pk])
    assert home in client.get(listed).text
    page = client.get(home, {"first": 2, "tournament": final.pk}).text
    assert "Invite to 2 places" in page
    shown = proposed(circuit=view(made), tournament_id=final.pk, first=2)
    data = {"first": 2, "tournament": final.pk, "seen": shown.seen}
    client.post(reverse("circuits:invite", args=[made.slug]), data)
    assert f"When somebody declines, {shown.names[2]} moves up." in client.get(listed).text
    found = invitation_list(circuit=view(made), tournament_id=final.pk)

    def say(line, what):
        at = reverse("circuits:answer_invitation", args=[made.slug, final.pk, line.id])
        client.post(at, {"answer": what, "seen": found.seen})

    say(found.lines[0], "declined")
    say(found.lines[2], "accepted")
    page = client.get(listed).text
    assert page.count("badge--bad") == page.count("badge--ok") == 1
    assert f"When somebody declines, {shown.names[3]} moves up." in page
    at = reverse("circuits:enter_invited", args=[made.slug, final.pk])
    client.post(at, {"seen": found.lines[2].id})
    assert named(final) == [shown.names[2]]
    client.post(reverse("circuits:discard_invitations", args=[made.slug, final.pk]))
    assert "Nobody is invited to this tournament yet" in client.get(listed).text
