"""Sums up what the hands of a game add to the statistics. The result is small, however long the
game was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mus.lances import LANCES
from scoring.statistics.rules.facts import UNVERIFIED, HandFacts, facts_of
from scoring.statistics.rules.games import Score, came_from

NONSENSE = (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError)
"""The exceptions that an edited hand may raise."""


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A counting hand: its facts, the cards shown (empty when none were), its stones and the score
    after it."""

    number: int
    facts: HandFacts
    cards: tuple[str, ...]
    stones: tuple[int, int]
    score: Score


class Largest(NamedTuple):
    """The largest value in a game, with its hand and side; the first of equal ones."""

    value: int
    number: int
    side: int = 0


class Notable(NamedTuple):
    """The best holding shown in a lance, or with `is_best` False the worst that won, among hands
    with so many kings: its key, how often it occurred, and where it was first."""

    kings: int
    lance: str
    is_best: bool
    key: int
    times: int
    number: int
    seat: int
    cards: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What a game adds. `counts`: for A and for B, as in `HandFacts`, with their "stones";
    `behind`: the most stones that A, or B, was behind, and the score then; `largest`:
    "longest_hand" (words), "biggest_seen" and "biggest_hand" (stones); `shown`: number of kings →
    hands with cards."""

    hands: int
    counts: tuple[Mapping[str, int], Mapping[str, int]]
    behind: tuple[tuple[int, Score], tuple[int, Score]]
    largest: Mapping[str, Largest]
    shown: tuple[tuple[int, int], ...]
    notable: tuple[Notable, ...]


def hand_played(
    *,
    number: int,
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    stones: tuple[int, int],
    score: Score,
    is_ruled: bool,
    game_winner: str = "",
) -> HandPlayed:
    """A stored counting hand. Of an unreadable hand only the stones count, without cards."""
    try:
        facts = facts_of(
            record=record, settlement=settlement, stones=stones, is_ruled=is_ruled,
            game_winner=game_winner,
        )  # fmt: skip
        cards = tuple(
            four if isinstance(four, str) else " ".join(four) for four in record.get("cards") or ()
        )
    except NONSENSE:
        counts = tuple(Counter({f"from_{UNVERIFIED}": own}) for own in stones)
        return HandPlayed(number, HandFacts((counts[0], counts[1])), (), stones, score)
    return HandPlayed(number, facts, cards, stones, score)


def facts_of_game(hands: Sequence[HandPlayed]) -> GameFacts:
    """The facts of a game with these hands, in their order."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for hand in hands:
        for side, count in enumerate(counts):
            count.update(hand.facts.counts[side])
            count["stones"] += hand.stones[side]
    scores = [hand.score for hand in hands]
    shown = [hand for hand in hands if hand.cards]
    return GameFacts(
        hands=len(hands),
        counts=counts,
        behind=(came_from(scores, "A"), came_from(scores, "B")),
        largest=_largest(hands),
        shown=tuple(Counter(hand.facts.kings for hand in shown).items()),
        notable=tuple(_notable(shown)),
    )


def _largest(hands: Iterable[HandPlayed]) -> dict[str, Largest]:
    found: dict[str, Largest] = {}
    for hand in hands:
        values = {"longest_hand": hand.facts.calls, "biggest_seen": hand.facts.seen}
        if not any(count["ordago_seen"] for count in hand.facts.counts):
            values["biggest_hand"] = max(hand.stones)
        for kind, value in values.items():
            if value > (found[kind].value if kind in found else 0):
                side = hand.stones.index(value) if kind == "biggest_hand" else 0
                found[kind] = Largest(value, hand.number, side)
    return found


def _notable(hands: Sequence[HandPlayed]) -> Iterator[Notable]:
    for kings in dict.fromkeys(hand.facts.kings for hand in hands):
        those = [hand for hand in hands if hand.facts.kings == kings]
        for lance in LANCES:
            held = [(hand, one) for hand in those for one in hand.facts.held if one.lance == lance]
            for is_best in (True, False):
                found = [(hand, one) for hand, one in held if is_best or one.won]
                if not found:
                    continue
                keys = [one.key for _hand, one in found]
                key = max(keys) if is_best else min(keys)
                hand, one = found[keys.index(key)]
                yield Notable(
                    kings, str(lance), is_best, key, keys.count(key),
                    hand.number, one.seat, hand.cards[one.seat],
                )  # fmt: skip
