"""Hands and events that a version of November 2026 stored compressed are plain after migrating."""

import gzip
import json
import sqlite3
import zlib
from base64 import b64encode
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.kept.test_kept_databases import HERE, run
from tournament.migrations._unpacking import DICTIONARY, unpacked

SETTLEMENTS = "SELECT id, settlement FROM scoring_hand ORDER BY id"
EVENTS = "SELECT id, sealed FROM tournament_event ORDER BY id"


def packed(value: Any) -> str:
    """The object as such a version stored it."""
    deflating = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=DICTIONARY)
    text = deflating.compress(json.dumps(value).encode()) + deflating.flush()
    return f"1:{b64encode(text).decode()}"


def rows(file: Path) -> tuple[list[Any], list[Any]]:
    """The settlements and what events say, as the database has them."""
    with closing(sqlite3.connect(file)) as database:
        return tuple(
            [json.loads(text) for _pk, text in database.execute(query)]
            for query in (SETTLEMENTS, EVENTS)
        )  # type: ignore[return-value]


def pack(file: Path) -> None:
    """Packs all rows as such a version did."""
    with closing(sqlite3.connect(file)) as database:
        for pk, text in database.execute(SETTLEMENTS).fetchall():
            write = "UPDATE scoring_hand SET settlement = ? WHERE id = ?"
            database.execute(write, [json.dumps(packed(json.loads(text))), pk])
        for pk, text in database.execute(EVENTS).fetchall():
            sealed = json.loads(text)
            if "hand" in sealed:
                sealed["hand"] = packed(sealed["hand"])
                write = "UPDATE tournament_event SET sealed = ? WHERE id = ?"
                database.execute(write, [json.dumps(sealed), pk])
        database.commit()


@pytest.mark.long
def test_a_kept_database_with_packed_rows_is_migrated_to_the_same_rows(tmp_path):
    file = tmp_path / "mus.sqlite3"
    file.write_bytes(gzip.decompress((HERE / "0.1.0/mus.sqlite3.gz").read_bytes()))
    run(file, "manage.py", "migrate", "-v", "0", "tournament", "0025")
    run(file, "manage.py", "migrate", "-v", "0", "scoring", "0010")
    before = rows(file)
    pack(file)
    settlements, events = rows(file)
    assert all(isinstance(one, str) for one in settlements)
    assert any(isinstance(one.get("hand"), str) for one in events)
    run(file, "manage.py", "migrate", "-v", "0")
    assert rows(file) == before
    with closing(sqlite3.connect(file)) as database:
        slugs = database.execute("SELECT slug FROM tournament_tournament").fetchall()
    for (slug,) in slugs:
        run(file, "manage.py", "verify_log", slug)


@pytest.mark.parametrize("text", ["1:", "1:QUJD", "7:QUJD", packed("x" * 17_000_000)])
def test_a_text_that_cannot_be_unpacked_says_so_and_swells_no_memory(text):
    assert unpacked(text) == {"unreadable": text}


@pytest.mark.parametrize(
    ("stored", "plain"), [("0:1:x", "1:x"), ("text", "text"), ({"a": 1}, {"a": 1}), (None, None)]
)
def test_what_was_never_packed_stays(stored, plain):
    assert unpacked(stored) == plain
