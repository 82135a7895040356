"""Rows that follow from the log alone, made from it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from django.utils.dateparse import parse_datetime

from scoring.proof.queries.tables import FROM_THE_LOG, Kept
from scoring.proof.rules.beside import Beside
from scoring.proof.rules.keys import State
from scoring.proof.rules.lines import BrokenFile
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log.rules.events import stamp
from tournament.referees.models import Referee
from tournament.tables.models import Table

OTHERS: dict[str, type[models.Model]] = {"pair": Pair, "table": Table, "referee": Referee}
UNREADABLE = (
    DatabaseError, ValidationError, LookupError, ValueError, TypeError, AttributeError,
    OverflowError,
)  # fmt: skip


def retell(*, tournament: Tournament, told: Beside) -> None:
    """Stores every row that the log tells beside the play, for a tournament that has none of them.
    A secret that was not opened and the names of referees are not in it: the one stays empty, the
    others are called by their number. Raises BrokenFile."""
    for kept in FROM_THE_LOG:
        for key, state in told.rows[kept.name].items():
            line = told.by[kept.name, key] + 1  # line 1 is the header
            try:
                with transaction.atomic():
                    _store(_row(tournament, kept, key, state), line)
            except UNREADABLE as error:
                detail = str(error).strip().split("\n")[0][:200]
                raise BrokenFile(line, "not_storable", detail) from error


def _store(row: models.Model, line: int) -> None:
    taken = row.pk is not None and type(row)._default_manager.filter(pk__gte=row.pk).exists()
    if taken:
        raise BrokenFile(line, "numbers_taken", "rebuild in an empty database")
    objects = {one.name for one in row._meta.fields if isinstance(one, models.JSONField)}
    row.clean_fields(exclude=objects)
    row.save(force_insert=True)


def _row(tournament: Tournament, kept: Kept, key: int, state: State) -> models.Model:
    fields = dict(state)
    if kept.key:
        fields[kept.key] = key
    made: dict[str, Any] = {}
    for name, value in fields.items():
        column, _lookup, of_other = name.partition("__")
        made[column] = _other(tournament, column, value) if of_other else _value(kept, name, value)
    if "tournament" in kept.at_home:
        made["tournament"] = tournament
    if kept.model is Referee and not state["has_left"]:
        made["name"] = str(key)
    return kept.model(**made)


def _other(tournament: Tournament, column: str, number: Any) -> models.Model:
    found = OTHERS[column]._default_manager.filter(tournament=tournament, number=number).first()
    if found is None:
        raise LookupError(f"there is no {column} {number}")
    return found


def _value(kept: Kept, name: str, value: Any) -> Any:
    if not isinstance(kept.model._meta.get_field(name), models.DateTimeField):
        return value
    moment: datetime | None = parse_datetime(value)
    if moment is None or moment.tzinfo is None or stamp(moment) != value:
        raise ValueError(f"{name}: not a moment")
    return moment
