"""Makes the rows that follow from the log alone."""

from __future__ import annotations

from typing import Any

from django.db import DatabaseError, OperationalError, models, transaction

from scoring.proof.queries.filerows import must_be_free, value_of
from scoring.proof.queries.tables import FROM_THE_LOG, Exported
from scoring.proof.rules.beside import Beside
from scoring.proof.rules.keys import State
from scoring.proof.rules.lines import BrokenFile
from scoring.proof.rules.numbers import span_of
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.referees.models import Referee
from tournament.tables.models import Table

OTHERS: dict[str, type[models.Model]] = {"pair": Pair, "table": Table, "referee": Referee}
UNSTORABLE = (DatabaseError, LookupError, TypeError, OverflowError)


def retell(*, tournament: Tournament, told: Beside) -> None:
    """Stores every row that the log tells beside the play, for a tournament that has none of them.
    The log lacks unopened secrets, which stay empty, and referees' names, which become their
    numbers. Raises BrokenFile."""
    for table in FROM_THE_LOG:
        rows = told.rows[table.name]
        if table.key == "id" and rows:
            first = min(told.by[table.name, key] for key in rows) + 1
            must_be_free(table, span_of(rows), line=first)
        for key, state in rows.items():
            line = told.by[table.name, key] + 1  # line 1 is the header
            try:
                with transaction.atomic():
                    _row(tournament, table, key, state, line).save(force_insert=True)
            except OperationalError:  # a fault of the database, not of the file
                raise
            except UNSTORABLE as error:
                detail = str(error).strip().split("\n")[0][:200]
                raise BrokenFile(line, "not_storable", detail) from error


def _row(
    tournament: Tournament, table: Exported, key: int, state: State, line: int
) -> models.Model:
    fields = dict(state)
    if table.key:
        fields[table.key] = key
    made: dict[str, Any] = {}
    for name, value in fields.items():
        column, _lookup, of_other = name.partition("__")
        made[column] = (
            _other(tournament, column, value)
            if of_other
            else value_of(table, name, value, line=line)
        )
    if "tournament" in table.at_home:
        made["tournament"] = tournament
    if table.model is Referee and not state["has_left"]:
        made["name"] = str(key)
    return table.model(**made)


def _other(tournament: Tournament, column: str, number: Any) -> models.Model:
    found = OTHERS[column]._default_manager.filter(tournament=tournament, number=number).first()
    if found is None:
        raise LookupError(f"there is no {column} {number}")
    return found
