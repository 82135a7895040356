"""The JavaScript engine run elsewhere, and settlements as text that can be compared."""

import contextlib
import functools
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("needs Node.js: install the package nodejs")
    return found


def run_node(program: Path, lines: Sequence[str]) -> list[str]:
    """What a program in Node answers, line by line."""
    ran = subprocess.run(
        [node(), str(program)], input="\n".join(lines), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout.split("\n")


def settled_in_node(lines: Sequence[str]) -> list[str]:
    """One settlement a line of JSON, from Node."""
    return run_node(ROOT / "tablet" / "settle-lines.mjs", lines)


def settled_in(browser: "Browser", lines: Sequence[str]) -> list[str]:
    """The same, from a page in a real browser."""
    with _served(ROOT / "tablet") as address:
        page = browser.new_page()
        page.goto(f"{address}/mus/data.js")
        settled: list[str] = page.evaluate(
            """async (lines) => {
                const { settle } = await import("/mus/index.js");
                return lines.map((line) => JSON.stringify(settle(JSON.parse(line))));
            }""",
            list(lines),
        )
        page.close()
    return settled


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests are nobody's news."""


def comparable(settlement: object) -> str:
    """The settlement as text: key order aside, and 2.0 for 2 as JSON has it, all must be equal."""
    return json.dumps(_as_json_has_it(settlement), sort_keys=True)


def _as_json_has_it(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _as_json_has_it(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_json_has_it(inner) for inner in value]
    return value
