"""The stamp of a tournament's published state: the key of every ETag and cache.

Published pages change only with an event of their tournament or with another release of the
program. The event number alone is not enough: a restored database can reach the same numbers with
other events. Only the hash of the newest event tells them apart.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from delivery.release import release
from tournament.championship.queries.tournaments import TournamentView
from tournament.log.queries.log import Head

LETTERS = 32


@dataclass(frozen=True, slots=True)
class Stamp:
    """A state of a tournament as this release shows it. Of all tournaments together (`tournament`
    0): `number` counts the events of all."""

    tournament: int
    number: int
    head: str
    release: str


def stamp_of(tournament: TournamentView) -> Stamp:
    """The stamp of a tournament's view."""
    return Stamp(tournament.id, tournament.event_number, tournament.event_hash, release())


def stamp_of_head(head: Head) -> Stamp:
    """The stamp of a tournament, from the head of its log alone."""
    return Stamp(head.tournament, head.number, head.hash, release())


def etag(stamp: Stamp, *reader: object) -> str:
    """The ETag of this state for one `reader`: the values given, such as address, language and
    looks, are part of it.

    Weak, because the same page is sent plain and compressed.
    """
    told = hashlib.sha256(repr((stamp, reader)).encode())
    return f'W/"{told.hexdigest()[:LETTERS]}"'
