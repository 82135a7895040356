"""Statements whose SQL is composed once and reused, for the few that every hand runs.

The ORM composes a statement again each time, which takes longer than the database's answer. Here a
queryset is composed once in each thread, with a slot in place of each value; inserts and updates
reuse one text for each model. No SQL is written by hand: the models remain the only description of
the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from operator import add
from threading import local
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.db import connection
from django.db.models import Field, Model, QuerySet, query

M = TypeVar("M", bound=Model)
Row = Sequence[Any]

FIRST_SLOT = 9_007_199_254_740_881
"""Placeholder for a value while a statement is composed: a number that no row has."""


MOST_ROWS = 40
"""The most rows in one statement: some builds of SQLite allow no more than 999 values."""


_planned: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""Connection to PostgreSQL → the names of the statements it has prepared."""


class Prepared(Generic[M]):
    """A queryset whose values are given later. `numbers` and `texts` are the names of the values.

    `compose` gets a placeholder for each name. It may only compare with it, and only with the whole
    value. Raises ValueError when a placeholder is not in the statement.
    """

    def __init__(
        self,
        compose: Callable[..., QuerySet[M, Any]],
        *,
        numbers: Sequence[str] = (),
        texts: Sequence[str] = (),
    ) -> None:
        self._compose = compose
        self._slots: dict[str, object] = {
            name: FIRST_SLOT + at for at, name in enumerate(numbers)
        } | {name: f"slot {name} {FIRST_SLOT}" for name in texts}
        self._kept = local()

    def rows(self, **values: object) -> list[M]:
        """The instances, with the related instances and annotations of the queryset."""
        return list(map(self._statement().build, self.raw(**values)))

    def raw(self, **values: object) -> list[Row]:
        """The rows as tuples, in the order of the queryset's columns."""
        statement = self._statement()
        with connection.cursor() as cursor:
            cursor.execute(*statement.asked(cursor, values))
            return statement.converted(cursor.fetchall())

    def _statement(self) -> _Statement:
        by_vendor: dict[str, _Statement] = self._kept.__dict__
        found = by_vendor.get(connection.vendor)
        if found is None:
            queryset = self._compose(**self._slots)
            found = by_vendor[connection.vendor] = _Statement(queryset, self._slots)
        return found


class _Statement:
    """A composed queryset: its SQL, the places of its values, and how to make instances of rows."""

    def __init__(self, queryset: QuerySet[Any, Any], slots: Mapping[str, object]) -> None:
        compiler: Any = queryset.query.get_compiler(connection=connection)
        self._sql, composed = compiler.as_sql()
        names = {value: name for name, value in slots.items()}
        self._values: list[Any] = list(composed)
        self._places = [
            (place, names[value])
            for place, value in enumerate(composed)
            if isinstance(value, int | str) and value in names
        ]
        if {name for _place, name in self._places} != set(slots):
            raise ValueError("A slot is not in the statement")
        self._name = "kept_" + sha256(self._sql.encode()).hexdigest()[:24]
        self._compiler = compiler
        self._converters = compiler.get_converters([column[0] for column in compiler.select])
        if compiler.klass_info is not None:
            chosen = compiler.klass_info["select_fields"]
            self._from, self._to = chosen[0], chosen[-1] + 1
            self._model = compiler.klass_info["model"]
            columns = compiler.select[self._from : self._to]
            self._names = [column[0].target.attname for column in columns]
            populators: Any = query.get_related_populators
            self._related = populators(compiler.klass_info, compiler.select, connection.alias)

    def asked(self, cursor: Any, values: Mapping[str, object]) -> tuple[str, list[Any]]:
        """The SQL to execute, with its values. PostgreSQL prepares it once for each connection."""
        if connection.vendor == "postgresql":
            self._plan(cursor)
            given = [values[name] for _place, name in self._places]
            return f"EXECUTE {self._name} ({', '.join(['%s'] * len(given))})", given
        given = self._values.copy()
        for place, name in self._places:
            given[place] = values[name]
        return self._sql, given

    def _plan(self, cursor: Any) -> None:
        planned = _planned.setdefault(connection.connection, set())
        if self._name in planned:
            return
        pieces, slots = self._sql.split("%s"), {place for place, _name in self._places}
        marks = ["%s"] * (len(pieces) - 1)
        for number, (place, _name) in enumerate(self._places, start=1):
            marks[place] = f"${number}"
        text = "".join(map(add, pieces, [*marks, ""]))
        fixed = [value for place, value in enumerate(self._values) if place not in slots]
        cursor.execute(f"PREPARE {self._name} AS {text}", fixed)
        planned.add(self._name)

    def converted(self, rows: list[Row]) -> list[Row]:
        if not self._converters:
            return rows
        return list(self._compiler.apply_converters(rows, self._converters))

    def build(self, row: Row) -> Any:
        made = self._model.from_db(connection.alias, self._names, row[self._from : self._to])
        for related in self._related:
            related.populate(row, made)
        for name, place in self._compiler.annotation_col_map.items():
            setattr(made, name, row[place])
        return made


@dataclass(frozen=True, slots=True)
class Write:
    """A statement with its values. `done` is called with the cursor after the statement ran."""

    text: str
    values: list[Any]
    done: Callable[[Any], None]


