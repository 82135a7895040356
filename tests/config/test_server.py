"""A real server and bytes that no browser sends: always an answer below 500, never a stop."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.servers import Server

HOST = b"Host: localhost\r\nConnection: close\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("server"), env={"MAX_BODY_BYTES": "10000", "WEB_THREADS": "2"}
    ) as running:
        yield running


def status_of(server: Server, raw: bytes) -> int:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(raw)
        return int(connection.recv(100).split(b" ", 2)[1])


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GARBAGE\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400),
        (b"GET /%00 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /?q=%00 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /t/%FF%FE/ HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"GET /live/t/%00 HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"GET /static/%2e%2e/config/settings.py HTTP/1.1\r\n" + HOST + b"\r\n", 404),
        (b"POST /accounts/login/ HTTP/1.1\r\nContent-Length: -4\r\n" + HOST + b"\r\n", 400),
        (b"POST /accounts/login/ HTTP/1.1\r\nContent-Length: 10001\r\n" + HOST + b"\r\n", 413),
        (b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + HOST + b"\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
        (b"GET /live/t/a HTTP/1.1\r\nHost: localhost\r\n" + HOST + b"\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nCookie: sessionid=\xff; theme=%00\r\n" + HOST + b"\r\n", 200),
    ],
    ids=lambda value: value[:34].decode("latin-1") if isinstance(value, bytes) else str(value),
)
def test_strange_bytes_get_an_answer(server, raw, status):
    assert status_of(server, raw) == status


@pytest.mark.parametrize(
    "repeated", [b"chunked\r\nTransfer-Encoding: chunked", b"chunked, chunked", b"gzip, gzip"]
)
def test_a_repeated_transfer_encoding_is_refused(server, repeated):
    raw = b"POST /api/v1/settle/ HTTP/1.1\r\n" + HOST
    raw += b"Transfer-Encoding: " + repeated + b"\r\n\r\n0\r\n\r\n"
    assert status_of(server, raw) == 400


@pytest.mark.parametrize("path", ["/" + "a" * 60_000, "/?q=" + "a" * 60_000])
def test_a_long_address_gets_a_short_page(server, path):
    status, body = server.get(path, Accept="text/html")
    assert status == 414
    assert len(body) < 4_000
    assert b"aaaa" not in body


def test_requests_that_stop_half_way_hold_up_nobody(server):
    with ExitStack() as stack:
        for _ in range(8):
            slow = socket.create_connection(("127.0.0.1", server.port), timeout=30)
            stack.enter_context(slow)
            slow.sendall(b"POST /api/v1/settle/ HTTP/1.1\r\nContent-Length: 900\r\n" + HOST)
            slow.sendall(b"Content-Type: application/json\r\n\r\n{")
        assert server.get("/healthz")[0] == 200


NEW = """
from django.utils import timezone
from tournament.models import Tournament
Tournament.objects.create(slug="kaia", name="Kaia", starts_at=timezone.now(), event_number=3)
"""


def test_who_sends_all_of_a_body_that_is_too_large_can_read_that_it_was(server):
    head = b"POST /api/v1/settle/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as one:
        one.sendall(head)
        for _part in range(9):
            one.sendall(b"x" * 1_000_000)
            time.sleep(0.02)
        assert b" 413 " in answered(one.makefile("rb"))[0]
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in answered(one.makefile("rb"))[0]


def test_a_stream_asked_for_in_one_packet_with_a_page_stays_open(server):
    server.shell(NEW)
    server.get("/")
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as one:
        one.sendall((asked("/") + asked("/live/t/kaia")).encode())
        got = b""
        while b"text/event-stream" not in got:
            part = one.recv(100_000)
            assert part, "the connection was ended"
            got += part
        one.settimeout(0.5)
        until = time.monotonic() + 7  # longer than a connection without a request is kept
        while time.monotonic() < until:
            with suppress(TimeoutError):
                assert one.recv(100_000), "the connection was ended"


def test_requests_sent_without_waiting_are_answered_in_their_order(server):
    server.get("/")
    paths = ["/", "/healthz", "/", "/api/v1/tournaments/", "/"]
    answers = spoken(server, *map(asked, paths))
    types = [headers[b"content-type"].partition(b";")[0] for _status, headers, _body in answers]
    page, health, data = types[0], types[1], types[3]
    assert types == [page, health, page, data, page]
    assert (page, data) == (b"text/html", b"application/json")
    assert answers[0][2] == answers[2][2] == answers[4][2]
    assert [status.split()[1] for status, *_rest in answers] == [b"200"] * 5


def test_a_reader_who_asks_and_never_reads_is_not_written_to_without_end(server):
    server.get("/")
    before = resident(server)
    with socket.create_connection(("127.0.0.1", server.port), timeout=1) as one:
        try:
            for _hundred in range(200):
                one.sendall(asked("/").encode() * 100)
        except TimeoutError:
            pass  # the server has stopped reading, as it should
        assert server.get("/")[0] == 200
        # Kilobytes; all that was asked for would take hundreds of megabytes.
        assert resident(server) - before < 60_000


@pytest.mark.long
def test_none_of_it_was_an_error_of_ours(server):
    assert server.get("/healthz")[0] == 200
    assert "Traceback" not in server.log


def spoken(server: Server, *requests: str) -> list[tuple[bytes, dict[bytes, bytes], bytes]]:
    """Sends all at once on one connection; each answer's status line, headers and body."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as one:
        one.sendall("".join(requests).encode())
        file = one.makefile("rb")
        return [answered(file) for _request in requests]


def answered(file: BinaryIO) -> tuple[bytes, dict[bytes, bytes], bytes]:
    """The next answer's status line, headers and body."""
    status, headers = file.readline(), {}
    while (line := file.readline().strip()) != b"":
        name, _colon, value = line.partition(b": ")
        headers[name.lower()] = value
    return status.strip(), headers, file.read(int(headers.get(b"content-length", b"0")))


def asked(path: str) -> str:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"


def resident(server: Server) -> int:
    """Kilobytes of memory that the server has."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for 64 connections without headers, which waits a second for these."""
    folder = tmp_path_factory.mktemp("impatient")
    with Server(folder, env={"HEADER_SECONDS": "1"}, open_files=256, hard=True) as running:
        yield running


UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-",
    "an answer, then half a line": asked("/healthz").encode() + b"GE",
}


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_a_connection_on_which_no_request_arrives_is_closed(impatient, sent):
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=30) as one:
        one.sendall(sent)
        while _read(one):
            pass  # an answer to what was whole


def _read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(10_000)
    except ConnectionResetError:
        return b""


def test_pages_are_answered_beside_more_silent_connections_than_there_is_room_for(tmp_path):
    with (
        Server(tmp_path, env={"HEADER_SECONDS": "600"}, open_files=256, hard=True) as server,
        ExitStack() as stack,
    ):
        for _silent in range(300):
            at = ("127.0.0.1", server.port)
            stack.enter_context(socket.create_connection(at, timeout=30))
        assert server.get("/healthz")[0] == 200
