"""What stands out in a tournament: comebacks, close games, long hands, who said most órdagos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.statistics.queries.played import Played, PlayedGame
from scoring.statistics.rules.games import came_from, difference
from scoring.wording.statistics import TITLES, remarkable_sentence
from tournament.errors import StrOrPromise

MOST = {
    "most_ordagos": "ordago_said",
    "most_ordagos_won": "ordago_won",
    "most_thirty_ones": "thirty_one",
    "most_duples": "duples",
}
"""Records of a pair in one tournament, and what is counted for them."""


@dataclass(frozen=True, slots=True)
class Remarkable:
    """Something that stands out. `rank`: the larger, the more so. `match_id`, `game`, `number`:
    where it was, 0 for what is no one match, game or hand."""

    kind: str
    title: StrOrPromise
    rank: int
    sentence: StrOrPromise
    pairs: tuple[str, ...]
    match_id: int = 0
    game: int = 0
    number: int = 0


def remarkables(
    *, games: Iterable[PlayedGame], by_pair: Mapping[str, Counter[str]]
) -> tuple[Remarkable, ...]:
    """The most remarkable of each kind, the first where several are equal."""
    games = tuple(games)
    hands = [hand for game in games for hand in game.hands]
    found = [
        *_of_games([game for game in games if game.winner and game.by_hands]),
        *_of_hands(hands),
        *_of_pairs(by_pair),
    ]
    best: dict[str, Remarkable] = {}
    for one in found:
        if one.kind not in best or one.rank > best[one.kind].rank:
            best[one.kind] = one
    return tuple(best[kind] for kind in TITLES if kind in best)


def _of_games(games: Iterable[PlayedGame]) -> Iterator[Remarkable]:
    for game in games:
        own = "AB".index(game.winner)
        name = game.pairs[own]
        behind, then = came_from((hand.score for hand in game.hands), game.winner)
        where = {"pairs": game.pairs, "match_id": game.match_id, "game": game.number}
        if behind:
            yield _one("comeback", behind, where, pair=name, own=then[own], other=then[1 - own])
        low, high = sorted(game.score)
        yield _one("closest_game", -difference(game.score), where, pair=name, high=high, low=low)


def _of_hands(hands: Iterable[Played]) -> Iterator[Remarkable]:
    for hand in hands:
        where = {
            "pairs": hand.pairs,
            "match_id": hand.match_id,
            "game": hand.game,
            "number": hand.number,
        }
        if hand.facts.calls:
            yield _one("longest_hand", hand.facts.calls, where)
        if hand.facts.seen:
            yield _one("biggest_seen", hand.facts.seen, where)
        most = max(hand.stones)
        if most and not any(count["ordago_seen"] for count in hand.facts.counts):
            yield _one("biggest_hand", most, where, pair=hand.pairs[hand.stones.index(most)])


def _of_pairs(by_pair: Mapping[str, Counter[str]]) -> Iterator[Remarkable]:
    for kind, counted in MOST.items():
        for name, counts in by_pair.items():
            if counts[counted]:
                yield _one(kind, counts[counted], {"pairs": (name,)}, pair=name)


def _one(kind: str, rank: int, where: Mapping[str, object], **named: object) -> Remarkable:
    make: Callable[..., Remarkable] = Remarkable
    sentence = remarkable_sentence(kind, value=rank, **named)
    return make(kind=kind, title=TITLES[kind], rank=rank, sentence=sentence, **where)
