"""What benchmarks share: a database, a server, a browser, and their parts of RESULTS.md."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from config.server import command

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("RESULTS.md")


def options(description: str | None) -> argparse.ArgumentParser:
    """The parser of a benchmark's command line; `publish` reads its `--print`."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--print", action="store_true", help="print, leave RESULTS.md alone")
    return parser


def publish(chosen: argparse.Namespace, name: str, text: str) -> None:
    """Prints `text`; unless --print was given, also puts it between the marks of `name` in
    RESULTS.md, at the end when there are none."""
    print(text)
    if chosen.print:
        return
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    whole = RESULTS.read_text(encoding="utf-8")
    part = f"{begin}\n{text}\n{end}"
    if begin in whole:
        whole = whole.partition(begin)[0] + part + whole.partition(end)[2]
    else:
        whole = f"{whole.rstrip()}\n\n{part}\n"
    RESULTS.write_text(whole, encoding="utf-8")


def where_and_when() -> str:
    """Commit, minute, load and processors, as a sentence says them."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.check_output(command, cwd=ROOT, text=True).strip()
    at = datetime.now(UTC).isoformat(timespec="minutes")
    return f"commit {commit}, {at}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def manage(env: Mapping[str, str], *arguments: str) -> str:
    """The last line that a command of manage.py writes. Raises SystemExit when it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=dict(env), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"manage.py {' '.join(arguments)}\n{done.stderr}")
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def database(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a server with a migrated database of its own, SQLite in `folder` unless
    `more` names another."""
    env = os.environ | {
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **more,
    }
    manage(env, "migrate", "--verbosity", "0")
    return env


def script(env: Mapping[str, str], text: str) -> Any:
    """What a script in Django's shell prints on its last line, as JSON."""
    return json.loads(manage(env, "shell", "-v", "0", "-c", text))


class Served(NamedTuple):
    """A running server."""

    port: int
    pid: int


@contextmanager
def server(
    env: Mapping[str, str],
    port: int = 0,
    *,
    start: Callable[..., list[str]] = command,
    folder: Path = ROOT,
) -> Iterator[Served]:
    """The product's own server, once it answers; `start` gives the command line of another."""
    with socket.create_server(("127.0.0.1", port)) as probe:
        port = probe.getsockname()[1]
    process = subprocess.Popen(start("--port", str(port)), cwd=folder, env=dict(env))
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not _answers(port):
            time.sleep(0.05)
        yield Served(port, process.pid)
    finally:
        process.terminate()
        process.wait(10)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def resident(pid: int) -> float:
    """Megabytes of a process's memory that are really there."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("this system does not say how much memory a process has")


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium."""
    from playwright.sync_api import sync_playwright

    from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()
