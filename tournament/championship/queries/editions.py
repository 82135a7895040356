"""Editions: the tournaments of a place, and the tournaments in which a club played."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import slugify

from tournament.championship.queries.tournaments import TournamentView, tournament_list
from tournament.entries.models import Pair
from tournament.matches.queries.matches import PairName, name_of


@dataclass(frozen=True, slots=True)
class Edition:
    """A tournament. `pairs`: the club's pairs in it, when a club was asked for."""

    tournament: TournamentView
    pairs: tuple[PairName, ...] = ()


@dataclass(frozen=True, slots=True)
class Editions:
    """The name of the place or club as last written, and the tournaments, latest first."""

    name: str
    editions: tuple[Edition, ...]


def of_place(*, key: str) -> Editions | None:
    """The tournaments at the place with this address (its slug); None when nobody played there."""
    here = [one for one in tournament_list() if one.place and slugify(one.place) == key]
    return Editions(here[0].place, tuple(map(Edition, here))) if here else None


def of_club(*, key: str) -> Editions | None:
    """The tournaments in which pairs of the club with this address (its slug) were entered; None
    when there is no such club."""
    everything = tournament_list()
    clubs = Pair.objects.exclude(club="").values_list("club", flat=True).distinct().order_by()
    written = {name for name in clubs if slugify(name) == key}
    if not written:
        return None
    pairs: dict[int, list[PairName]] = {}
    entered = Pair.objects.filter(club__in=written, tournament__is_rehearsal=False)
    for pair in entered.order_by("tournament_id", "number"):
        name = name_of(pair)
        if name is not None:
            pairs.setdefault(pair.tournament_id, []).append(name)
    found = [Edition(one, tuple(pairs[one.id])) for one in everything if one.id in pairs]
    return Editions(found[0].pairs[0].club, tuple(found)) if found else None
