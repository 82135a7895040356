"""The facts of games, computed from their hands and remembered in this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.course.models import Hand
from scoring.statistics.rules.summing import (
    GameFacts,
    HandPlayed,
    facts_of_game,
    hand_played,
)
from tournament.recent import Recent

HANDS_AT_ONCE = 500
MOST_GAMES = 1024
"""The most games remembered in this process: the days of several clubs."""

recent: Recent[tuple[object, ...], GameFacts] = Recent(MOST_GAMES)
Marks = Mapping[int, Sequence[int]]
"""Game → its mark: the versions of its counting hands, in order. Its facts depend on nothing
else."""


def marks_of(**games: object) -> dict[int, list[int]]:
    """The marks of the games that fit a filter. Games without a counting hand are left out."""
    found: dict[int, list[int]] = {}
    rows = Hand.objects.filter(**games, is_current=True, is_void=False)
    for game, hand in rows.order_by("game_id", "number").values_list("game_id", "pk"):
        found.setdefault(game, []).append(hand)
    return found


def facts_of_games(marks: Marks) -> dict[int, GameFacts]:
    """Game → its facts. A query for every five hundred hands, and one more for those of games that
    are not remembered."""
    # The key has the time of each version: after a restore the same id may be another hand's.
    written_at = {
        row[0]: row
        for some in _chunks(marks)
        for row in Hand.objects.filter(pk__in=some).values_list("pk", "at", "stones_a", "stones_b")
    }
    keys = {game: tuple(written_at[pk] for pk in mark) for game, mark in marks.items()}
    known = {game: facts for game, key in keys.items() if (facts := recent.get(key)) is not None}
    missing = _computed({game: mark for game, mark in marks.items() if game not in known})
    for game, facts in missing.items():
        recent.put(keys[game], facts)
    return known | missing


def _computed(marks: Marks) -> dict[int, GameFacts]:
    """Game → its facts, computed from its hands."""
    hands = {
        hand.pk: _played(hand)
        for some in _chunks(marks)
        for hand in Hand.objects.filter(pk__in=some).only(
            "number",
            "record",
            "settlement",
            "ruled",
            "stones_a",
            "stones_b",
            "score_a",
            "score_b",
            "game_winner",
        )
    }
    return {game: facts_of_game([hands[pk] for pk in mark]) for game, mark in marks.items()}


def _chunks(marks: Marks) -> Iterator[list[int]]:
    every = [pk for mark in marks.values() for pk in mark]
    for start in range(0, len(every), HANDS_AT_ONCE):
        yield every[start : start + HANDS_AT_ONCE]


def _played(hand: Hand) -> HandPlayed:
    return hand_played(
        number=hand.number,
        record=hand.record,
        settlement=hand.settlement,
        stones=hand.stones,
        score=hand.score,
        is_ruled=hand.ruled is not None,
        game_winner=hand.game_winner,
    )
