"""Two installations in which everything goes wrong, one thing after the other: their servers run on
from one test to the next, as they have to in a hall."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.faults import scenarios
from bench.faults.installation import Installation
from bench.faults.postgres import Postgres, SlowWire
from bench.faults.scenarios import Fault
from bench.faults.storm import Came, Storm
from tests.servers import free_port, migrated

TABLES = 4
STORMS = 7
"""As many as a file has at most: the tables of all of them are laid at once."""


class House:
    """An installation, and the tables for its next storm."""

    def __init__(self, installation: Installation, *, servers: int) -> None:
        self.installation = installation
        self.tables = installation.prepare(servers=servers, tables=TABLES * STORMS).tables

    def with_fault(self, fault: Fault, *, times: int = 1) -> Came:
        mine, self.tables = self.tables[:TABLES], self.tables[TABLES:]
        storm = Storm(list(self.installation.web), mine)
        return scenarios.in_the_middle(self.installation, storm, fault, times=times)


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One process on SQLite, whose clock can be moved."""
    folder = tmp_path_factory.mktemp("embedded")
    shutil.copyfile(migrated(), folder / "db.sqlite3")
    installation = Installation(folder, module="bench.faults.shifted")
    try:
        yield House(installation, servers=1)
    finally:
        installation.end()


class Many(House):
    """Two servers over a PostgreSQL that can be killed and made slow, and a Redis."""

    def __init__(self, folder: Path, postgres: Postgres, wire: SlowWire, redis: Redis) -> None:
        self.postgres, self.wire, self.redis = postgres, wire, redis
        database = f"{wire.url}?pool=1:8&pool_timeout=2"
        super().__init__(
            Installation(folder, database, redis=redis.url, broker=redis.url), servers=2
        )


class Redis:
    """One that can be killed."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
        self.url = f"redis://127.0.0.1:{port}/0"

    def end(self) -> None:
        self.process.kill()
        self.process.wait(10)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Many]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    folder = tmp_path_factory.mktemp("many")
    with ExitStack() as stack:
        data = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True)
        )
        postgres = Postgres(Path(data))
        stack.callback(postgres.end)
        wire = SlowWire(postgres, 0)
        stack.callback(wire.end)
        redis = Redis(folder)
        stack.callback(redis.end)
        house = Many(folder, postgres, wire, redis)
        stack.callback(house.installation.end)
        yield house
