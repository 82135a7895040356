"""A pair enters its match hand by hand: its phone is a tablet, for its own matches alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.course.models import Hand
from scoring.course.queries.statements import statements_of
from scoring.outbox.queries.at_table import table_state
from scoring.proof.queries.tables import tournament_file
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.statements import services as statements
from scoring.statements.queries import result_page, waiting_results
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.statements.said import a_match, links, say
from tests.scoring.table import joined, quick
from tests.tampering.trials import rebuilt_alone
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.clock import services as clock
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches, results
from tournament.tables.models import Device
from tournament.tables.queries import DeviceIdentity, authenticate, tables_overview
from tournament.tables.services import devices

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def phone(match: Match, side: str, **known: str) -> DeviceIdentity:
    """A phone of the pair on this side, joined by the pair's link."""
    return authenticate(statements.join(link=links(match)["AB".index(side)], **known)[1])


def hand(match: Match, number: int, record: Any = None, **more: Any) -> dict[str, Any]:
    given = {"key": f"{match.pk}-{number}", "record": record or quick(5, 3), **more}
    return table.sent_hand(match, number, **given)


def sent(device: DeviceIdentity, *actions: Any) -> list[str]:
    """Each action's outcome; for a refused one, the code of its first error."""
    results = table.send(device, *actions)
    return [one.errors[0]["code"] if one.errors else one.outcome for one in results]


def refused(link: str) -> tuple[str, ...]:
    return refusal(statements.join, link=link)


def other_match_at_the_table(match: Match) -> Match:
    """The other match of the round, ready to begin at the same table."""
    other = Match.objects.filter(tournament=match.tournament, round=1).exclude(pk=match.pk).get()
    return matches.assign_table(match_id=other.pk, table_number=1, actor=PROGRAM)


def test_a_pairs_phone_begins_its_match_and_enters_its_hands():
    match = a_match(started=False)
    matches.assign_table(match_id=match.pk, table_number=1, actor=PROGRAM)
    ours = phone(match, "A")
    assert [one["id"] for one in table_state(device=ours)["next"]] == [match.pk]
    begin = {"key": "b", "kind": "match.start", "match": match.pk, "seating": None, "first_mano": 0}
    assert sent(ours, begin, hand(match, 1)) == ["applied", "applied"]
    assert sent(ours, begin, hand(match, 1)) == ["repeated", "repeated"]
    assert Hand.objects.count() == 1
    event = Event.objects.get(kind="device.joined")
    assert event.sealed["pair"]["number"] == match.pair_a.number
    label = Event.objects.get(kind="hand.recorded").actor_label
    assert label == f"table 1 device {ours.id} pair {match.pair_a.number}"
    (view,) = tables_overview(tournament_id=match.tournament_id)[0].devices
    assert (view.pair_number, view.pair_name) == (match.pair_a.number, match.pair_a.name)


ACTS: tuple[dict[str, Any], ...] = (
    {"kind": "match.start", "seating": None, "first_mano": 0},
    {"kind": "match.take_back_start"},
    {"kind": "hand.record", "game": 1, "hand": 1, "record": quick(5, 3)},
    {"kind": "hand.correct", "game": 1, "hand": 1, "version": 1, "record": quick(4, 3),
     "reason": "no"},
    {"kind": "hand.undo", "game": 1, "hand": 1, "version": 1, "reason": "no"},
    {"kind": "game.confirm", "game": 1, "by": ["A"], "score": [40, 0]},
    {"kind": "match.confirm", "by": ["A"], "score": [2, 0]},
    {"kind": "call.raise", "about": "help"},
)  # fmt: skip


def test_it_sees_and_does_nothing_of_another_match_at_its_table():
    match = a_match()
    ours = phone(match, "A")
    other = other_match_at_the_table(match)
    assert table_state(device=ours)["next"] == []
    play.win(match, "B")
    for is_begun in (False, True):
        if is_begun:
            play.start(other)
        state = table_state(device=ours)
        assert (state["match"], state["next"]) == (None, [])
        assert state["last"]["id"] == match.pk
        before = Event.objects.count()
        acts = [{**act, "match": other.pk, "key": f"{n}"} for n, act in enumerate(ACTS)]
        assert sent(ours, *acts) == ["not_your_match"] * len(ACTS)
        aside = {"key": f"aside {is_begun}", "kind": "attention.raise", "action": acts[2]}
        assert sent(ours, aside) == ["applied"]
        assert Event.objects.count() == before
    assert not Ruling.objects.exists(), "nothing of a stranger lies at the desk"


