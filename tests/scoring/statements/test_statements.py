"""A pair says its result, and the other one answers: only both, or an official, close a match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.course.queries.statements import statements_of
from scoring.proof.queries.tables import tournament_file
from scoring.rulings.models import Ruling
from scoring.statements import services as statements
from scoring.statements import tasks
from scoring.statements.models import PairLink, ResultTerms
from scoring.statements.queries import (
    link_of,
    links_of,
    pair_of_link,
    result_page,
    terms_of,
    waiting_results,
)
from tests.night import of_many
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.statements.said import a_match, links, say
from tests.tampering.trials import rebuilt_alone
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.entries.services import departures
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import results
from tournament.signup.queries import link_of as own_link_of
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import sign_ups
from tournament.tables.models import Device, Table
from tournament.tables.queries import join_token

pytestmark = pytest.mark.django_db
RESULTS = [(2, 0), (2, 1), (1, 2), (0, 2)]


def kinds() -> list[str]:
    return list(Event.objects.order_by("number").values_list("kind", flat=True))


def state(match: Match, side: str) -> str:
    page = result_page(link=links(match)["AB".index(side)])
    return page.match.state if page.match else ""


def refused(match: Match, side: str = "A", games: tuple[int, int] = (2, 1)) -> tuple[str, ...]:
    return refusal(say, match, side, *games)


def test_what_both_pairs_say_closes_the_match_as_the_desk_would():
    match = a_match()
    assert say(match, "A", 2, 1).status == "playing"
    assert (state(match, "A"), state(match, "B")) == ("ours", "theirs")
    done = say(match, "B", 2, 1)
    assert (done.status, done.winner, done.ended_by) == ("finished", "A", "games")
    event = Event.objects.latest("number")
    assert (event.kind, event.actor_label) == ("match.finished", "both pairs")
    assert kinds()[-3:] == ["result.said", "result.said", "match.finished"]
    later = Match.objects.get(tournament=match.tournament, kind="championship", round=2)
    assert match.pair_a_id in (later.pair_a_id, later.pair_b_id)


def test_a_match_that_was_called_but_not_begun_can_be_told():
    match = a_match(started=False)
    say(match, "B", 0, 2)
    assert say(match, "A", 0, 2).winner == "B"


def test_the_same_again_changes_nothing():
    match = a_match()
    for _time in range(2):
        say(match, "A", 2, 1)
    assert kinds().count("result.said") == 1
    for _time in range(3):
        assert say(match, "B", 2, 1).status == "finished"
    say(match, "A", 2, 1)
    assert kinds().count("result.said") == 2
    assert kinds().count("match.finished") == 1


def test_nobody_contradicts_what_it_has_not_seen():
    match = a_match()
    say(match, "A", 2, 1)
    seen = statements_of(match).first.number
    say(match, "A", 2, 0)
    for answers in (None, seen):
        with pytest.raises(Conflict) as caught:
            say(match, "B", 2, 1, answers=answers)
        assert caught.value.codes == ("said_meanwhile",)
        assert caught.value.current["games"] == [2, 0]
    assert not Ruling.objects.exists()


def test_written_hands_decide():
    match = a_match("both")
    say(match, "A", 2, 1)
    table.record(match, table.plain())
    assert refused(match, "B") == ("hands_recorded",)
    assert state(match, "B") == "recorded"
    assert waiting_results(tournament_id=match.tournament_id) == ()


def test_a_pair_that_has_left_says_nothing():
    match = a_match()
    departures.withdraw(pair_id=match.pair_a_id, reason="ill", actor=PROGRAM)
    assert refused(match) == ("match_finished",)


def test_what_was_said_before_a_match_was_reopened_counts_no_more():
    match = a_match()
    say(match, "A", 2, 1)
    play.win(match, "B")
    results.reopen(match_id=match.pk, reason="miscounted", actor=PROGRAM)
    assert statements_of(match) is None


def test_a_pair_speaks_only_of_its_own_matches():
    match = a_match()
    other = Match.objects.filter(tournament=match.tournament, round=1).exclude(pk=match.pk).get()
    elsewhere = a_match()
    for foreign in (other, elsewhere):
        with pytest.raises(NotFound):
            statements.say(link=links(match)[0], match_id=foreign.pk, games=(2, 0))


@pytest.mark.parametrize("link", ["", "-", "1", "1-", "1-abc", "x-abc", "9" * 19 + "-a", "é-1"])
def test_a_made_up_link_opens_nothing(link):
    a_match()
    with pytest.raises(NotFound):
        pair_of_link(link=link)


def test_a_revoked_link_opens_nothing_until_it_is_renewed():
    match = a_match()
    old = links(match)[0]
    statements.revoke_link(pair_id=match.pair_a_id, actor=PROGRAM)
    statements.revoke_link(pair_id=match.pair_a_id, actor=PROGRAM)
    assert link_of(pair_id=match.pair_a_id) == ""
    with pytest.raises(NotFound):
        statements.say(link=old, match_id=match.pk, games=(2, 0))
    statements.renew_link(pair_id=match.pair_a_id, actor=PROGRAM)
    new = links(match)[0]
    assert new not in ("", old)
    statements.say(link=new, match_id=match.pk, games=(2, 0))
    with pytest.raises(NotFound):
        pair_of_link(link=old)
    assert kinds().count("result.link_revoked") == kinds().count("result.link_renewed") == 1


def test_a_renewed_link_closes_the_page_of_the_sign_up_which_led_to_it():
    cup = play.tournament()
    sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=True, cap=4, fee="", note="", actor=PROGRAM
    )  # fmt: skip
    made = sign_ups.sign_up(
        tournament_id=cup.pk, player_1="Deba", player_2="Mutriku", phone="600"
    )  # fmt: skip
    old = own_link_of(made)
    statements.renew_link(pair_id=made.pair_id, actor=PROGRAM)
    made.refresh_from_db()
    assert own_link_of(made) != old


def test_links_are_in_no_event_and_of_no_use_elsewhere():
    match = a_match()
    statements.renew_link(pair_id=match.pair_a_id, actor=PROGRAM)
    secrets = [one.link for one in links_of(tournament_id=match.tournament_id)]
    secrets.append(ResultTerms.objects.get().nonce)
    told = str(list(Event.objects.values_list("sealed", "texts")))
    assert len(secrets) == 5
    assert not any(secret in told or secret.partition("-")[2] in told for secret in secrets[:4])
    assert secrets[4] not in told


def test_only_organizers_set_who_enters_results_and_change_links():
    match = a_match()
    stranger = Actor("user", 999, "organizer stranger")
    for act in (statements.renew_link, statements.revoke_link):
        with pytest.raises(NotAllowed):
            act(pair_id=match.pair_a_id, actor=stranger)
    with pytest.raises(NotAllowed):
        statements.set_terms(tournament_id=match.tournament_id, entered_by="both", actor=stranger)
    assert not PairLink.objects.exists()


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"entered_by": "nobody"}, "bad_choice"),
        ({"entered_by": "pairs", "minutes": 0}, "out_of_range"),
        ({"entered_by": "pairs", "minutes": 20_161}, "out_of_range"),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms, code):
    cup = play.tournament()
    assert refusal(statements.set_terms, tournament_id=cup.pk, actor=PROGRAM, **terms) == (code,)
    assert terms_of(tournament_id=cup.pk).entered_by == "referees"


# Silence.


def later(match: Match, minutes: int) -> int:
    return statements.close_due(now=timezone.now() + timedelta(minutes=minutes))


def test_silence_waits_for_an_official_unless_the_organizer_chose_otherwise():
    match = a_match(minutes=5)
    say(match, "A", 2, 0)
    assert later(match, 60) == 0
    (waits,) = waiting_results(tournament_id=match.tournament_id)
    assert (waits.is_overdue, waits.needs_desk) == (False, False)
    statements.set_terms(
        tournament_id=match.tournament_id, entered_by="pairs", minutes=5, closes_alone=True,
        actor=PROGRAM,
    )  # fmt: skip
    assert later(match, 4) == 0
    assert later(match, 6) == 1
    assert later(match, 6) == 0
    event = Event.objects.latest("number")
    assert (event.kind, event.actor_label) == ("match.finished", "one pair, unanswered")


def test_silence_never_closes_what_both_spoke_of():
    match = a_match(closes_alone=True)
    say(match, "A", 2, 0)
    say(match, "B", 0, 2, answers=statements_of(match).first.number)
    assert later(match, 60) == 0
    assert tasks.close_due() == "0 matches"


class TestAnyOrder(TestCase):
    """Whatever two pairs say, in whatever order."""

    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=of_many(8, nightly=40))
    @given(
        acts=st.lists(
            st.tuples(
                st.sampled_from(["A", "B"]),
                st.sampled_from([*RESULTS, None]),
                st.booleans(),
            ),
            max_size=12,
        )
    )
    def test_only_agreement_closes_a_match(self, acts):
        match = a_match()
        word: dict[str, tuple[int, int]] = {}
        is_at_desk = False
        for side, games, has_looked in acts:
            other = "B" if side == "A" else "A"
            said = statements_of(match)
            theirs = said.by(other) if said else None
            try:
                if games is None:
                    statements.take_back(link=links(match)["AB".index(side)], match_id=match.pk)
                    word.pop(side)
                else:
                    number = theirs.number if theirs and has_looked else None
                    say(match, side, *games, answers=number)
                    word[side] = games
            except Refusal:
                pass
            match.refresh_from_db()
            if match.status == "finished":
                assert not is_at_desk
                assert len(set(word.values())) == 1
                assert len(word) == 2
                assert (match.games_a, match.games_b) == word["A"]
            elif len(word) == 2:
                is_at_desk = True
                assert word["A"] != word["B"]
                assert Ruling.objects.filter(kind="call").count() == 1


def test_a_file_carries_what_was_said_and_no_link():
    match = a_match(minutes=7, best_of=5)
    say(match, "A", 3, 1)
    old, nonce = links(match), ResultTerms.objects.get().nonce
    content = tournament_file(tournament_id=match.tournament_id)
    assert not any(secret.encode() in content for secret in (*old, nonce))
    rebuilt = rebuilt_alone(content)
    assert terms_of(tournament_id=rebuilt.pk).minutes == 7
    same = Match.objects.get(pk=match.pk)
    assert statements_of(same).first.games == (3, 1)
    for link in old:
        with pytest.raises(NotFound):
            pair_of_link(link=link)
    assert say(same, "B", 3, 1).status == "finished"


@pytest.mark.parametrize("entered_by", ["referees", "pairs", "both"])
def test_no_tablet_joins_where_the_pairs_alone_enter_results(client, entered_by):
    match = a_match(entered_by)
    token = join_token(Table.objects.get(tournament=match.tournament, number=1))
    is_open = entered_by != "pairs"
    page = client.post(f"/referee/join/{token}/", {"label": "bar"})
    assert page.status_code == (302 if is_open else 400)
    body = {"token": token}
    answer = client.post("/api/v1/devices/join/", body, content_type="application/json")
    assert answer.status_code == (201 if is_open else 400)
    assert Device.objects.count() == (2 if is_open else 0)
