"""What the hands of a game add together."""

from collections.abc import Sequence
from typing import Any

from mus import settle_json
from scoring.statistics.rules import GameFacts, HandPlayed, Largest, facts_of_game, hand_played
from tests.scoring.table import ordago, plain, quick, seen


def played(number: int, record: dict[str, Any], score: tuple[int, int] = (0, 0)) -> HandPlayed:
    record = {"ruleset": "brisbane-2024", "mano": 0, "score": [0, 0], **record}
    settlement = {"ok": True, **record["quick"]} if "quick" in record else settle_json(record)
    return hand_played(
        number=number, record=record, settlement=settlement,
        stones=tuple(settlement["stones"]), score=score, is_ruled=False,
    )  # fmt: skip


def game(*records: dict[str, Any]) -> GameFacts:
    return facts_of_game([played(number, one) for number, one in enumerate(records, start=1)])


def test_a_game_without_hands_adds_nothing():
    found = facts_of_game([])
    assert (found.hands, found.largest, found.by_kings, found.notable) == (0, {}, (), ())
    assert found.behind == ((0, (0, 0)), (0, (0, 0)))


def test_the_first_of_equal_hands_is_the_one_that_is_named():
    found = game(
        quick(2, 19), plain(bets=seen("grande", 4)), plain(bets=seen("chica", 4)), quick(19, 0)
    )
    assert found.largest["biggest_seen"] == Largest(4, 2)
    assert found.largest["longest_hand"] == Largest(2, 2)
    assert found.largest["biggest_hand"] == Largest(19, 1, 1)


def test_a_seen_ordago_is_no_big_hand():
    assert "biggest_hand" not in game(plain(bets=ordago("grande"))).largest
    assert game(quick(0, 4), plain(bets=ordago("grande"))).largest["biggest_hand"] == Largest(
        4, 1, 1
    )


def test_how_far_each_side_was_behind_is_known_before_anybody_has_won():
    scores: Sequence[tuple[int, int]] = [(1, 8), (1, 20), (25, 20), (40, 20)]
    found = facts_of_game([played(n, quick(1, 0), one) for n, one in enumerate(scores, start=1)])
    assert found.behind == ((19, (1, 20)), (20, (40, 20)))


def test_hands_with_four_and_with_eight_kings_are_kept_apart():
    four = {"ruleset": {"preset": "brisbane-2024", "kings": 4}}
    found = game(plain(), plain(**four), plain())
    assert dict(found.by_kings) == {8: 2, 4: 1}
    best = {one.kings: one for one in found.notable if one.lance == "grande" and one.is_best}
    assert (best[8].times, best[8].number, best[4].times, best[4].number) == (2, 1, 1, 2)


def test_a_hand_that_cannot_be_read_counts_by_its_stones_alone():
    for nonsense in ([], {"cards": 5}, {"cards": ["Q Q Q Q"] * 4}):
        made = hand_played(
            number=2, record=nonsense, settlement={"ok": True}, stones=(3, 1), score=(3, 1),
            is_ruled=False,
        )  # fmt: skip
        found = facts_of_game([played(1, quick(1, 0)), made])
        assert found.counts[0]["stones"] == found.counts[0]["from_unverified"] == 4
        assert (found.hands, found.by_kings) == (2, ())
