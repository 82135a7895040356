"""The real thing for tests: a uvicorn process with a database of its own, on a free port."""

import fcntl
import gzip
import hashlib
import itertools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from tests.shell import Shell

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 180.0


_PORTS = itertools.count(10_000 + os.getpid() * 61 % 20_000)


def free_port() -> int:
    """A port that nobody has: another one each time, below those that a system gives to whoever
    connects somewhere, which could take it before the server does."""
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port
    raise AssertionError("unreachable")


def migrated() -> Path:
    """An empty database with every migration, made once for all tests of these migrations."""
    parts = sorted(ROOT.glob("*/migrations/*.py"))
    told = hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"mus-tests-{os.getuid()}-{told}"
    folder.mkdir(mode=0o700, exist_ok=True)
    kept = folder / "migrated.sqlite3"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            made = folder / "db.sqlite3"
            made.unlink(missing_ok=True)
            Server(folder).manage("migrate", "--verbosity", "0")
            made.rename(kept)
    return kept


def empty(file: Path) -> str:
    """The address of a migrated SQLite database with nothing in it."""
    shutil.copyfile(migrated(), file)
    return f"sqlite:///{file}"


WITHOUT_JOBS = {"JOBS_HERE": "0"}
"""For a server with the demo's hands: it would begin to count the chances in all of them."""


def put_demo(folder: Path, of_run: "pytest.TempPathFactory") -> None:
    """Puts the database of `manage.py demo` and its keys into a folder: made once a run, whichever
    process of the run asks first."""
    shared = of_run.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    kept = shared / "demo"
    with (shared / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            made = shared / "demo-in-making"
            made.mkdir()
            shutil.copyfile(migrated(), made / "db.sqlite3")
            Server(made).manage("demo")
            made.rename(kept)
    shutil.copytree(kept, folder, dirs_exist_ok=True)


def put_kept(version: str, file: Path, of_run: "pytest.TempPathFactory") -> None:
    """Puts the kept database of an earlier version, migrated forward, into a file: migrated once a
    run, whichever process of the run asks first."""
    shared = of_run.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / f"kept-{version}"
    with (shared / f"kept-{version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            made = shared / f"kept-{version}-in-making"
            made.mkdir()
            with gzip.open(ROOT / f"tests/kept/{version}/mus.sqlite3.gz") as old:
                (made / "db.sqlite3").write_bytes(old.read())
            Server(made).manage("migrate", "--verbosity", "0")
            made.rename(folder)
    shutil.copyfile(folder / "db.sqlite3", file)


class Server:
    """Use as a context manager. `folder` keeps database, key and log between restarts."""

    def __init__(
        self,
        folder: Path,
        *,
        env: Mapping[str, str] | None = None,
        port: int | None = None,
        command: Sequence[str] = (sys.executable, "-m", "config.server"),
        open_files: int | None = None,
        hard: bool = False,
        code: Path = ROOT,
    ) -> None:
        self.command = command
        self.code = code
        self.open_files = open_files
        self.limit = "H" if hard else "S"
        self.folder = folder
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {
            **{k: v for k, v in os.environ.items() if k not in {"REDIS_URL", "CELERY_BROKER_URL"}},
            "VAR_DIR": str(folder),
            "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            **(env or {}),
        }
        self.process: subprocess.Popen[bytes] | None = None
        self._shell = Shell(self.env)

    def __enter__(self) -> "Server":
        database = self.folder / "db.sqlite3"
        if self.env["DATABASE_URL"] == f"sqlite:///{database}" and not database.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(migrated(), database)
        elif "/mus_test_" not in self.env["DATABASE_URL"]:  # a copy of a migrated one
            self.manage("migrate", "--verbosity", "0")
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        self._shell.close()

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    @property
    def was_cut(self) -> bool:
        """Whether uvicorn had to end streams that did not end by themselves."""
        return "graceful shutdown exceeded" in self.log

    def start(self) -> None:
        command = [*self.command, "--host", "127.0.0.1", "--port", str(self.port)]
        if self.open_files:  # the soft limit, which the server raises, or the hard one
            limit = f"ulimit -S{self.limit.strip('S')}n {self.open_files}"
            command = ["sh", "-c", f'{limit}; exec "$@"', "sh", *command]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.code, env=self.env, stdout=log, stderr=subprocess.STDOUT
            )
        self._wait_until_it_answers()

    def must_run(self) -> None:
        """Starts it again if a test has killed it."""
        if self.process is None or self.process.poll() is not None:
            self.start()

    def terminate(self, *, timeout: float = 60.0) -> float:
        """SIGTERM; returns the seconds it took to end."""
        assert self.process is not None
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(timeout)
        return time.monotonic() - began

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(60)

    def manage(self, *arguments: str) -> str:
        """Does what `manage.py` would against the same database; what was written."""
        status, said = self._shell.manage(*arguments)
        assert status == 0, said
        return said

    def shell(self, script: str) -> str:
        """Runs a script against the same database, in a process that stays; what it printed."""
        return self._shell.run(script)

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def _wait_until_it_answers(self) -> None:
        assert self.process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"The server ended at once:\n{self.log}")
            try:
                if self.get("/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"The server did not answer in {START_SECONDS} s:\n{self.log}")
