"""Servers that are started, killed and started again on one database."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from bench.faults.storm import STORED, TABLES_SCRIPT, Storm

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60


class Installation:
    """A folder, a database, and web processes by their ports."""

    def __init__(
        self, folder: Path, database: str = "", *, redis: str = "", broker: str = "",
        module: str = "config.server",
    ) -> None:  # fmt: skip
        self.folder, self.module = folder, module
        self.env = {
            **os.environ,
            "VAR_DIR": str(folder),
            "DATABASE_URL": database or f"sqlite:///{folder / 'db.sqlite3'}",
            "REDIS_URL": redis,
            "CELERY_BROKER_URL": broker,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.web: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def database(self) -> str:
        """The address without our own words for the pool."""
        return re.sub(r"[?&]pool.*", "", self.env["DATABASE_URL"])

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        return done.stdout

    def ask(self, script: str) -> Any:
        return json.loads(self.manage("shell", "--no-imports", "-c", script))

    def prepare(self, *, servers: int, tables: int) -> Storm:
        """Migrates, draws, starts the servers; the storm is ready to begin."""
        self.manage("migrate", "--verbosity", "0")
        made = self.ask(TABLES_SCRIPT.format(tablets=tables))
        for _number in range(servers):
            self.start()
        return Storm(list(self.web), made)

    def start(
        self, port: int | None = None, *, before: tuple[str, ...] = (), root: Path = ROOT
    ) -> int:
        """Starts a web process of the code in `root`; returns its port when it answers."""
        port = port or free_port()
        command = [sys.executable, "-m", self.module, "--port", str(port)]
        with (self.folder / f"web-{port}.log").open("ab") as log:
            self.web[port] = subprocess.Popen(
                [*before, *command], cwd=root, env=self.env, stdout=log, stderr=log
            )
        end = time.monotonic() + START_SECONDS
        while not _answers(port):
            if self.web[port].poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / f"web-{port}.log").read_text()[-2000:])
            time.sleep(0.05)
        return port

    def kill(self, port: int) -> None:
        """SIGKILL: nothing is tidied up."""
        self.web[port].kill()
        self.web[port].wait(10)

    def end(self) -> None:
        for port, process in self.web.items():
            if process.poll() is None:
                self.kill(port)

    def stored(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(STORED)
        return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
