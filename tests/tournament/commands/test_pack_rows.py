"""`manage.py pack_rows` on an installation that comes from an earlier version, and the way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.operations.conftest import Installation, empty, filled, filled_once

__all__ = ["empty", "filled", "filled_once"]

SETTLEMENTS = "SELECT settlement FROM scoring_hand ORDER BY id"
EVENTS = "SELECT sealed FROM tournament_event ORDER BY id"
BEFORE = ("tournament", "0021_delay_of_publication")


def stored(at: Installation) -> list[Any]:
    """Settlements and events as SQLite has them."""
    return [json.loads(str(text)) for asked in (SETTLEMENTS, EVENTS) for (text,) in at.ask(asked)]


def done(at: Installation, *command: str) -> str:
    status, said = at.manage(*command)
    assert status == 0, said
    return said


def test_rows_of_an_earlier_version_are_packed_and_go_back_as_they_were(
    filled: Installation,
) -> None:
    (slug,) = filled.ask("SELECT slug FROM tournament_tournament ORDER BY id LIMIT 1")[0]
    before, log = stored(filled), done(filled, "verify_log", str(slug), "--export")
    assert not any(isinstance(one, str) for one in before)
    done(filled, "pack_rows")
    packed = stored(filled)
    assert sum(isinstance(one, str) for one in packed) == len(filled.ask(SETTLEMENTS))
    assert done(filled, "verify_log", str(slug), "--export") == log
    done(filled, "migrate", *BEFORE, "--verbosity", "0")
    assert stored(filled) == before
    done(filled, "migrate", "--verbosity", "0")
    assert done(filled, "verify_log", str(slug), "--export") == log


@pytest.mark.service
def test_postgresql_in_use_writes_for_the_version_before_until_rows_are_packed(
    postgres_url: str, tmp_path: Path
) -> None:
    import psycopg

    at = Installation(tmp_path, postgres_url)

    def packed() -> list[bool]:
        with psycopg.connect(postgres_url.replace("&pool=off", "")) as connection:
            asked = "SELECT jsonb_typeof(settlement) FROM scoring_hand ORDER BY id"
            return [kind == "string" for (kind,) in connection.execute(asked).fetchall()]

    done(at, "simulate", "--pairs", "2", "--seed", "1")
    first = len(packed())
    assert packed() == [True] * first
    done(at, "migrate", *BEFORE, "--verbosity", "0")
    assert packed() == [False] * first
    done(at, "migrate", "--verbosity", "0")
    done(at, "simulate", "--pairs", "2", "--seed", "2")
    assert len(packed()) > first
    assert not any(packed())
    done(at, "pack_rows")
    assert all(packed())
