"""JSON of hands and events, compressed in the database (docs/decisions/0101).

A reader gets what was written, from a packed row and from a plain one. On PostgreSQL, processes of
the earlier version may still run during an upgrade, and these read plain rows only. So a comment on
the table of events delays packing until `manage.py pack_rows` runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from django.core.exceptions import FieldError
from django.db import models, transaction
from django.db.models.fields.json import KeyTransform

from tournament.log.rules.packing import LAST, marked, packed, unpacked

EVENTS = "tournament_event"
HELD_BACK = "Rows are written for the version before as well: manage.py pack_rows ends it."
PACKED_WHOLE = f'"{LAST}:'
"""The start of a column that is packed as a whole. Its text is unpacked without parsing JSON
first."""
ASKED_AGAIN_SECONDS = 60
ROWS_AT_ONCE = 500

_packs_from: dict[str, float] = {}
"""Database → the moment to ask it again whether rows are packed; 0: they are, never ask again."""


class Packed(models.JSONField):
    """An object that is stored packed: the whole object, or only the values under `keys`.

    The database cannot look into packed values. A query that needs it raises FieldError.
    """

    def __init__(self, *args: Any, keys: Sequence[str] = (), **options: Any) -> None:
        self.keys = tuple(keys)
        super().__init__(*args, **options)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        return name, path, args, {**options, **({"keys": self.keys} if self.keys else {})}

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """The value as written to the database. Expressions are not packed."""
        if not hasattr(value, "resolve_expression"):
            value = self.stored(value, packed if is_packing(connection) else marked)
        return super().get_db_prep_save(value, connection)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The value as it was saved, whether stored packed or plain."""
        if isinstance(value, str) and value.startswith(PACKED_WHOLE) and not self.keys:
            return unpacked(value[1:-1])  # packed text has nothing that JSON escapes
        found = super().from_db_value(value, expression, connection)
        return found if isinstance(expression, KeyTransform) else self.stored(found, unpacked)

    def stored(self, value: Any, turn: Callable[[Any], Any]) -> Any:
        """The value with `turn` applied to it, or to its values under `keys`."""
        if not self.keys:
            return turn(value)
        if not isinstance(value, dict):
            return value
        return {name: turn(one) if name in self.keys else one for name, one in value.items()}

    def get_transform(self, name: str) -> Any:
        """The lookup of `name` in the database. Raises FieldError when that value is packed."""
        if not self.keys or name in self.keys:
            raise FieldError(f"{self.name} is packed: the database does not see {name!r} in it.")
        return super().get_transform(name)


def is_packing(connection: Any) -> bool:
    """Whether rows are written packed. The database is asked each minute until it says yes."""
    if connection.vendor != "postgresql":
        return True
    database = str(connection.settings_dict["NAME"])
    again = _packs_from.get(database)
    if again is None or (again and monotonic() > again):
        with connection.cursor() as cursor:
            cursor.execute("SELECT obj_description(%s::regclass)", [EVENTS])
            again = monotonic() + ASKED_AGAIN_SECONDS if cursor.fetchone()[0] == HELD_BACK else 0
        _packs_from[database] = again
    return not again


def hold_back(connection: Any, *, holds: bool) -> None:
    """From now on rows are written plain (`holds`) or packed. Does nothing on SQLite, which
    processes of two versions never share."""
    if connection.vendor == "postgresql":
        remark = f"'{HELD_BACK}'" if holds else "NULL"
        with connection.cursor() as cursor:
            cursor.execute(f"COMMENT ON TABLE {EVENTS} IS {remark}")
    _packs_from.pop(str(connection.settings_dict["NAME"]), None)


def write_anew(connection: Any, model: Any, *, pack: bool) -> int:
    """Packs the model's plain rows, or unpacks its packed ones; returns how many it changed.

    Works in batches, so that the tournament can go on. A row that somebody changes at the same
    moment is skipped.
    """
    quote = connection.ops.quote_name
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    changed = 0
    for field in fields_of(model):
        column = quote(field.column)
        slot = "%s::jsonb" if connection.vendor == "postgresql" else "%s"
        # Only names of tables and columns are put in; values are passed as parameters.
        batch = f"SELECT {key}, {column} FROM {table} WHERE {key} > %s ORDER BY {key} LIMIT %s"  # noqa: S608
        write = f"UPDATE {table} SET {column} = {slot} WHERE {key} = %s AND {column} = {slot}"  # noqa: S608
        last = 0
        while True:
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                cursor.execute(batch, [last, ROWS_AT_ONCE])
                rows = cursor.fetchall()
                others = [
                    [other, number, text]
                    for number, text in rows
                    if (other := _turned(field, text, pack=pack)) is not None
                ]
                if others:
                    cursor.executemany(write, others)
            changed += len(others)
            if not rows:
                break
            last = rows[-1][0]
    return changed


def fields_of(model: Any) -> list[Packed]:
    """The model's packed fields."""
    return [field for field in model._meta.local_concrete_fields if isinstance(field, Packed)]


def _turned(field: Packed, text: str, *, pack: bool) -> str | None:
    """The column's text packed or unpacked; None when nothing changes."""
    found = json.loads(text)
    plain = field.stored(found, unpacked)
    other = field.stored(plain, packed if pack else marked)
    return None if other == found else json.dumps(other, cls=field.encoder)
