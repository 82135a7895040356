"""Places grouped by round."""

from collections.abc import Iterable

from tournament.formats.bouts import Bout, Place

Rounds = tuple[tuple[int, tuple[Place, ...]], ...]


def by_round(places: Iterable[Place]) -> Rounds:
    """(round, its places), in order."""
    rounds: dict[int, list[Place]] = {}
    for place in sorted(places):
        rounds.setdefault(place.round, []).append(place)
    return tuple((number, tuple(these)) for number, these in rounds.items())


def taken(bouts: Iterable[Bout]) -> list[Bout]:
    """Matches with at least one pair."""
    return [bout for bout in bouts if any(pair is not None for pair in bout.pairs)]


def is_over(bouts: Iterable[Bout]) -> bool:
    """Whether every match with a pair has ended. What a format draws later is drawn by then."""
    return all(bout.status == "finished" for bout in taken(bouts))
