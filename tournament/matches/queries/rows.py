"""A tournament's matches in the light form that formats need, and full rows only where needed.

A result is worked out over all matches and changes a few. Making a full row of each match, with its
pairs and its table, took most of the time of a result in a round robin.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple, cast

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place, Status
from tournament.matches.models import Match
from tournament.matches.queries.matches import with_all


class BareMatch(NamedTuple):
    """The columns of a match that formats and waiting lists need."""

    pk: int
    kind: str
    round: int
    slot: int
    pair_a_id: int | None
    pair_b_id: int | None
    status: str
    winner: str
    ended_by: str
    games_a: int
    games_b: int
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def is_championship(self) -> bool:
        return self.kind == Match.Kind.CHAMPIONSHIP

    def to_rules(self) -> Bout:
        """As `Match.to_rules`."""
        return Bout(
            Place(self.round, self.slot),
            BySide(self.pair_a_id, self.pair_b_id),
            cast(Status, self.status),
            Side(self.winner) if self.winner else None,
            self.ended_by,
            self.started_at is not None,
            BySide(self.games_a, self.games_b),
        )


def bare_matches(*, tournament_id: int, kind: str = "") -> list[BareMatch]:
    """The matches of a tournament, of one kind or all, in order of creation. One query."""
    matches = Match.objects.filter(tournament_id=tournament_id)
    if kind:
        matches = matches.filter(kind=kind)
    return [BareMatch(*row) for row in matches.order_by("pk").values_list(*BareMatch._fields)]


class Rows:
    """The rows of a championship by place. Each row is read when it is first needed."""

    def __init__(self, keys: dict[Place, int]) -> None:
        self._keys = keys
        self._read: dict[Place, Match] = {}

    def __bool__(self) -> bool:
        return bool(self._keys)

    def __contains__(self, place: Place) -> bool:
        return place in self._keys

    def __getitem__(self, place: Place) -> Match:
        if place not in self._read:
            self.read([place])
        return self._read[place]

    def __setitem__(self, place: Place, match: Match) -> None:
        self._keys[place] = match.pk
        self._read[place] = match

    def get(self, place: Place) -> Match | None:
        """The row of a place; None where none is stored."""
        return self[place] if place in self._keys else None

    def read(self, places: Iterable[Place]) -> None:
        """Reads these rows at once. One query, or none."""
        keys = [self._keys[one] for one in places if one in self._keys and one not in self._read]
        for start in range(0, len(keys), AT_ONCE):
            for match in with_all(Match.objects.filter(pk__in=keys[start : start + AT_ONCE])):
                self._read[Place(match.round, match.slot)] = match


AT_ONCE = 500
"""The most rows named in one statement: old versions of SQLite allow no more than 999 values."""
