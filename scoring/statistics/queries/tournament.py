"""The statistics of one tournament: of all its games, and of each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from scoring.statistics.queries.holdings import NotableHolding, notable_holdings
from scoring.statistics.queries.played import PlayedGame, games_played
from scoring.statistics.queries.remarkable import Remarkable, remarkables
from scoring.statistics.rules.facts import PLACES
from scoring.wording.statistics import PLACES as PLACE_NAMES
from tournament.entries.queries import PairView, pairs_list
from tournament.errors import StrOrPromise

KEPT = 64
"""The most tournaments whose statistics are cached. Statistics change only with the log's head."""


@dataclass(frozen=True, slots=True)
class PlaceStones:
    """Stones that came from a lance, from hands without cards, or from rulings."""

    place: str
    name: StrOrPromise
    stones: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over hands. Órdagos: how many were said, how many of these were seen, and how many of
    the seen ones the pair that said them won. Dejes are counted in stones."""

    hands: int
    games_won: int
    stones: int
    ordagos_said: int
    ordagos_seen: int
    ordagos_won: int
    thirty_ones: int
    duples: int
    dejes_taken: int
    dejes_given: int
    places: tuple[PlaceStones, ...]


@dataclass(frozen=True, slots=True)
class PairTally:
    """A pair's tally."""

    number: int
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class TournamentStatistics:
    """The statistics of the whole tournament, of every pair that has played, and what is
    remarkable."""

    whole: Tally
    pairs: tuple[PairTally, ...]
    remarkable: tuple[Remarkable, ...]
    holdings: tuple[NotableHolding, ...]


def tournament_statistics(*, tournament_id: int, head: str) -> TournamentStatistics:
    """The present statistics. `head`: the hash of the newest event. Five queries when the facts of
    all games are remembered (see `games_played`); none when cached."""
    return _statistics(tournament_id, head)


@lru_cache(maxsize=KEPT)
def _statistics(tournament_id: int, head: str) -> TournamentStatistics:
    games = games_played(tournament_id=tournament_id)
    entered = pairs_list(tournament_id=tournament_id)
    counts = _counts(games)
    everything: Counter[str] = sum(counts.values(), Counter())
    everything["hands"] = sum(game.facts.hands for game in games)
    return TournamentStatistics(
        whole=_tally(everything),
        pairs=tuple(_of_pair(pair, counts[pair.id]) for pair in entered if pair.id in counts),
        remarkable=remarkables(
            games=games,
            by_pair=[(pair.name, counts.get(pair.id, Counter())) for pair in entered],
        ),
        holdings=notable_holdings(games=games),
    )


def _counts(games: Iterable[PlayedGame]) -> dict[int, Counter[str]]:
    """Pair → the sums over its games."""
    counts: dict[int, Counter[str]] = {}
    for game in games:
        both = [counts.setdefault(pair, Counter()) for pair in game.pair_ids]
        if game.winner:
            both["AB".index(game.winner)]["games_won"] += 1
        for side, count in enumerate(both):
            count.update(game.facts.counts[side])
            count["hands"] += game.facts.hands
            count["deje_given"] += game.facts.counts[1 - side].get("deje", 0)
    return counts


def _of_pair(pair: PairView, counts: Counter[str]) -> PairTally:
    return PairTally(pair.number, pair.name, _tally(counts))


def _tally(counts: Counter[str]) -> Tally:
    return Tally(
        hands=counts["hands"],
        games_won=counts["games_won"],
        stones=counts["stones"],
        ordagos_said=counts["ordago_said"],
        ordagos_seen=counts["ordago_seen"],
        ordagos_won=counts["ordago_won"],
        thirty_ones=counts["thirty_one"],
        duples=counts["duples"],
        dejes_taken=counts["deje"],
        dejes_given=counts["deje_given"],
        places=tuple(
            PlaceStones(place, PLACE_NAMES[place], counts[f"from_{place}"]) for place in PLACES
        ),
    )
