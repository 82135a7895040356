"""Search over tournaments and their pairs, whatever the case, accents and hyphens of a name.

Names are compared in Python, because SQLite and PostgreSQL fold letters differently.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.championship.queries.tournaments import TournamentView, tournament_list
from tournament.entries.models import Pair
from tournament.log.rules.text import folded
from tournament.matches.queries.matches import PairName, name_of

_ORDER = ("running", "entry", "finished")


@dataclass(frozen=True, slots=True)
class FoundPair:
    """A pair in one tournament."""

    pair: PairName
    tournament: TournamentView


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs that match, those of running tournaments first; and the tournaments that match by
    name or place or have such a pair, latest start first."""

    pairs: tuple[FoundPair, ...]
    tournaments: tuple[TournamentView, ...]


def search(*, text: str) -> Found:
    """What has every word of `text`: in a pair's names and club, or in a tournament's name and
    place. Rehearsals are left out. Two queries."""
    everything = tournament_list()
    here = {one.id: one for one in everything}
    pairs = []
    for pair in Pair.objects.filter(tournament__is_rehearsal=False).order_by("number"):
        name = name_of(pair)
        if name and pair.tournament_id in here and has(text, name.name, name.club):
            pairs.append(FoundPair(name, here[pair.tournament_id]))
    order = {one.id: place for place, one in enumerate(everything)}
    pairs.sort(key=lambda one: (_ORDER.index(one.tournament.status), order[one.tournament.id]))
    of_pairs = {one.tournament.id for one in pairs}
    return Found(
        tuple(pairs),
        tuple(one for one in everything if one.id in of_pairs or has(text, one.name, one.place)),
    )


def has(text: str, *names: str) -> bool:
    """Whether the names together contain every word of `text`. A text without a letter or digit is
    in no name."""
    words = folded(text).split()
    inside = folded(" ".join(names))
    return bool(words) and all(word in inside for word in words)
