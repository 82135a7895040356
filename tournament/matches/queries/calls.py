"""When a match was called to its table: the courtesy minutes count from then (T7)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournament.log.models import Event

CALLING = ("match.table_assigned", "tables.assigned")
LATE_PAIR = "pair.took_place"
NEVER = ("hand.recorded", "match.games", "match.started")
"""The most frequent kinds of event. None of them gives a table or makes a match ready."""


def called_at(*, tournament_id: int) -> dict[int, datetime]:
    """Match → when its pairs were called to its table: since then it has had the table and both
    pairs. Matches that were taken from their table are left out, and so are matches that have a
    table and wait for a pair. One query."""
    told = Event.objects.filter(tournament_id=tournament_id).exclude(kind__in=NEVER)
    tables: dict[int, bool] = {}
    found: dict[int, datetime] = {}
    for kind, at, data in told.order_by("number").values_list("kind", "at", "sealed"):
        for match, called in (_given(data) if kind in CALLING else {}).items():
            tables[match] = called is not None
            found.pop(match, None)
            found.update({match: at} if called else {})
        for ref in data.get("freed", ()):
            tables[ref["id"]] = False
            found.pop(ref["id"], None)
        # A late pair's own match is told first, what follows from it after.
        own = (data,) if kind == LATE_PAIR else ()
        for one in (*own, *data.get("followed", ())):
            match = one["match"]["id"]
            found.pop(match, None)
            if one["status"] == "ready" and tables.get(match):
                found[match] = at
    return found


def _given(data: Mapping[str, Any]) -> dict[int, bool | None]:
    """Match → whether this event called its pairs; None when it took the table away."""
    given: dict[int, bool | None] = {}
    for one in data.get("assigned") or [data]:
        called = one.get("status") != "waiting"
        given[one["match"]["id"]] = called if one.get("table") else None
    return given
