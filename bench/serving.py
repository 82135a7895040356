"""The product's own server, started and stopped around a measurement."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from typing import Any

from bench.parts import ROOT
from bench.product import get
from bench.reads import free_port
from config.server import command


class Served:
    """A server process; use as a context manager."""

    def __init__(self, env: Mapping[str, str], port: int | None = None) -> None:
        self.port = port or free_port()
        self._env = env

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Served:
        self._process = subprocess.Popen(
            command("--port", str(self.port)), cwd=ROOT, env=dict(self._env)
        )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                get(self.port, "/healthz")
                break
            except OSError:
                time.sleep(0.05)
        return self

    def __exit__(self, *_error: Any) -> None:
        self._process.terminate()
        try:
            self._process.wait(8)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
