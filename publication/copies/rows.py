"""The rows of one tournament as bytes, in the form in which SQLite stores them.

They are read without models: no instance is made and no JSON is parsed, on either database.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet

from scoring.course.models import Hand
from scoring.explain.models import Chances
from scoring.explain.rules.chances import ENGINE
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.owned import paths

Rows = dict[str, list[list[Any]]]
"""Name of a table → its rows, as values in the order of `columns_of`."""

FAST = 1
HANDS_AT_ONCE = 500
APPS = ("tournament", "scoring")
LEFT_OUT = {
    "tournament.Event": "only loses erased texts: up to the copy's event it is read where it is",
    "tournament.Notice": "is between the organizers and whom they sent something",
    "tournament.Watch": "is nobody else's, and nothing public is made of it",
    "tournament.Payment": "is between a pair and the desk",
    "scoring.Submission": "is for tablets that ask twice",
    "scoring.Chances": "comes after its hand, without an event: added where the hand is shown",
    "scoring.KeptFacts": "comes after its game, without an event: worked out of the copy's hands",
}
"""Tables that no public page reads, and why."""
BLANK = {
    "tournament.Pair": ("contact",),
    "tournament.SignUp": ("phone", "email"),
}
"""Columns left empty in a copy, because contacts are only for organizers."""


@cache
def tables() -> tuple[tuple[type[Model], str], ...]:
    """Every table that is copied, with the lookup path from its rows to the tournament."""
    found: list[tuple[type[Model], str]] = [(Tournament, "pk")]
    for model, path in paths().items():
        if model._meta.app_label in APPS and model._meta.label not in LEFT_OUT:
            found.append((model, path))
    return tuple(found)


def columns_of(model: type[Model]) -> list[str]:
    """The columns of a table in the order in which a copy has them."""
    return [str(field.column) for field in model._meta.local_concrete_fields]


def _with_log() -> list[type[Model]]:
    return [*(model for model, _path in tables()), Event]


@cache
def shape() -> str:
    """A hash of the copied tables' columns."""
    told = [(model._meta.db_table, columns_of(model)) for model in _with_log()]
    return sha256(json.dumps(told).encode()).hexdigest()[:32]


@cache
def layout() -> str:
    """A hash of the columns of all tables in a copy's file."""
    told = [shape(), Chances._meta.db_table, columns_of(Chances)]
    return sha256(json.dumps(told).encode()).hexdigest()[:32]


def rows_of(tournament_id: int) -> bytes:
    """All rows of the tournament, packed. The caller must prevent or detect writes meanwhile."""
    found = {
        model._meta.db_table: _rows(model, model._base_manager.filter(**{path: tournament_id}))
        for model, path in tables()
    }
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode(), FAST)


def log_of(tournament_id: int, number: int) -> Rows:
    """The events up to `number`."""
    events = Event._base_manager.filter(tournament_id=tournament_id, number__lte=number)
    return {Event._meta.db_table: _rows(Event, events)}


def chances_of(hands: Collection[int]) -> Rows:
    """The counted chances of these hands. They follow from the hands' cards, so they reveal nothing
    newer."""
    found: list[list[Any]] = []
    keys = list(hands)
    for start in range(0, len(keys), HANDS_AT_ONCE):
        some = keys[start : start + HANDS_AT_ONCE]
        found += _rows(Chances, Chances._base_manager.filter(engine=ENGINE, hand__in=some))
    return {Chances._meta.db_table: found}


def hands_in(rows: Rows) -> list[int]:
    """The keys of the hands among the rows."""
    place = columns_of(Hand).index("id")
    return [row[place] for row in rows.get(Hand._meta.db_table, ())]


def unpacked(rows: bytes) -> Rows:
    """What `rows_of` packed."""
    found: Rows = json.loads(zlib.decompress(rows))
    return found


def _rows(model: type[Model], rows: QuerySet[Any]) -> list[list[Any]]:
    fields = model._meta.local_concrete_fields
    names = [field.attname for field in fields]
    sql, values = rows.order_by().values_list(*names).query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = [[_plain(value) for value in row] for row in cursor.fetchall()]
    for name in BLANK.get(model._meta.label, ()):
        place = names.index(name)
        for row in found:
            row[place] = ""
    return found


def _plain(value: Any) -> Any:
    """A value in the form in which SQLite stores it."""
    if value is None or isinstance(value, str | int | float):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, datetime):
        # SQLite stores times without zone, in UTC.
        return str(value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value)
    raise TypeError(f"no copy has a way to keep {type(value)}")


def insert_all(rows: Rows, execute: Callable[[str, Iterable[Any]], object]) -> None:
    """Inserts the rows into the tables of an SQLite file. `execute`: its `executemany`."""
    models: list[type[Model]] = [*_with_log(), Chances]
    columns = {model._meta.db_table: columns_of(model) for model in models}
    for table, several in rows.items():
        names = ", ".join(f'"{name}"' for name in columns[table])
        slots = ", ".join("?" * len(columns[table]))
        # Only names of tables and columns are put in; values are passed as parameters.
        verb = "INSERT OR REPLACE" if table == Chances._meta.db_table else "INSERT"
        execute(f'{verb} INTO "{table}" ({names}) VALUES ({slots})', several)
