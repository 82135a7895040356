"""A database that is busy, full, read-only or away answers 503 in words, and never 500."""

import html
import sqlite3
from typing import Any

import psycopg
import psycopg_pool
import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import InterfaceError, InternalError, OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client

from web.errors import AWAY, BUSY, FULL, READ_ONLY, trouble_of

pytestmark = pytest.mark.django_db


def raised(error: type[Exception], cause: Exception) -> Exception:
    """As Django raises it: with the driver's words, and the driver's error as its cause."""
    try:
        raise error(*cause.args) from cause
    except Exception as wrapped:
        return wrapped


TROUBLES = [
    (OperationalError, sqlite3.OperationalError("database is locked"), BUSY),
    (OperationalError, sqlite3.OperationalError("database or disk is full"), FULL),
    (OperationalError, sqlite3.OperationalError("attempt to write a readonly database"), READ_ONLY),
    (OperationalError, sqlite3.OperationalError("disk I/O error"), AWAY),
    (OperationalError, sqlite3.OperationalError("no such table: x"), None),
    (OperationalError, psycopg.OperationalError("server closed the connection"), AWAY),
    (OperationalError, psycopg.errors.AdminShutdown("terminating connection"), AWAY),
    (OperationalError, psycopg_pool.PoolTimeout("no connection after 10 s"), BUSY),
    (OperationalError, psycopg.errors.DiskFull("No space left on device"), FULL),
    (InternalError, psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT"), READ_ONLY),
    (InterfaceError, psycopg.InterfaceError("the connection is closed"), AWAY),
    (InternalError, psycopg.errors.InFailedSqlTransaction("aborted"), None),
]


@pytest.mark.parametrize(("error", "cause", "trouble"), TROUBLES)
def test_each_trouble_is_told_from_the_faults_of_the_program(error, cause, trouble):
    assert trouble_of(raised(error, cause)) is trouble


@pytest.mark.parametrize(("error", "cause", "trouble"), [t for t in TROUBLES if t[2]])
@pytest.mark.parametrize("path", ["/t/nowhere/", "/api/v1/tournaments/nowhere/"])
def test_it_is_answered_503_in_words_with_the_time_to_wait(
    monkeypatch, path, error, cause, trouble
):
    def broken(*_ignored: Any, **_more: Any) -> None:
        raise raised(error, cause)

    client = Client(raise_request_exception=False)
    assert client.get(path).status_code == 404
    monkeypatch.setattr(CursorWrapper, "execute", broken)
    response = client.get(path)
    assert response.status_code == 503
    assert response["Retry-After"] == str(trouble.wait)
    page = html.unescape(response.text)
    told = response.json()["errors"][0]["message"] if path.startswith("/api/") else page
    assert str(trouble.title) in told


def test_also_when_it_comes_to_light_outside_the_view(monkeypatch):
    def full(*_ignored: Any) -> None:
        cause = sqlite3.OperationalError("database or disk is full")
        raise raised(OperationalError, cause)

    monkeypatch.setattr(SessionStore, "load", full)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    assert client.get("/organizer/").status_code == 503


def test_a_read_only_file_is_found_to_be_one(tmp_path):
    there = tmp_path / "db.sqlite3"
    with sqlite3.connect(there) as made:
        made.execute("CREATE TABLE t (x)")
    only = sqlite3.connect(f"file:{there}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as refused:
        only.execute("INSERT INTO t VALUES (1)")
    assert trouble_of(raised(OperationalError, refused.value)) is READ_ONLY


def test_a_full_disk_is_found_to_be_one(tmp_path):
    with sqlite3.connect(tmp_path / "db.sqlite3") as small:
        small.execute("CREATE TABLE t (x)")
        small.execute("PRAGMA max_page_count=3")
        with pytest.raises(sqlite3.OperationalError) as refused:
            small.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert trouble_of(raised(OperationalError, refused.value)) is FULL
