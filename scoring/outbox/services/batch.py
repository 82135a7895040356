"""One request of a device, with what is read once for all its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.hands.queries import OpenedMatch, opened
from scoring.outbox.queries.changed import Changes
from scoring.outbox.services import attention
from tournament.championship.models import Tournament
from tournament.errors import NotFound
from tournament.log.rules.roles import Actor
from tournament.tables.queries import DeviceIdentity

LARGEST_ID = 2**63 - 1


@dataclass(slots=True)
class Batch:
    """One request: its sender, and what is read once for all its actions.

    `seen_at`: the device's table, None when it was revoked a moment ago. `opened`: match id → the
    match as it stands within this request; None for an id that is no match of this tournament.
    """

    device: DeviceIdentity
    tournament: Tournament
    seen_at: int | None
    opened: dict[int, OpenedMatch | None] = field(default_factory=dict)
    opened_for: dict[int, frozenset[str]] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    _at_the_desk: set[str] | None = None

    @property
    def actor(self) -> Actor:
        return self.device.actor

    @property
    def at_the_desk(self) -> set[str]:
        """The keys of the actions that are open at the desk; read when first needed."""
        if self._at_the_desk is None:
            self._at_the_desk = attention.open_keys(tournament_id=self.device.tournament_id)
        return self._at_the_desk

    def open(self, action: Mapping[str, Any], *keys: str) -> OpenedMatch | None:
        """The action's match, opened for these keys; None when it is not of this tournament. Other
        matches are never locked."""
        match_id = action.get("match")
        if type(match_id) is not int or not 0 < match_id <= LARGEST_ID:
            return None
        if not self.opened_for.get(match_id, frozenset()) >= {*keys} or match_id not in self.opened:
            self.opened[match_id] = self._opened(match_id, keys)
            self.opened_for[match_id] = frozenset(keys)
        return self.opened[match_id]

    def _opened(self, match_id: int, keys: Sequence[str]) -> OpenedMatch | None:
        try:
            at = opened(tournament=self.tournament, match_id=match_id, actor=self.actor, keys=keys)
        except NotFound:
            return None
        at.seen_at = self.seen_at
        self.changes.begin(match_id, at.match.version)
        return at

    def forget(self) -> None:
        """Drops what was read, because it may have changed or been rolled back with a savepoint."""
        self.opened.clear()
        self.opened_for.clear()

    def forget_desk(self) -> None:
        """Drops the desk's keys that were read, because an action has opened or closed an item at
        the desk."""
        self._at_the_desk = None

    def match_of(self, action: Mapping[str, Any]) -> int | None:
        at = self.open(action)
        return None if at is None else at.match.pk
