"""When a match was called to its table: the courtesy minutes count from then (T7)."""

from __future__ import annotations

from datetime import datetime

from tournament.log.models import Event

CALLING = ("match.table_assigned", "tables.assigned")


def called_at(*, tournament_id: int) -> dict[int, datetime]:
    """Match → when it was last given a table. Matches taken from their table are left out. One
    query."""
    calls = Event.objects.filter(tournament_id=tournament_id, kind__in=CALLING).order_by("number")
    found: dict[int, datetime] = {}
    for at, data in calls.values_list("at", "sealed"):
        for one in data.get("assigned") or [data]:
            if one.get("table"):
                found[one["match"]["id"]] = at
            else:
                found.pop(one["match"]["id"], None)
    return found
