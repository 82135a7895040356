"""A device's outbox, as the service sees it; tests/api/test_devices.py asks over HTTP."""

from typing import Any

import pytest

from scoring.course.models import Hand
from scoring.outbox.services import outbox
from tests.scoring import table
from tests.scoring.table import joined, outcomes, plain, quick, send, win_for_a, win_for_b
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def hand(match: Match, game: int, number: int, record: Any = None, **more: Any) -> dict[str, Any]:
    given = {"key": f"g{game}h{number}", "record": record or plain(), "game": game, **more}
    return table.sent_hand(match, number, **given)


def test_a_whole_match_is_brought_back_in_one_request(match, device):
    actions = [
        hand(match, 1, 1), hand(match, 1, 2), hand(match, 1, 3, win_for_a()),
        hand(match, 2, 1), hand(match, 2, 2, win_for_b()),
        hand(match, 3, 1, quick(5, 0)), hand(match, 3, 2, win_for_b()),
    ]  # fmt: skip

    assert outcomes(device, *actions) == ["applied"] * 7

    match.refresh_from_db()
    assert (match.status, match.winner, match.games_a, match.games_b) == ("finished", "B", 1, 2)
    assert verify_log(tournament_id=match.tournament_id).ok
    events = Event.objects.count()
    assert outcomes(device, *actions) == ["repeated"] * 7
    assert Event.objects.count() == events


def test_an_answer_that_was_lost_is_given_again_in_any_company(match, device):
    first = [hand(match, 1, 1), hand(match, 1, 2)]
    lost = send(device, *first)
    got = send(device, *first, hand(match, 1, 3))
    assert [one.outcome for one in got] == ["repeated", "repeated", "applied"]
    assert [one.settlement for one in got[:2]] == [one.settlement for one in lost]


def test_a_conflict_shows_the_match_as_it_is_after_the_hands_before_it(match, device):
    again = hand(match, 1, 1, quick(1, 1), key="other")
    results = outbox.apply(
        device=device, actions=[hand(match, 1, 1), again, hand(match, 1, 2), {**again, "key": "x"}]
    ).results
    assert [one.outcome for one in results] == ["applied", "conflict", "applied", "conflict"]
    conflicts = [one.current for one in results if one.current]
    assert [current["hand"]["number"] for current in conflicts] == [2, 3]
    # Of its hands only the one that stands in the place of the one that was sent.
    shown = [[hand["key"] for hand in current["history"]] for current in conflicts]
    assert shown == [["g1h1"], ["g1h1"]]


def test_two_tablets_at_one_table_lose_and_double_nothing(match):
    left, right = joined(match), joined(match)
    mine = [hand(match, 1, number, quick(1, 0)) for number in range(1, 6)]
    theirs = [{**action, "key": f"right {action['key']}"} for action in mine]
    assert outcomes(left, *mine[:3]) == ["applied"] * 3
    assert outcomes(right, *theirs) == ["conflict"] * 3 + ["applied"] * 2
    assert outcomes(left, *mine) == ["repeated"] * 3 + ["conflict"] * 2
    assert Hand.objects.count() == 5


@pytest.mark.parametrize("place", [(1, 2), (2, 1)])
def test_the_key_of_one_hand_is_no_key_for_the_same_content_elsewhere(match, device, place):
    first, second = hand(match, 1, 1), {**hand(match, *place), "key": "g1h1"}
    assert outcomes(device, first, second) == ["applied", "refused"]
    [alone] = send(device, second)
    assert [error["code"] for error in alone.errors] == ["key_reused"]
    assert Hand.objects.count() == 1


def test_the_key_of_one_undo_is_no_key_for_another(match, device):
    def undo(number: int) -> dict[str, Any]:
        return {
            **hand(match, 1, number),
            "kind": "hand.undo",
            "reason": "x x",
            "key": "undo",
            "version": 1,
        }

    assert outcomes(device, hand(match, 1, 1), hand(match, 1, 2)) == ["applied"] * 2
    assert outcomes(device, undo(2), undo(2), undo(1)) == ["applied", "repeated", "refused"]


@pytest.mark.parametrize("count", [0, outbox.MOST_ACTIONS + 1])
def test_too_many_actions_or_none_are_refused_whole(match, device, count):
    with pytest.raises(Refusal):
        outbox.apply(device=device, actions=[hand(match, 1, 1)] * count)
    assert not Hand.objects.exists()
