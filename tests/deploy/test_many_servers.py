"""Caddy in front of several containers of one name: it finds each of them, and does without one
that has gone. Docker's name server gives all their addresses, in another order each time; a name
server of this test does the same."""

import http.client
import shutil
import socket
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT, free_port
from tests.services import becomes

pytestmark = pytest.mark.service
SERVERS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
IS_AN_ADDRESS = b"\0\1\0\1"


class Names(threading.Thread):
    """A name server: every name has the addresses of `SERVERS`, the next one first each time."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]
        self.asked = 0

    def run(self) -> None:
        while True:
            try:
                query, client = self.socket.recvfrom(512)
            except OSError:
                return
            self.socket.sendto(self._answer(query), client)

    def _answer(self, query: bytes) -> bytes:
        end = query.index(b"\0", 12) + 5
        addresses = SERVERS if query[end - 4 : end] == IS_AN_ADDRESS else ()
        self.asked += bool(addresses)
        first = self.asked % len(SERVERS)
        head = query[:2] + b"\x81\x80\0\1" + len(addresses).to_bytes(2) + bytes(4)
        rows = (
            b"\xc0\x0c" + IS_AN_ADDRESS + (600).to_bytes(4) + b"\0\4" + socket.inet_aton(address)
            for address in (*addresses[first:], *addresses[:first])
        )
        return head + query[12:end] + b"".join(rows)


class Says(BaseHTTPRequestHandler):
    """Says on which address it was asked, and closes the connection, so that each is a new one."""

    def do_GET(self) -> None:
        said = self.server.server_address[0]
        assert isinstance(said, str)
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said.encode())

    def log_message(self, *_arguments: Any) -> None:
        pass


@pytest.fixture
def servers() -> Iterator[dict[str, ThreadingHTTPServer]]:
    port = free_port()
    made = {address: ThreadingHTTPServer((address, port), Says) for address in SERVERS}
    for one in made.values():
        threading.Thread(target=one.serve_forever, daemon=True).start()
    yield made
    for one in made.values():
        one.shutdown()
        one.server_close()


@pytest.fixture
def caddy(servers: dict[str, ThreadingHTTPServer], tmp_path: Path) -> Iterator[int]:
    """The port of Caddy with deploy/Caddyfile.many, which asks the name server of this test."""
    if not shutil.which("caddy"):
        pytest.skip("caddy is not installed")
    names = Names()
    names.start()
    behind = next(iter(servers.values())).server_address[1]
    text = (ROOT / "deploy/Caddyfile.many").read_text().replace("web:8000", f"web:{behind}")
    asks = f"lb_policy least_conn\n transport http {{\n resolvers udp/127.0.0.1:{names.port}\n }}"
    text = text.replace("lb_policy least_conn", asks).replace("\n{\n", "\n{\nadmin off\n", 1)
    (tmp_path / "Caddyfile").write_text(text)
    port = free_port()
    with (tmp_path / "log").open("wb") as log:
        running = subprocess.Popen(
            ["caddy", "run", "--config", tmp_path / "Caddyfile", "--adapter", "caddyfile"],
            env={"SITE": f"http://:{port}", "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
            stderr=log,
        )
    try:
        becomes(lambda: _answer(port) in SERVERS, True)
        yield port
    finally:
        running.kill()
        running.wait(60)
        names.socket.close()


def _answer(port: int) -> str:
    """Which server answered; the status where none did, "" where there is no proxy yet."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as one:
        try:
            one.request("GET", "/")
            answer = one.getresponse()
            return answer.read().decode() if answer.status == 200 else str(answer.status)
        except OSError:
            return ""


def test_each_server_of_one_name_is_found_and_one_that_goes_is_not_missed(servers, caddy):
    with ThreadPoolExecutor(6) as crowd:
        answered = Counter(crowd.map(_answer, [caddy] * 60))
        assert answered.keys() == set(SERVERS), "each of them"
        gone = servers[SERVERS[0]]
        gone.shutdown()
        gone.server_close()
        answered = Counter(crowd.map(_answer, [caddy] * 60))
    assert answered.keys() == set(SERVERS[1:])
    assert answered.total() == 60
