"""A fault at every statement of every service, in a database of its own.

    python -m bench.faults.statements              on SQLite and on PostgreSQL, and writes its part
                                                   of bench/RESULTS.md
    python -m bench.faults.statements --on sqlite  there alone, and prints

Exit status 1 when a fault left something behind. The short form, of at most four statements a
service, is tests/faults/test_every_statement.py.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.faults.postgres import Postgres
from bench.parts import RESULTS, ROOT, put, where_and_when

HOW = "python -m bench.faults.statements"
ENGINES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", choices=ENGINES)
    parser.add_argument("--here", action="store_true", help="in DATABASE_URL, as JSON")
    options = parser.parse_args()
    if options.here:
        print(json.dumps(all_broken()))
        return
    found = {engine: _elsewhere(engine) for engine in ENGINES if options.on in (None, engine)}
    text = _said(found)
    print(text)
    if options.on is None:
        put(RESULTS, "statements", text)
    sys.exit(any(one["left"] for one in found.values()))


def all_broken() -> dict[str, Any]:
    """Every service with a fault at each of its statements, in the database of DATABASE_URL, which
    is empty; it is as it was afterwards."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    from bench.faults.statements.day import Day
    from bench.faults.statements.trial import CASES, IN_PIECES, ON_FILES, tried

    call_command("migrate", verbosity=0)
    began = time.monotonic()
    with transaction.atomic():
        day = Day()
        done = [tried(name, day) for name in sorted(CASES)]
        transaction.set_rollback(True)
    return {
        "services": len(done),
        "on_files": len(ON_FILES),
        "in_pieces": len(IN_PIECES),
        "writing": sum(one.writes for one in done),
        "faults": sum(one.faults for one in done),
        "most": max((one.statements, one.name) for one in done),
        "left": [(one.name, what) for one in done for what in one.left],
        "seconds": round(time.monotonic() - began),
    }


def _elsewhere(engine: str) -> dict[str, Any]:
    """The same in a process and a database of its own."""
    with tempfile.TemporaryDirectory(prefix="statements-") as folder, _database(engine) as url:
        kept = {k: v for k, v in os.environ.items() if k not in {"REDIS_URL", "CELERY_BROKER_URL"}}
        more = {"VAR_DIR": folder, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        done = subprocess.run(
            [sys.executable, "-m", "bench.faults.statements", "--here"],
            cwd=ROOT, env={**kept, **more}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr[-8_000:])
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def _database(engine: str) -> Iterator[str]:
    if engine == "sqlite":
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder:
        postgres = Postgres(Path(folder))
        try:
            yield postgres.url
        finally:
            postgres.end()


def _said(found: dict[str, dict[str, Any]]) -> str:
    lines = [
        "### A fault at every statement",
        "",
        f"`{HOW}`, {where_and_when()}. Each public service is called again and again, with one of "
        "its statements refused each time; then every row of every table is compared with what it "
        "was before.",
        "",
        "| | services | that write | faults | left something behind | most statements | time |",
        "|---|--:|--:|--:|--:|---|--:|",
    ]
    for engine, one in found.items():
        most, name = one["most"]
        lines.append(
            f"| {ENGINES[engine]} | {one['services']} | {one['writing']} | {one['faults']:,} | "
            f"{len(one['left'])} | {most} (`{name}`) | {one['seconds']} s |"
        )
    some = next(iter(found.values()))
    lines += [
        "",
        f"{some['in_pieces']} of them go through many things in a transaction each, or note that "
        "they have begun: of these it is held that, done again, all is as without the fault. "
        f"{some['on_files']} more, of backups, work on files and are broken by the tests of "
        "backups.",
    ]
    lines += [f"- `{name}` after: {what}" for one in found.values() for name, what in one["left"]]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
