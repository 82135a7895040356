"""What is remarkable in a tournament: comebacks, close games, long hands, who said most órdagos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.statistics.queries.played import PlayedGame
from scoring.statistics.rules.games import difference
from scoring.wording.statistics import TITLES, remarkable_sentence
from tournament.errors import StrOrPromise

MOST = {
    "most_ordagos": "ordago_said",
    "most_ordagos_won": "ordago_won",
    "most_thirty_ones": "thirty_one",
    "most_duples": "duples",
}
"""Kind of record of a pair in one tournament → the count it is decided by."""


@dataclass(frozen=True, slots=True)
class Remarkable:
    """Something remarkable. `rank`: the larger, the more remarkable. `match_id`, `game`, `number`:
    where it was; 0 when it is not about one match, game or hand."""

    kind: str
    title: StrOrPromise
    rank: int
    sentence: StrOrPromise
    pairs: tuple[str, ...]
    match_id: int = 0
    game: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Found:
    """A candidate: where it was, and the values for its sentence. Sentences are made only for the
    few that are chosen."""

    kind: str
    rank: int
    where: Mapping[str, object]
    named: Mapping[str, object]


def remarkables(
    *, games: Iterable[PlayedGame], by_pair: Sequence[tuple[str, Counter[str]]]
) -> tuple[Remarkable, ...]:
    """The most remarkable of each kind; the first of equal ones. `by_pair`: the name and the sums
    of each pair; erased names are equal."""
    games = tuple(games)
    best: dict[str, _Found] = {}
    for one in chain(_of_games(games), _of_hands(games), _of_pairs(by_pair)):
        if one.kind not in best or one.rank > best[one.kind].rank:
            best[one.kind] = one
    return tuple(_told(best[kind]) for kind in TITLES if kind in best)


def _of_games(games: Iterable[PlayedGame]) -> Iterator[_Found]:
    for game in games:
        if not (game.winner and game.by_hands):
            continue
        own = "AB".index(game.winner)
        name = game.pairs[own]
        behind, then = game.facts.behind[own]
        where = {"pairs": game.pairs, "match_id": game.match_id, "game": game.number}
        if behind:
            named = {"pair": name, "own": then[own], "other": then[1 - own]}
            yield _Found("comeback", behind, where, named)
        low, high = sorted(game.score)
        named = {"pair": name, "high": high, "low": low}
        yield _Found("closest_game", -difference(game.score), where, named)


def _of_hands(games: Iterable[PlayedGame]) -> Iterator[_Found]:
    for game in games:
        where = {"pairs": game.pairs, "match_id": game.match_id, "game": game.number}
        for kind, (value, number, side) in game.facts.largest.items():
            named = {"pair": game.pairs[side]} if kind == "biggest_hand" else {}
            yield _Found(kind, value, {**where, "number": number}, named)


def _of_pairs(by_pair: Sequence[tuple[str, Counter[str]]]) -> Iterator[_Found]:
    for kind, counted in MOST.items():
        for name, counts in by_pair:
            if counts[counted]:
                yield _Found(kind, counts[counted], {"pairs": (name,)}, {"pair": name})


def _told(found: _Found) -> Remarkable:
    make: Callable[..., Remarkable] = Remarkable
    sentence = remarkable_sentence(found.kind, value=found.rank, **found.named)
    return make(
        kind=found.kind,
        title=TITLES[found.kind],
        rank=found.rank,
        sentence=sentence,
        **found.where,
    )
