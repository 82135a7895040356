"""Brings faults about in a storm of hands, and counts: lost, doubled, wrong, 500.

    python -m bench.faults web power disk clock tablet      on SQLite, in a folder of their own
    python -m bench.faults --postgres web cut postgres redis read-only slow worker old
    python -m bench.faults --postgres races --races 1000

`--postgres` starts a server of its own; FAULTS_DATABASE_URL names another (it is filled), for web
and cut. `worker` and `redis` need redis-server; `old` takes `--revision`. Exit status 1 when
something was lost, doubled, wrong, or answered 500. The short forms run in tests/faults/.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.faults import scenarios, surroundings
from bench.faults.installation import Installation, free_port
from bench.faults.postgres import Postgres, SlowWire
from bench.faults.races import raced
from bench.faults.scenarios import Fault

NAMES = (
    "web", "cut", "power", "disk", "clock", "tablet", "postgres", "read-only", "slow", "worker",
    "old", "redis", "races",
)  # fmt: skip
NEEDS_POSTGRES = {"cut", "postgres", "read-only", "slow"}
SHIFTED = {"clock", "tablet"}
REDIS = {"worker", "redis"}
Around = tuple[Postgres | None, "subprocess.Popen[bytes] | None", surroundings.Worker]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=NAMES, default=["web", "power", "disk"])
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--revision", default="HEAD~1", help="the earlier version, for old")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--races", type=int, default=1_000)
    options = parser.parse_args()
    all_well = [brought_about(name, options) for name in options.names]
    sys.exit(not all(all_well))


def brought_about(name: str, options: argparse.Namespace) -> bool:
    """One fault, in a folder of its own; whether all was well."""
    with ExitStack() as stack:
        here = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")))
        database, postgres = os.environ.get("FAULTS_DATABASE_URL", ""), None
        if options.postgres or (name in NEEDS_POSTGRES and not database):
            postgres = stack.enter_context(_postgres())
            database = SlowWire(postgres).url if name == "slow" else postgres.url
        redis, address = stack.enter_context(_redis(here)) if name in REDIS else (None, "")
        installation = Installation(
            here, database, redis=address, broker=address if name == "worker" else "",
            module="bench.faults.shifted" if name in SHIFTED else "config.server",
        )  # fmt: skip
        if name == "races":
            installation.prepare(servers=2, tables=1)
            stack.callback(installation.end)
            done = raced(installation, options.races)
            print(name, done, sep="\n  ", flush=True)
            return done.ok
        worker = surroundings.Worker()
        stack.callback(worker.kill)
        stack.callback(surroundings.without_older, here)
        came = scenarios.with_fault(
            installation, _fault(name, here, (postgres, redis, worker), options.revision),
            servers=2 if database and name != "old" else 1, tables=options.tables,
            times=options.times,
        )  # fmt: skip
        copies = [scenarios.opened(one) for one in sorted((here / "copies").glob("*"))]
        jobs = worker.all_done(installation) if name == "worker" else (0, 0)
        said = [f"jobs: {jobs[0]} of {jobs[1]} done"] if name == "worker" else []
        print(name, came, *copies, *said, sep="\n  ", flush=True)
        return (
            came.ok and jobs[0] == jobs[1]
            and all(one["whole"] and not one["lost"] for one in copies)
        )  # fmt: skip


def _fault(name: str, here: Path, around: Around, revision: str) -> Fault:
    postgres, redis, worker = around
    faults = {
        "web": scenarios.kill_web, "cut": scenarios.cut_connections, "disk": scenarios.full_disk,
        "power": scenarios.power_cut(here / "copies"), "clock": surroundings.jump,
        "tablet": surroundings.cut_network, "read-only": surroundings.read_only,
        "slow": scenarios.nothing, "worker": worker.fault,
        "old": surroundings.older_beside(revision, here),
    }  # fmt: skip
    if redis and name == "redis":
        return scenarios.kill_redis(redis)
    return surroundings.kill_postgres(postgres) if postgres and name == "postgres" else faults[name]


@contextmanager
def _postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder:
        postgres = Postgres(Path(folder))
        try:
            yield postgres
        finally:
            postgres.end()


@contextmanager
def _redis(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
    try:
        yield process, f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait(10)


if __name__ == "__main__":
    main()
