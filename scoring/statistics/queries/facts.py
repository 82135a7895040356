"""The facts of games: read where they are stored and still valid, otherwise computed from the
hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.course.models import Hand
from scoring.statistics.models import KeptFacts
from scoring.statistics.rules.summing import (
    ENGINE,
    GameFacts,
    HandPlayed,
    facts_from,
    facts_of_game,
    hand_played,
)
from tournament.recent import Recent

HANDS_AT_ONCE = 500
MOST_KEPT = 256
"""The most games remembered in this process, most of them being played: an afternoon at sixteen
tables."""

kept: Recent[tuple[object, ...], GameFacts] = Recent(MOST_KEPT)
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


def written(mark: Iterable[int]) -> str:
    """A mark as stored text."""
    return ",".join(map(str, mark))


def facts_of_games(marks: Marks, **games: object) -> dict[int, GameFacts]:
    """Game → its facts. `games`: a filter that includes these games. One query, and two more for
    every five hundred hands of games whose facts are not stored."""
    found = dict(_stored(marks, **games))
    found |= _remembered({game: mark for game, mark in marks.items() if game not in found})
    return found


def worked_out(marks: Marks) -> dict[int, GameFacts]:
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


def _stored(marks: Marks, **games: object) -> Iterator[tuple[int, GameFacts]]:
    rows = KeptFacts.objects.filter(**games, engine=ENGINE).order_by()
    for game, made_of, told in rows.values_list("game_id", "made_of", "told"):
        if game in marks and made_of == written(marks[game]):
            yield game, facts_from(told)


def _remembered(marks: Marks) -> dict[int, GameFacts]:
    """The facts of games, remembered in this process. The key includes the time of each version:
    after a restore the same id may be another hand's."""
    written_at = {
        row[0]: row
        for some in _chunks(marks)
        for row in Hand.objects.filter(pk__in=some).values_list("pk", "at", "stones_a", "stones_b")
    }
    keys = {game: tuple(written_at[pk] for pk in mark) for game, mark in marks.items()}
    found = {game: facts for game, key in keys.items() if (facts := kept.get(key)) is not None}
    missing = worked_out({game: mark for game, mark in marks.items() if game not in found})
    for game, facts in missing.items():
        kept.put(keys[game], facts)
    return found | missing


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