class Together:
    """Writes that do not depend on each other's results, carried out in the order given.

    PostgreSQL gets all of them in one message, because each round trip costs more than the work.
    `run` raises the error of any of them; the caller's transaction must then be rolled back.
    """

    def __init__(self) -> None:
        self._writes: list[Write] = []

    def insert(self, rows: Sequence[Model]) -> None:
        """Adds what the function `insert` does. Rows get their ids in `run`."""
        self._writes += insertions(rows)

    def update(self, row: Model, *names: str) -> None:
        """Adds what the function `update` does."""
        self._writes.append(_updating(row, names))

    def run(self) -> None:
        """Carries out all writes. Raises DoesNotExist of a model whose row is gone, and database
        errors."""
        writes, self._writes = self._writes, []
        with connection.cursor() as cursor:
            if _takes_several():
                _run_at_once(cursor, writes)
            else:
                _run(cursor, writes)


def _takes_several() -> bool:
    features: Any = connection.features
    return connection.vendor == "postgresql" and not features.uses_server_side_binding


def _run_at_once(cursor: Any, writes: Sequence[Write]) -> None:
    text = "; ".join(write.text for write in writes)
    cursor.execute(text, [value for write in writes for value in write.values])
    for write in writes:
        write.done(cursor)
        cursor.nextset()


def _run(cursor: Any, writes: Iterable[Write]) -> None:
    for write in writes:
        cursor.execute(write.text, write.values)
        write.done(cursor)


def insert(rows: Sequence[Model]) -> None:
    """Inserts new rows of one model, as `bulk_create` does, and sets their ids.

    One statement for each MOST_ROWS of them.
    """
    with connection.cursor() as cursor:
        _run(cursor, insertions(rows))


def insertions(rows: Sequence[Model]) -> Iterator[Write]:
    """The writes that insert new rows of one model and set their ids."""
    for first in range(0, len(rows), MOST_ROWS):
        batch: Sequence[Any] = rows[first : first + MOST_ROWS]
        model: Any = type(batch[0])
        values: list[Any] = []
        for row in batch:
            row._prepare_related_fields_for_save(operation_name="insert")
            values += [
                field.get_db_prep_save(field.pre_save(row, add=True), connection)
                for field in _written(model)
            ]
        yield Write(_insert_text(model, len(batch)), values, partial(_has_ids, batch))


def _has_ids(rows: Sequence[Any], cursor: Any) -> None:
    for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
        row.pk = pk
        row._state.adding, row._state.db = False, connection.alias


def update(row: Model, *names: str) -> None:
    """Writes these fields of a row that exists, as `save(update_fields=…)` does.

    Raises the model's DoesNotExist when it is gone.
    """
    with connection.cursor() as cursor:
        _run(cursor, [_updating(row, names)])


def _updating(row: Model, names: Iterable[str]) -> Write:
    model = type(row)
    text, values = _update(model, {"pk": row.pk}, {name: getattr(row, name) for name in names})
    return Write(text, values, partial(_must_be_there, model))


def _must_be_there(model: Any, cursor: Any) -> None:
    if not cursor.rowcount:
        raise model.DoesNotExist


def update_where(model: type[Model], known: Mapping[str, object], **to: object) -> int:
    """Writes `to` in the rows whose fields equal `known` (None: null); returns how many there
    were."""
    with connection.cursor() as cursor:
        cursor.execute(*_update(model, known, to))
        return int(cursor.rowcount)


def _update(
    model: type[Model], known: Mapping[str, object], to: Mapping[str, object]
) -> tuple[str, list[Any]]:
    text, written, compared = _update_text(
        model, tuple(to), tuple((name, value is None) for name, value in known.items())
    )
    values = [*to.values(), *(value for value in known.values() if value is not None)]
    fields = [*written, *compared]
    return text, [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values, strict=True)
    ]


@cache
def _written(model: Any) -> list[Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


@cache
def _insert_text(model: Any, count: int) -> str:
    quote: Any = connection.ops.quote_name
    fields = _written(model)
    columns = ", ".join(quote(field.column) for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    rows = ", ".join([one] * count)
    # Only names of tables and columns are put in; values are passed as parameters.
    return f"INSERT INTO {table} ({columns}) VALUES {rows} RETURNING {key}"  # noqa: S608


@cache
def _update_text(
    model: Any, to: tuple[str, ...], known: tuple[tuple[str, bool], ...]
) -> tuple[str, list[Any], list[Any]]:
    """The SQL, the fields it writes, and the fields whose values it compares."""
    quote = connection.ops.quote_name
    written = [_field(model, name) for name in to]
    compared = [(_field(model, name), is_empty) for name, is_empty in known]
    setting = ", ".join(f"{quote(field.column)} = %s" for field in written)
    asked = " AND ".join(
        f"{quote(field.column)} {'IS NULL' if is_empty else '= %s'}" for field, is_empty in compared
    )
    table = quote(model._meta.db_table)
    text = f"UPDATE {table} SET {setting} WHERE {asked}"  # noqa: S608 (names alone)
    return text, written, [field for field, is_empty in compared if not is_empty]


def _field(model: Any, name: str) -> Any:
    return model._meta.pk if name == "pk" else model._meta.get_field(name)
