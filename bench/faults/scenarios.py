"""The faults themselves. Each is brought about in the middle of a storm, which then goes on."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.faults.installation import Installation
from bench.faults.storm import Came, Storm

Fault = Callable[[Installation, Storm, int], None]


def with_fault(
    installation: Installation, fault: Fault, *, servers: int = 1, tables: int = 4, times: int = 2
) -> Came:
    """A storm with the fault in its middle, `times` times; what came of it."""
    storm = installation.prepare(servers=servers, tables=tables)
    try:
        return in_the_middle(installation, storm, fault, times=times)
    finally:
        installation.end()


def in_the_middle(installation: Installation, storm: Storm, fault: Fault, *, times: int) -> Came:
    """The same with servers that run, and go on."""
    try:
        storm.start()
        for time_ in range(times):
            storm.until(4 * (time_ + 1))
            fault(installation, storm, time_)
        storm.until(len(storm.acknowledged) + 8)
        storm.stop()
        return storm.compared(installation.stored())
    finally:
        storm.stop()


def kill_web(installation: Installation, storm: Storm, _time: int) -> None:
    """A web process dies at once and comes back; with another one beside it nobody waits."""
    port = storm.ports[0]
    installation.kill(port)
    installation.start(port)


def cut_connections(installation: Installation, _storm: Storm, _time: int) -> None:
    """PostgreSQL ends every connection, several times."""
    import psycopg

    with psycopg.connect(installation.database, autocommit=True) as connection:
        for _again in range(3):
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            time.sleep(0.2)


def nothing(_installation: Installation, storm: Storm, _time: int) -> None:
    """What is wrong is wrong from the beginning: the storm goes on."""
    storm.until(len(storm.acknowledged) + 8)


def kill_redis(server: subprocess.Popen[bytes]) -> Fault:
    """Redis dies and does not come back."""

    def fault(_installation: Installation, _storm: Storm, _time: int) -> None:
        server.kill()
        server.wait(10)

    return fault


def power_cut(copies: Path) -> Fault:
    """The files as they are at one moment: what a machine finds when its power is back."""

    def fault(installation: Installation, storm: Storm, number: int) -> None:
        process = installation.web[storm.ports[0]]
        into = copies / str(number)
        into.mkdir(parents=True)
        os.kill(process.pid, signal.SIGSTOP)
        try:
            known = set(storm.acknowledged)
            for name in ("db.sqlite3", "db.sqlite3-wal"):
                if (installation.folder / name).exists():
                    shutil.copy(installation.folder / name, into / name)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        (into / "acknowledged").write_text("\n".join(sorted(known)))

    return fault


def opened(copy: Path) -> dict[str, Any]:
    """How a copy opens: whether it is whole, and how many acknowledged hands it has not got."""
    with closing(sqlite3.connect(copy / "db.sqlite3")) as database:
        whole = database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        keys = {key for (key,) in database.execute("SELECT key FROM scoring_hand WHERE key <> ''")}
    known = set((copy / "acknowledged").read_text().split())
    return {"whole": whole, "lost": len(known - keys), "acknowledged": len(known)}


def full_disk(installation: Installation, storm: Storm, number: int) -> None:
    """No file may grow any more: hands are answered 503; then there is room again."""
    port = storm.ports[0]
    sizes = [
        path.stat().st_size for path in installation.folder.glob("db.sqlite3*") if path.is_file()
    ]
    blocks = str(max(sizes) // 1024 + 1)
    installation.kill(port)
    limit = ("sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh")
    installation.start(port, before=limit)
    end = time.monotonic() + 15
    while not storm.answers[503] and time.monotonic() < end:
        time.sleep(0.1)
    installation.kill(port)
    installation.start(port)