def test_every_act_of_a_device_is_tried_on_the_match_of_others():
    from scoring.outbox.services.actions import HAND, VERBS

    assert {act["kind"] for act in ACTS} == {*VERBS, HAND}


def test_it_goes_with_its_pair_to_the_table_of_the_next_match_and_keeps_its_keys():
    match = a_match()
    link = links(match)[0]
    device, raw = statements.join(link=link)
    assert sent(authenticate(raw), hand(match, 1)) == ["applied"]
    play.win(match, "A")
    assert refused(link) == ("no_table",)
    other = Match.objects.filter(tournament=match.tournament, round=1).exclude(pk=match.pk).get()
    play.win(play.start(other, table_number=2), "A")
    final = Match.objects.get(tournament=match.tournament, kind="championship", round=2)
    matches.assign_table(match_id=final.pk, table_number=2, actor=PROGRAM)
    same, _raw = statements.join(link=link, known_as=raw)
    assert (same.pk, same.table.number) == (device.pk, 2)
    assert sent(authenticate(raw), hand(match, 1)) == ["repeated"], "its answer had been lost"
    late = sent(authenticate(raw), hand(match, 2))
    assert late == ["not_this_table"]
    assert Ruling.objects.get().kind == "attention", "what came too late lies at the desk"


def test_it_agrees_for_its_own_pair_alone():
    match = a_match()
    ours, theirs = phone(match, "A"), phone(match, "B")
    assert sent(ours, hand(match, 1, table.win_for_a())) == ["applied"]
    score = table_state(device=ours)["match"]["games"][0]["score"]

    def agree(key: str, *by: str) -> dict[str, Any]:
        return {
            "key": key, "kind": "game.confirm", "match": match.pk, "game": 1, "by": [*by],
            "score": score,
        }  # fmt: skip

    assert sent(ours, agree("1", "B"), agree("2", "A", "B")) == ["other_pair"] * 2
    assert sent(theirs, agree("3", "A")) == ["other_pair"]
    assert sent(ours, agree("4", "A")) == sent(theirs, agree("5", "B")) == ["applied"]
    assert table_state(device=ours)["match"]["confirmed"]["games"] == {"1": ["A", "B"]}


def test_it_changes_only_what_its_own_pair_entered():
    match = a_match("both")
    ours, theirs, tablet = phone(match, "A"), phone(match, "B"), joined(match)

    def change(number: int, key: str, **more: Any) -> dict[str, Any]:
        act = {"kind": "hand.correct", "version": 1, "record": quick(6, 3), "reason": "typing"}
        return {**hand(match, number), **act, "key": key, **more}

    undo = {"kind": "hand.undo", "key": "undo"}
    assert sent(ours, hand(match, 1)) == ["applied"]
    assert sent(theirs, change(1, "t")) == ["not_your_hand"]
    assert sent(ours, change(1, "o")) == ["applied"]
    assert sent(theirs, hand(match, 2)) == ["applied"]
    assert sent(ours, change(1, "after", version=2)) == ["not_your_hand"], "it would settle theirs"
    assert sent(ours, change(2, "undo theirs") | undo) == ["not_your_hand"]
    assert sent(tablet, hand(match, 3)) == ["applied"]
    assert sent(theirs, change(2, "past the tablet")) == ["not_your_hand"]
    assert sent(tablet, change(2, "tablet")) == ["applied"], "the tablet of the table may"


def test_it_changes_nothing_of_a_match_that_has_ended():
    match, ours = won_alone()
    say(match, "B", 1, 0)
    change = {"kind": "hand.correct", "version": 1, "record": quick(6, 3), "reason": "typing"}
    assert sent(ours, hand(match, 1) | change | {"key": "c"}) == ["not_your_hand"]
    undo = {"kind": "hand.undo", "version": 1, "reason": "typing", "key": "u"}
    assert sent(ours, hand(match, 1) | undo) == ["not_your_hand"]


# A pair alone does not end its match: the winner's phone has said a result, no more.


