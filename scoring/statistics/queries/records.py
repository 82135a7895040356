"""Records across the tournaments of one organizer."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.statistics.queries.remarkable import Remarkable
from scoring.statistics.queries.tournament import tournament_statistics
from scoring.wording.statistics import TITLES
from tournament.championship.queries.families import of_same_organizers
from tournament.championship.queries.tournaments import TournamentView


@dataclass(frozen=True, slots=True)
class RecordHeld:
    """A record, and the tournament in which it was set."""

    remarkable: Remarkable
    tournament: str
    slug: str


@dataclass(frozen=True, slots=True)
class Records:
    """The records over a tournament and the tournaments of its organizers."""

    tournaments: tuple[TournamentView, ...]
    held: tuple[RecordHeld, ...]


def records_of(*, slug: str) -> Records:
    """The records over this tournament and all tournaments of its organizers. The earliest of equal
    ones holds the record.

    Rehearsals hold no records. Raises NotFound.
    """
    tournaments = of_same_organizers(slug=slug)
    best: dict[str, RecordHeld] = {}
    for tournament in tournaments:
        found = tournament_statistics(tournament_id=tournament.id, head=tournament.event_hash)
        for one in found.remarkable:
            if one.kind not in best or one.rank > best[one.kind].remarkable.rank:
                best[one.kind] = RecordHeld(one, tournament.name, tournament.slug)
    return Records(tournaments, tuple(best[kind] for kind in TITLES if kind in best))
