"""A server to measure, and the part of RESULTS.md that each benchmark writes."""

import argparse
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from config.server import command

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("RESULTS.md")


def options(description: str | None) -> argparse.ArgumentParser:
    """`--print`: print only; `--json`: the figures as JSON, print only."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--print", action="store_true", help="print only")
    parser.add_argument("--json", action="store_true", help="the figures as JSON, print only")
    return parser


def publish(chosen: argparse.Namespace, name: str, figures: Any, text: str) -> bool:
    """Prints the figures as text or JSON; writes `text` into RESULTS.md unless --json or --print
    was given. Returns whether it was written."""
    print(json.dumps(asdict(figures)) if chosen.json else text)
    if chosen.json or chosen.print:
        return False
    put(RESULTS, name, text)
    return True


def put(file: Path, name: str, text: str) -> None:
    """Puts `text` between the marks of `name`, at the end when there are none."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    whole = file.read_text(encoding="utf-8")
    part = f"{begin}\n{text}\n{end}"
    if begin in whole:
        whole = whole.partition(begin)[0] + part + whole.partition(end)[2]
    else:
        whole = f"{whole.rstrip()}\n\n{part}\n"
    file.write_text(whole, encoding="utf-8")


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


class Served(NamedTuple):
    """A running server."""

    port: int
    pid: int


@contextmanager
def server(env: Mapping[str, str], port: int = 0) -> Iterator[Served]:
    """The product's own server, once it answers."""
    with socket.create_server(("127.0.0.1", port)) as probe:
        port = probe.getsockname()[1]
    process = subprocess.Popen(command("--port", str(port)), cwd=ROOT, env=dict(env))
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
