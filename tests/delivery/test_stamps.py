"""What this process takes for the newest is the newest, whoever wrote and whenever."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from delivery import stamps as module
from delivery.marks import PublishedAddress
from delivery.stamps import Stamp, Stamps, TournamentStamps, glance_at
from tournament.notify import LogProgress

CHANGE = LogProgress("kaia", 2, ())


class Database:
    """One number, read slowly; something may happen in the middle of a read."""

    def __init__(self) -> None:
        self.number = 1
        self.reads = 0
        self.meanwhile: list[Callable[[], None]] = []

    async def read(self, _work: object) -> TournamentStamps:
        self.reads += 1
        number = self.number
        await asyncio.sleep(0)
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return TournamentStamps(Stamp(1, number, "hash", "release"))


def number_of(stamps: Stamps) -> int:
    stamp = asyncio.run(stamps.newest(PublishedAddress("kaia")))
    assert stamp is not None
    return stamp.number


def test_it_is_read_once_until_something_is_told():
    database = Database()
    stamps = Stamps(database.read)
    assert [number_of(stamps) for _ in range(3)] == [1, 1, 1]
    database.number = 2
    stamps.forget(CHANGE)
    assert [number_of(stamps) for _ in range(3)] == [2, 2, 2]
    assert database.reads == 2


def test_a_change_during_the_read_is_not_lost():
    database = Database()
    stamps = Stamps(database.read)

    def change() -> None:
        database.number = 2
        stamps.forget(CHANGE)

    database.meanwhile.append(change)
    assert number_of(stamps) == 2
    assert number_of(stamps) == 2


def test_changes_without_end_keep_nobody_waiting():
    database = Database()
    stamps = Stamps(database.read)
    database.meanwhile = [lambda: stamps.forget(CHANGE)] * 50
    assert number_of(stamps) == 1
    assert database.reads == module.TRIES
    assert stamps.known(PublishedAddress("kaia")) is None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "db #1.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE one (number)")
        made.commit()
    return path


@pytest.fixture
def glance(file: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("delivery.stamps.SECONDS_BETWEEN_GLANCES", 0)
    found = glance_at({"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)})
    assert found is not None
    yield found
    found.close()


def wrote(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("INSERT INTO one VALUES (1)")
        other.commit()


def test_a_glance_sees_that_another_process_wrote(file, glance):
    assert glance.has_changed()
    assert not glance.has_changed()
    wrote(file)
    assert glance.has_changed()
    assert not glance.has_changed()


def test_a_glance_sees_another_file_in_its_place(file, glance, tmp_path):
    glance.has_changed()
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(tmp_path / "c")) as copy:
        source.backup(copy)
    (tmp_path / "c").replace(file)
    assert glance.has_changed()
    assert not glance.has_changed()


def test_a_file_that_cannot_be_read_counts_as_changed(file, glance):
    glance.has_changed()
    file.rename(file.with_suffix(".away"))
    assert glance.has_changed()
    assert glance.has_changed()


def test_elsewhere_there_is_nothing_to_glance_at():
    assert glance_at({"ENGINE": "django.db.backends.postgresql", "NAME": "mus"}) is None
    assert glance_at({"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}) is None


def test_a_write_by_another_process_is_seen_without_a_word(file, glance):
    database = Database()
    stamps = Stamps(database.read, glance)
    assert number_of(stamps) == 1
    database.number = 2
    wrote(file)
    assert number_of(stamps) == 2
