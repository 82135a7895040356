"""The rows of a `.mustour` file, read strictly: every column must be known, every reference must
have its row. A column that the file lacks, because its version had none, gets the model's
default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_datetime

from scoring.proof.queries.tables import TABLES, TOURNAMENT, Exported
from scoring.proof.rules.lines import BrokenFile, Line
from scoring.proof.rules.numbers import HIGHEST, joined, span_of
from tournament.log.rules.events import stamp

Rows = dict[str, list[Line]]
RETIRED = {"tournament": {"delay_minutes"}}
"""Table → columns that only files of earlier versions have."""
BY_MODEL = {table.model: table.name for table in TABLES}


def without_retired(line: Line) -> Line:
    """The line without the columns that no row has any more."""
    retired = RETIRED.get(str(line.data.get("row")), set())
    data = {name: value for name, value in line.data.items() if name not in retired}
    return replace(line, data=data)


def rows_in(lines: Iterable[Line]) -> Rows:
    """The rows of a file by table. Each has its own id and refers only to rows of the file. Raises
    BrokenFile."""
    rows: Rows = {}
    for line in lines:
        if line.kind == "row":
            rows.setdefault(str(line.data.get("row")), []).append(line)
    known = {TOURNAMENT.name: TOURNAMENT, **{table.name: table for table in TABLES}}
    for name, of_table in rows.items():
        if name not in known:
            raise BrokenFile(of_table[0].number, "unknown_table", name[:40])
        rows[name] = [_completed(known[name], line) for line in of_table]
    ids = {table.name: _ids(rows.get(table.name, [])) for table in TABLES}
    for name, of_table in rows.items():
        for line in of_table:
            _must_point_inside(known[name], line, ids)
    return rows


def spans_of(rows: Rows, named: Mapping[str, range]) -> dict[str, range]:
    """Table → the range of ids from the lowest to the highest in the file's rows and in its log. No
    row here may have one of these ids. Raises BrokenFile (numbers_taken), with the table and the
    line of its first row, or of the header."""
    spans = {}
    for table in TABLES:
        lines = rows.get(table.name, [])
        own = span_of([line.data["id"] for line in lines])
        if span := joined(own, named.get(table.name, range(0))):
            must_be_free(table, span, line=lines[0].number if lines else 1)
            spans[table.name] = span
    return spans


def must_be_free(table: Exported, span: range, *, line: int) -> None:
    """Raises BrokenFile: numbers_taken when a row here has an id in the range, bad_row when the
    range has ids that no row may have. Gaps in the range count too: rows were there that the log
    may name."""
    if span[0] < 1 or span[-1] > HIGHEST:
        raise BrokenFile(line, "bad_row", "id")
    if table.model._default_manager.filter(pk__gte=span[0], pk__lte=span[-1]).exists():
        detail = f"{table.name} {span[0]} to {span[-1]}"
        raise BrokenFile(line, "numbers_taken", detail)


def fields_of(table: Exported, line: Line) -> dict[str, Any]:
    """Column → value of a row, each checked against its column's type and length. Raises
    BrokenFile."""
    values = {name: value for name, value in line.data.items() if name != "row"}
    return {
        _column(table, name): value_of(table, name, value, line=line.number)
        for name, value in values.items()
    }


def _completed(table: Exported, line: Line) -> Line:
    """The line with the model's default for each column that it lacks. Raises BrokenFile for an
    unknown column, and for one without which there is no such row."""
    wrong = line.data.keys() - {"row", *table.fields, *table.private}
    defaults = {}
    for name in (*table.fields, *table.private):
        field = table.model._meta.get_field(name)
        if name not in line.data and isinstance(field, models.Field):
            if field.primary_key or not (field.has_default() or field.null or field.blank):
                wrong.add(name)
            defaults[name] = field.get_default()
    if wrong:
        raise BrokenFile(line.number, "bad_row", ", ".join(sorted(wrong))[:200])
    return Line(line.number, line.kind, {**defaults, **line.data})


def _ids(lines: list[Line]) -> set[int]:
    ids: set[int] = set()
    for line in lines:
        number = line.data["id"]
        if type(number) is not int or not 0 < number <= HIGHEST or number in ids:
            raise BrokenFile(line.number, "bad_row", "id")
        ids.add(number)
    return ids


def _must_point_inside(table: Exported, line: Line, ids: dict[str, set[int]]) -> None:
    for name in table.fields:
        field = table.model._meta.get_field(name)
        target = BY_MODEL.get(getattr(field, "related_model", None))  # type: ignore[arg-type]
        if target is None:
            continue
        value = line.data.get(name)
        if value is None and getattr(field, "null", False):
            continue
        if type(value) is not int or value not in ids[target]:
            raise BrokenFile(line.number, "points_nowhere", name)


def _column(table: Exported, name: str) -> str:
    return f"{name}_id" if table.model._meta.get_field(name).is_relation else name


def value_of(table: Exported, name: str, value: Any, *, line: int) -> Any:
    """A value converted for its column, and checked against its type and length. Raises BrokenFile
    with the line."""
    field = table.model._meta.get_field(name)
    if field.is_relation or not isinstance(field, models.Field) or value is None:
        return value
    try:
        if isinstance(field, models.DateTimeField):
            moment = parse_datetime(value)
            if moment is None or moment.tzinfo is None or stamp(moment) != value:
                raise ValueError("not a moment")
            return moment
        if not isinstance(field, models.JSONField):
            if field.to_python(value) != value or isinstance(value, bool) != isinstance(
                field, models.BooleanField
            ):
                raise ValueError("another type")
            field.run_validators(value)
    except (ValidationError, ValueError, TypeError, OverflowError) as error:
        raise BrokenFile(line, "bad_row", f"{name}: {error}"[:200]) from error
    return value
