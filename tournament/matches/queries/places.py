"""The tables that a match is, or was, given to."""

from __future__ import annotations

from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.tables.models import Table


def was_at(*, match: Match, table_id: int) -> bool:
    """Whether the match is, or ever was, at this table: the table's tablet may hold hands of the
    match."""
    if match.table_id == table_id:
        return True
    number = Table.objects.filter(pk=table_id).values_list("number", flat=True).first()
    if number is None:
        return False
    told = Event.objects.filter(tournament_id=match.tournament_id)
    alone = told.filter(
        kind__in=("match.started", "match.table_assigned"),
        sealed__match__id=match.pk,
        sealed__table=number,
    )
    if alone.exists():
        return True
    several = told.filter(kind="tables.assigned").values_list("sealed__assigned", flat=True)
    return any(
        (one["match"]["id"], one["table"]) == (match.pk, number) for some in several for one in some
    )
