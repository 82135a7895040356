"""A round changed by hand, and what happens around it before it begins."""

import pytest

from tests.refusals import refusal
from tests.tournament import play
from tests.tournament.matches.falling import WHY
from tests.tournament.play import PROGRAM, must_hold
from tournament.entries.services import departures, latecomers
from tournament.log import services as events
from tournament.log.rules import kinds
from tournament.matches.models import Match
from tournament.matches.queries.pairing import RoundByHand, round_by_hand, to_change
from tournament.matches.services import bracket, matches, pairing

pytestmark = pytest.mark.django_db


def changed_round_2(format_: str, entered: int):
    """A tournament in which two pairs of round 2 have changed places by hand."""
    cup = play.tournament(entered=entered, drawn=True, format=format_)
    play.play_round(cup, 1)
    (a, b), (c, d), *rest = to_change(tournament_id=cup.pk).own
    by_hand(cup, [(a, c), (b, d), *rest])
    cup.refresh_from_db()
    return cup


def by_hand(cup, pairings) -> RoundByHand:
    return pairing.pair_by_hand(
        tournament_id=cup.pk, matches=pairings, despite_warnings=True, **WHY
    )


def resting(cup, number: int) -> set[int]:
    rows = Match.objects.filter(tournament=cup, round=number, ended_by="bye")
    return {row.pair_a.number for row in rows.select_related("pair_a")}


@pytest.mark.parametrize("format_", ["swiss", "three_losses"])
def test_T7_a_late_pair_meets_the_one_that_was_to_rest_in_a_round_changed_by_hand(format_):
    cup = changed_round_2(format_, 5)
    (rests,) = resting(cup, 2)
    first, second, *_bye = to_change(tournament_id=cup.pk).now

    late = latecomers.join_late(
        tournament_id=cup.pk, into="next_round", player_1="Lezo", player_2="Ondarroa", **WHY
    )

    now = to_change(tournament_id=cup.pk).now
    assert {frozenset(both) for both in now} == {
        frozenset(first), frozenset(second), frozenset((rests, late.number)),
    }  # fmt: skip
    must_hold(cup)
    by_hand(cup, [(first[0], late.number), second, (rests, first[1])])
    must_hold(cup)


def test_a_round_is_not_changed_by_hand_while_an_earlier_match_is_played_again():
    cup = changed_round_2("swiss", 6)
    changed = to_change(tournament_id=cup.pk).now
    again = play.match(cup, 1, 0)
    matches.reopen(match_id=again.pk, **WHY)

    assert round_by_hand(tournament=cup) is None
    ask = {"tournament_id": cup.pk, **WHY}
    assert refusal(pairing.pair_by_hand, matches=changed[::-1], **ask) == ("no_round_to_change",)

    play.win(play.match(cup, 1, 0))
    assert to_change(tournament_id=cup.pk).now == changed


def test_a_log_of_an_earlier_version_in_which_a_round_was_changed_back_still_holds(monkeypatch):
    monkeypatch.setattr(events, "KINDS", kinds.KINDS | kinds.RETIRED)
    cup = changed_round_2("swiss", 6)
    was = to_change(tournament_id=cup.pk).now
    cup.rounds_by_hand = []
    cup.save(update_fields=["rounds_by_hand"])
    followed = bracket.update(tournament=cup)
    data = {"round": 2, "was": [list(both) for both in was], "reason": "no bus"}
    events.append(cup, PROGRAM, "round.pairing_taken_back", {**data, **followed.to_json()})
    assert not to_change(tournament_id=cup.pk).is_changed
    must_hold(cup)


def test_a_round_that_became_smaller_and_is_changed_by_hand_is_proved():
    """Both pairs of a match that is played again leave: round 2 is one match smaller."""
    cup = play.tournament(entered=6, drawn=True, format="swiss")
    play.play_round(cup, 1)
    again = play.match(cup, 1, 0)
    matches.reopen(match_id=again.pk, games=(0, 0), **WHY)
    matches.take_back_start(match_id=again.pk, actor=PROGRAM)
    departures.both_absent(match_id=again.pk, **WHY)
    (a, b), (c, d) = to_change(tournament_id=cup.pk).own

    by_hand(cup, [(a, c), (b, d)])

    must_hold(cup)
