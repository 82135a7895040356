"""What the published state of a tournament is known by: the one key of every ETag and cache.

Nothing that everybody reads changes without an event of its tournament or another release of the
program. The number alone would not do: a database that was restored from a copy comes to the
same numbers again with other events, and only the hash of the newest one tells them apart.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from publication.release import release
from tournament.championship.queries.tournaments import TournamentView
from tournament.log.queries.heads import Head

LETTERS = 32


@dataclass(frozen=True, slots=True)
class Stamp:
    """A state of a tournament as this release of the program shows it. `delay`: for everybody who
    is no official, so many minutes later; 0 for a state that is shown at once, or to officials."""

    tournament: int
    number: int
    head: str
    release: str
    delay: int = 0


def stamp_of(tournament: TournamentView) -> Stamp:
    """The stamp of the tournament as it was read."""
    delay = tournament.delay_minutes if tournament.is_held else 0
    return Stamp(tournament.id, tournament.event_number, tournament.event_hash, release(), delay)


def stamp_of_head(head: Head) -> Stamp:
    """The stamp of a tournament of which only the head of its log was read."""
    return Stamp(head.tournament, head.number, head.hash, release(), head.delay)


def etag(stamp: Stamp, *reader: object) -> str:
    """The ETag of this state for one `reader`: address, language and looks are part of it.

    Weak, because the same page is sent plain and compressed.
    """
    told = hashlib.sha256(repr((stamp, reader)).encode())
    return f'W/"{told.hexdigest()[:LETTERS]}"'
