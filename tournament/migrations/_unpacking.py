"""Unpacks rows of hands and events that versions of November 2026 stored compressed.

In the place of an object stood a text: `1:`, then the object's JSON deflated against
`_packed_dictionary.txt`, in Base64. A text of the object's own that looked like this had `0:` before
it.
"""

from __future__ import annotations

import json
import re
import zlib
from binascii import a2b_base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import transaction

DICTIONARY = Path(__file__).with_name("_packed_dictionary.txt").read_bytes()
PACKED = re.compile(r"\d+:")
MOST_BYTES = 16_000_000
RAW = -15
ROWS_AT_ONCE = 500


def unpacked(value: Any) -> Any:
    """The value as it was before it was packed. A text that cannot be unpacked becomes
    {"unreadable": text}: somebody changed it in the database, and the log's hashes show the
    change."""
    if not isinstance(value, str) or not PACKED.match(value):
        return value
    number, _colon, text = value.partition(":")
    if number == "0":
        return text
    try:
        inflating = zlib.decompressobj(RAW, zdict=DICTIONARY)
        found = inflating.decompress(a2b_base64(text, strict_mode=True), MOST_BYTES)
        return json.loads(found.decode()) if inflating.eof else {"unreadable": value}
    except (ValueError, RecursionError, zlib.error):
        return {"unreadable": value}


def unpack_settlements(apps: Any, schema_editor: Any) -> None:
    """Unpacks the settlements of hands."""
    _rewrite(schema_editor.connection, "scoring_hand", "settlement", ())


def unpack_events(apps: Any, schema_editor: Any) -> None:
    """Unpacks what events tell of a hand."""
    _rewrite(schema_editor.connection, "tournament_event", "sealed", ("hand",))


def _rewrite(connection: Any, table: str, column: str, keys: tuple[str, ...]) -> None:
    """Works in batches, each a transaction of its own, so that readers are never kept out."""
    slot = "%s::jsonb" if connection.vendor == "postgresql" else "%s"
    write = f"UPDATE {table} SET {column} = {slot} WHERE id = %s AND {column} = {slot}"  # noqa: S608
    for rows in _batches(connection, table, column):
        changed = []
        for pk, text in rows:
            stored = json.loads(text)
            plain = _plain(stored, keys)
            if plain != stored:
                changed.append([json.dumps(plain, separators=(",", ":")), pk, text])
        if changed:
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                cursor.executemany(write, changed)


def _batches(connection: Any, table: str, column: str) -> Iterator[list[tuple[int, str]]]:
    read = f"SELECT id, {column} FROM {table} WHERE id > %s ORDER BY id LIMIT %s"  # noqa: S608
    last = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(read, [last, ROWS_AT_ONCE])
            rows = cursor.fetchall()
        if not rows:
            return
        yield rows
        last = rows[-1][0]


def _plain(stored: Any, keys: tuple[str, ...]) -> Any:
    if not keys:
        return unpacked(stored)
    if not isinstance(stored, dict):
        return stored
    return {name: unpacked(value) if name in keys else value for name, value in stored.items()}
