"""Stored rows of a tournament changed behind its back: one column edited, a row deleted, doubled,
or two rows that have swapped a value."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from django.db.models import Field, Model, QuerySet

from scoring.proof.queries.tables import FROM_THE_LOG, TABLES, TOURNAMENT, Exported
from tests.scoring.proof.compared import is_compared
from tests.tampering.values import another_inside

if TYPE_CHECKING:
    from tournament.championship.models import Tournament

ALL = (TOURNAMENT, *TABLES, *FROM_THE_LOG)
"""Every table that is held to the log."""
ACTS = ("edit", "edit", "edit", "delete", "double", "swap")


def columns_of(kept: Exported) -> list[Field[Any, Any]]:
    """The columns of a table that say something: not the row's own number, and not the tournament
    of its owner, of which there is one."""
    fields = [one for one in kept.model._meta.concrete_fields if not one.primary_key]
    return [one for one in fields if one.name != "tournament"]


def rows_of(cup: Tournament, kept: Exported) -> list[Model]:
    """All rows of a table, in order."""
    return list(kept.model._default_manager.filter(**{kept.of: cup.pk}).order_by("pk"))


def tamper_with_a_row(cup: Tournament, rng: Random) -> str | None:
    """One change of stored rows, of those that the log tells; None when there was nothing to
    change there. Raises IntegrityError where the database refuses it."""
    kept = rng.choice(ALL)
    rows = rows_of(cup, kept)
    if not rows:
        return None
    act = rng.choice(ACTS) if kept is not TOURNAMENT else "edit"
    row = rng.choice(rows)
    field = rng.choice(columns_of(kept))
    if act == "edit":
        done = edited(row, field, kept, rng)
    elif act == "delete":
        done = deleted(row, kept)
    elif act == "double":
        done = doubled(row)
    else:
        done = swapped(row, rng.choice(rows), field, kept)
    column = f".{field.name}" if act in ("edit", "swap") else ""
    return f"{act} {kept.name}{column}" if done else None


def edited(row: Model, field: Field[Any, Any], kept: Exported, rng: Random) -> bool:
    """Another value in a column of a row; False where the log need not tell of it, or where there
    is no other."""
    if not is_compared(row, kept.name, field.name):
        return False
    old = getattr(row, field.attname)
    new = another(field, old, rng)
    if new == old:
        return False
    put(row, field, new)
    return True


def put(row: Model, field: Field[Any, Any], value: Any) -> None:
    """Writes a value past everything that notes changes."""
    rows: QuerySet[Model] = QuerySet(type(row)).filter(pk=row.pk)
    rows.update(**{field.attname: value})


def another(field: Field[Any, Any], old: Any, rng: Random) -> Any:
    """A value that could stand in a column in place of `old`."""
    if field.is_relation:
        assert isinstance(field.related_model, type)
        others = field.related_model._default_manager.exclude(pk=old).order_by("pk")
        numbers = list(others.values_list("pk", flat=True))
        return rng.choice(numbers) if numbers else None
    if isinstance(old, bool):
        return not old
    if isinstance(old, datetime):
        return old + timedelta(hours=rng.choice((-1, 1)), minutes=rng.randrange(7, 50))
    if isinstance(old, int):
        return old + rng.choice((-1, 1, 2, 3))
    if old in ("A", "B"):
        return "B" if old == "A" else "A"
    if isinstance(old, str):
        choices = [key for key, _name in field.choices or () if key != old]
        return rng.choice(choices) if choices else (old[:-1] + ("x" if old[-1:] != "x" else "y"))
    if isinstance(old, dict | list):
        return changed_inside(old, rng)
    # Nothing stood there.
    kind = field.get_internal_type()
    return {"DateTimeField": datetime.fromisoformat("2026-05-24T18:00:00+00:00"),
            "JSONField": {"x": 1}}.get(kind, 1)  # fmt: skip


def changed_inside(value: Any, rng: Random) -> Any:
    """An object or a list with one leaf of it changed, or with something more in it."""
    path, copy = another_inside(value, rng)
    if path is not None:
        return copy
    return {**value, "x": 1} if isinstance(value, dict) else [*value, 1]


def deleted(row: Model, kept: Exported) -> bool:
    """The row is gone, whatever points at it. A tablet may be let go; the log says that it came."""
    if kept.name == "device":
        return False
    rows = type(row)._default_manager.filter(pk=row.pk)
    rows._raw_delete(rows.db)
    return True


def doubled(row: Model) -> bool:
    """The same row once more, under another number."""
    fields = {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}
    del fields[row._meta.pk.attname]
    type(row)._default_manager.bulk_create([type(row)(**fields)])
    return True


def swapped(row: Model, other: Model, field: Field[Any, Any], kept: Exported) -> bool:
    """Two rows have each other's value in a column; False where that changes nothing."""
    mine, theirs = getattr(row, field.attname), getattr(other, field.attname)
    both = is_compared(row, kept.name, field.name) and is_compared(other, kept.name, field.name)
    if mine == theirs or not both or _is_same_moment(mine, theirs):
        return False
    for one, value in ((row, theirs), (other, mine)):
        put(one, field, value)
    return True


def _is_same_moment(mine: Any, theirs: Any) -> bool:
    """Moments within a minute of each other: nothing is told of the seconds of an act."""
    both = isinstance(mine, datetime) and isinstance(theirs, datetime)
    return both and abs(mine - theirs) < timedelta(minutes=2)


def every_column(cup: Tournament) -> Iterator[tuple[Exported, Field[Any, Any], list[Model]]]:
    """Every column of every table, with the rows in which the log tells of it."""
    for kept in ALL:
        rows = rows_of(cup, kept)
        for field in columns_of(kept):
            if told := [row for row in rows if is_compared(row, kept.name, field.name)]:
                yield kept, field, told
