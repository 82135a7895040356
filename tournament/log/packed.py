"""JSON of hands and events, packed where it is stored (docs/decisions/0101).

Whoever reads a row gets what was written, from a packed row and from a plain one. On PostgreSQL
processes of the version before may run beside ours during an upgrade, and they read plain rows
only: a remark on the table of events holds packing back until `manage.py pack_rows`.
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
"""How a column begins that is packed whole: its text is taken as it stands, without parsing."""
ASKED_AGAIN_SECONDS = 60
ROWS_AT_ONCE = 500

_packs_from: dict[str, float] = {}
"""By database: when it has to be asked again whether it packs; 0: it does, and goes on to."""


class Packed(models.JSONField):
    """An object that is stored packed: all of it, or what stands under `keys`.

    The database cannot look into what is packed, and a question that would is refused.
    """

    def __init__(self, *args: Any, keys: Sequence[str] = (), **options: Any) -> None:
        self.keys = tuple(keys)
        super().__init__(*args, **options)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        return name, path, args, {**options, **({"keys": self.keys} if self.keys else {})}

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """The value as it is written; expressions are left alone."""
        if not hasattr(value, "resolve_expression"):
            value = self.stored(value, packed if is_packing(connection) else marked)
        return super().get_db_prep_save(value, connection)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The value as it was given, whichever way it is stored."""
        if isinstance(value, str) and value.startswith(PACKED_WHOLE) and not self.keys:
            return unpacked(value[1:-1])  # it has nothing that JSON escapes
        found = super().from_db_value(value, expression, connection)
        return found if isinstance(expression, KeyTransform) else self.stored(found, unpacked)

    def stored(self, value: Any, turn: Callable[[Any], Any]) -> Any:
        """The value with its packed parts, or those to be packed, turned."""
        if not self.keys:
            return turn(value)
        if not isinstance(value, dict):
            return value
        return {name: turn(one) if name in self.keys else one for name, one in value.items()}

    def get_transform(self, name: str) -> Any:
        """How the database looks under `name`. Raises FieldError for what is packed."""
        if not self.keys or name in self.keys:
            raise FieldError(f"{self.name} is packed: the database does not see {name!r} in it.")
        return super().get_transform(name)


def is_packing(connection: Any) -> bool:
    """Whether rows are written packed. Asked of the database once, or each minute until so."""
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
    """From now on rows are written plain, or packed. SQLite's have one version at a time."""
    if connection.vendor == "postgresql":
        remark = f"'{HELD_BACK}'" if holds else "NULL"
        with connection.cursor() as cursor:
            cursor.execute(f"COMMENT ON TABLE {EVENTS} IS {remark}")
    _packs_from.pop(str(connection.settings_dict["NAME"]), None)


def write_anew(connection: Any, model: Any, *, pack: bool) -> int:
    """Packs the model's rows that are plain, or the other way round; how many it changed.

    Some at a time, each batch for itself, so that people play on; a row that somebody changes at
    the same moment is left to them.
    """
    quote = connection.ops.quote_name
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    changed = 0
    for field in fields_of(model):
        column = quote(field.column)
        slot = "%s::jsonb" if connection.vendor == "postgresql" else "%s"
        # Names of tables and columns alone; values are given apart.
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
    """The column's text the other way; None when it is that already."""
    found = json.loads(text)
    plain = field.stored(found, unpacked)
    other = field.stored(plain, packed if pack else marked)
    return None if other == found else json.dumps(other, cls=field.encoder)