def won_alone(best_of: int = 1, **terms: Any) -> tuple[Match, DeviceIdentity]:
    """A match that the phone of pair A has won for its pair, game by game, and this phone."""
    match = a_match(best_of=best_of, **terms)
    ours = phone(match, "A")
    for game in range(1, best_of // 2 + 2):
        act = hand(match, 1, table.win_for_a(), key=f"game {game}", game=game)
        assert sent(ours, act) == ["applied"]
    match.refresh_from_db()
    return match, ours


def final_of(match: Match) -> Match:
    return Match.objects.get(tournament=match.tournament, kind="championship", round=2)


def last_events(number: int) -> list[tuple[str, str]]:
    told = Event.objects.order_by("-number").values_list("kind", "actor_label")[:number]
    return list(reversed(told))


def test_a_match_won_on_the_winners_phone_waits_for_the_other_pair():
    match, ours = won_alone()
    assert (match.status, match.winner, match.games_a) == ("playing", "", 1)
    label = f"table 1 device {ours.id} pair {match.pair_a.number}"
    assert last_events(3) == [
        ("hand.recorded", label), ("match.games", label), ("result.said", label)
    ]  # fmt: skip
    assert final_of(match).pair_a is None
    a, b = (result_page(link=link).match for link in links(match))
    assert (a.state, a.takes_hands, b.state, b.theirs.games) == ("ours", True, "theirs", (1, 0))
    (waits,) = waiting_results(tournament_id=match.tournament_id)
    assert (waits.match.id, waits.match.is_unconfirmed) == (match.pk, True)
    now = table_state(device=ours)["match"]
    assert (now["awaits"], now["awaiting_ruling"], now["hand"]) == ("B", False, None)
    assert refusal(statements.take_back, link=links(match)[0], match_id=match.pk) == (
        "hands_recorded",
    )
    assert say(match, "B", 1, 0).winner == "A"
    assert last_events(2) == [
        ("result.said", "the pair itself"), ("match.finished", "both pairs")
    ]  # fmt: skip
    assert final_of(match).pair_a == match.pair_a


def test_a_match_lost_on_the_losers_phone_is_over():
    match = a_match(best_of=1)
    assert sent(phone(match, "B"), hand(match, 1, table.win_for_a())) == ["applied"]
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")
    assert waiting_results(tournament_id=match.tournament_id) == ()


@pytest.mark.parametrize("kind", ["game.confirm", "match.confirm"])
def test_the_other_pairs_agreement_on_its_phone_ends_the_match(kind):
    match, ours = won_alone()
    theirs = phone(match, "B")
    score = table_state(device=ours)["match"]["games"][0]["score"]
    agree = {"kind": kind, "match": match.pk, "game": 1}
    agree["score"] = score if kind == "game.confirm" else [1, 0]
    assert sent(ours, {**agree, "by": ["A"], "key": "a"}) == ["applied"]
    match.refresh_from_db()
    assert match.status == "playing"
    assert sent(theirs, {**agree, "by": ["B"], "key": "b"}) == ["applied"]
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")
    assert last_events(1) == [("match.finished", "both pairs")]


def test_a_contradicted_match_is_closed_by_the_desk():
    match, ours = won_alone()
    say(match, "B", 0, 1, answers=statements_of(match).first.number)
    assert Ruling.objects.get(kind="call").proposed["about"] == "claim"
    now = table_state(device=ours)["match"]
    assert (now["awaits"], now["awaiting_ruling"]) == (None, True)
    assert statements.close_due(now=timezone.now() + timedelta(days=1)) == 0
    assert refusal(results.record_result, match_id=match.pk, games=(0, 1), actor=PROGRAM) == (
        "hands_recorded",
    )
    done = results.record_result(match_id=match.pk, games=(1, 0), actor=PROGRAM)
    assert (done.status, done.winner) == ("finished", "A")
    assert last_events(1) == [("match.finished", "test")]


@pytest.mark.parametrize("closes_alone", [True, False])
def test_silence_closes_it_only_where_the_organizer_chose_so(closes_alone):
    match, _ours = won_alone(closes_alone=closes_alone, minutes=5)
    assert statements.close_due(now=timezone.now() + timedelta(minutes=4)) == 0
    assert statements.close_due(now=timezone.now() + timedelta(minutes=6)) == closes_alone
    match.refresh_from_db()
    assert match.status == ("finished" if closes_alone else "playing")


def test_the_pair_corrects_the_hand_that_waits_and_takes_it_back():
    match, ours = won_alone(entered_by="both")
    tablet = joined(match)
    change = {"kind": "hand.correct", "version": 1, "reason": "typing", "key": "c"}
    assert sent(ours, hand(match, 1, quick(45, 3)) | change) == ["applied"]
    assert [said.games for said in statements_of(match).statements] == [(1, 0)]
    undo = {"kind": "hand.undo", "version": 2, "reason": "typing", "key": "u"}
    assert sent(ours, hand(match, 1) | undo) == ["applied"]
    assert statements_of(match) is None
    assert sent(tablet, hand(match, 1, table.win_for_a(), key="t")) == ["applied"]
    match.refresh_from_db()
    assert match.status == "finished", "a tablet of the table ends it at once"
    results.reopen(match_id=match.pk, reason="miscounted", actor=PROGRAM)
    assert statements_of(match) is None


def test_an_officials_correction_ends_it_and_fewer_games_do_not():
    match, _ours = won_alone(best_of=5)
    clock.reduce_games(tournament_id=match.tournament_id, best_of=3, actor=PROGRAM, reason="late")
    match.refresh_from_db()
    assert (match.status, statements_of(match).awaited_side) == ("playing", "B")
    table.correct(match, 1, 1, quick(44, 0), reason="read")
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")


def test_it_discards_only_what_its_own_pair_sent():
    match = a_match("both")
    tablet, ours = joined(match), phone(match, "A")
    sent(tablet, hand(match, 9))
    sent(ours, hand(match, 8))
    assert Ruling.objects.filter(status="open").count() == 2
    keys = [f"{match.pk}-9", f"{match.pk}-8"]
    sent(ours, {"key": "d", "kind": "attention.discard", "of": keys})
    (left,) = Ruling.objects.filter(status="open")
    assert left.proposed["key"] == keys[0]


@pytest.mark.parametrize("act", [statements.renew_link, statements.revoke_link])
def test_a_link_renewed_or_revoked_shuts_its_phones_out(act):
    match = a_match()
    old = links(match)[0]
    _device, raw = statements.join(link=old)
    ours, theirs = authenticate(raw), phone(match, "B")
    act(pair_id=match.pair_a_id, actor=PROGRAM)
    assert refusal(authenticate, raw) == ("device_revoked",)
    assert sent(ours, hand(match, 1)) == ["not_this_table"], "also one that came in just before"
    assert refused(old) == ("no_such_link",)
    assert sent(theirs, hand(match, 1)) == ["applied"]
    statements.renew_link(pair_id=match.pair_a_id, actor=PROGRAM)
    assert phone(match, "A", known_as=raw).id != ours.id


def test_one_phone_revoked_at_the_desk_does_not_come_back_and_the_table_keeps_its_code():
    match = a_match("both")
    device, raw = statements.join(link=links(match)[0])
    tablet = joined(match)
    before = Event.objects.filter(kind="table.link_renewed").count()
    devices.revoke(device_id=device.pk, actor=PROGRAM, new_code=True)
    assert Event.objects.filter(kind="table.link_renewed").count() == before
    with pytest.raises(NotAllowed):
        statements.join(link=links(match)[0], known_as=raw)
    assert sent(tablet, hand(match, 1)) == ["applied"]


def test_where_referees_enter_results_no_phone_joins_and_those_that_did_are_revoked():
    match = a_match()
    _device, raw = statements.join(link=links(match)[0])
    tournament = match.tournament_id
    statements.set_terms(tournament_id=tournament, entered_by="referees", actor=PROGRAM)
    with pytest.raises(NotAllowed):
        authenticate(raw)
    assert refused(links(match)[0]) == ("by_referees",)
    statements.set_terms(tournament_id=tournament, entered_by="both", actor=PROGRAM)
    assert phone(match, "A", known_as=raw).pair_id == match.pair_a_id


@pytest.mark.parametrize("link", ["1-abc", "-", "9" * 19 + "-a", "é-1"])
def test_a_strangers_link_joins_nothing(link):
    a_match()
    assert refusal(statements.join, link=link) == ("no_such_link",)
    assert not Device.objects.exists()


def test_where_a_result_was_said_the_hands_wait_for_the_answer():
    match = a_match()
    say(match, "A", 2, 1)
    for link in links(match):
        assert refused(link) == ("result_said",)
        assert not result_page(link=link).match.takes_hands


def test_a_pairs_phones_take_no_room_of_the_tables_tablets():
    match = a_match("both")
    tablet = joined(match)
    for _time in range(devices.MOST_PHONES_A_PAIR + 2):
        statements.join(link=links(match)[0])
    assert Device.objects.filter(pair=match.pair_a).count() == devices.MOST_PHONES_A_PAIR
    assert Device.objects.filter(pk=tablet.id).exists()


def test_a_file_carries_whose_phone_it_was():
    match = a_match(best_of=5)
    sent(phone(match, "B"), hand(match, 1))
    assert verify_tournament(tournament_id=match.tournament_id).first is None
    rebuilt = rebuilt_alone(tournament_file(tournament_id=match.tournament_id))
    assert Device.objects.get().pair.number == match.pair_b.number
    Device.objects.update(pair=match.pair_a_id)
    assert "pair" in verify_tournament(tournament_id=rebuilt.pk).first.where
