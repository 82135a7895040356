"""Half-sent requests use up neither the open files nor the patience of everybody else."""

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import pytest
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState

from config.connections import PatientProtocol
from tests.aio import run_apart
from tests.servers import Server

FILES = 400
NEW = """
from django.utils import timezone
from tournament.models import Tournament
Tournament.objects.create(slug="kaia", name="Kaia", starts_at=timezone.now(), event_number=3)
"""
HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-More: "


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("few-files")
    with Server(folder, env={"HEADER_SECONDS": "2"}, open_files=FILES) as running:
        yield running


def half_sent(server: Server, stack: ExitStack, count: int) -> list[socket.socket]:
    made = []
    for _ in range(count):
        one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=5))
        one.sendall(HALF)
        made.append(one)
    return made


def closed(one: socket.socket) -> bool:
    """Whether the other side ends the connection; what it still sends is read first."""
    try:
        while one.recv(4000):
            pass
        return True
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_more_half_sent_requests_than_open_files_leave_the_pages_answering(server: Server) -> None:
    with ExitStack() as stack:
        half_sent(server, stack, FILES + 100)
        began = time.monotonic()
        assert server.get("/")[0] == 200
        assert time.monotonic() - began < 5
    assert "Too many open files" not in server.log


def test_headers_that_do_not_end_in_time_end_the_connection(server: Server) -> None:
    with ExitStack() as stack:
        (one,) = half_sent(server, stack, 1)
        assert closed(one)


def test_a_second_request_on_the_same_connection_has_to_end_in_time_too(server: Server) -> None:
    with ExitStack() as stack:
        one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=5))
        one.sendall(HALF + b"x\r\n\r\n")
        assert b" 200 " in one.recv(4000)
        one.sendall(HALF)
        assert closed(one)


UNREAD = b"POST /%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n"


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\r\n"),
        (UNREAD % (b"api/v1/settle/", b"Content-Length: 9000000"), b"x"),
        (UNREAD % (b"api/v1/settle/", b"Transfer-Encoding: chunked"), b"1\r\nx\r\n"),
        (UNREAD % (b"live/t/nowhere", b"Content-Length: 9"), b"x"),
    ],
    ids=["an empty line", "part of a body refused", "a chunk refused", "part of a body not read"],
)
def test_what_comes_after_an_answer_and_begins_no_request_ends_the_connection(
    server: Server, asked: bytes, after: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as one:
        one.sendall(asked)
        assert one.recv(4000).startswith(b"HTTP/1.1 ")
        one.sendall(after)
        assert closed(one)


@pytest.mark.parametrize("after", [b"", b"\r\n"], ids=["nothing", "an empty line"])
def test_more_answered_connections_than_open_files_leave_the_pages_answering(
    server: Server, after: bytes
) -> None:
    with ExitStack() as stack:
        for _ in range(FILES + 100):
            one = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            stack.enter_context(one)
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in one.recv(100_000)
            one.sendall(after)
        assert server.get("/")[0] == 200
    assert "Too many open files" not in server.log


@pytest.mark.parametrize("begun", [b"GET /", HALF, b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_head_without_end_ends_the_connection_before_it_fills_the_memory(
    server: Server, begun: bytes
) -> None:
    server.get("/")
    before = resident(server)
    many = b"a: b\r\n" if begun.endswith(b"\r\n") else b"a" * 6
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=5) as one,
        pytest.raises(ConnectionError),
    ):
        one.sendall(begun + many * 10_000_000)
    assert resident(server) - before < 8_000


def test_a_large_body_on_a_connection_is_not_taken_for_the_head_of_the_next(
    server: Server,
) -> None:
    body = b'{"mano": "' + b"x" * 300_000 + b'"}'
    head = UNREAD % (b"api/v1/settle/", b"Content-Type: application/json\r\nContent-Length: %d")
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as one:
        file = one.makefile("rb")
        for _time in range(3):
            one.sendall(head % len(body) + body[:200_000])
            one.sendall(body[200_000:])
            assert b" 422 " in answered(file)[0]
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: loc")
            time.sleep(0.05)
            one.sendall(b"alhost\r\n\r\n")
            assert b" 200 " in answered(file)[0]


def test_a_request_that_begins_in_the_packet_of_a_large_body_is_answered(server: Server) -> None:
    head = UNREAD % (b"api/v1/settle/", b"Content-Type: application/json\r\nContent-Length: %d")
    body = b'{"mano": "' + b"x" * 150_000 + b'"}'
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as one:
        one.sendall(head % len(body) + body + b"GET /healthz HTTP/1.1\r\nHost: loc")
        file = one.makefile("rb")
        assert b" 422 " in answered(file)[0]
        one.sendall(b"alhost\r\n\r\n")
        assert b" 200 " in answered(file)[0]


def test_who_sends_all_of_a_body_that_is_too_large_can_read_that_it_was(server: Server) -> None:
    head = UNREAD % (b"api/v1/settle/", b"Content-Length: 9000000")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as one:
        one.sendall(head)
        for _part in range(9):
            one.sendall(b"x" * 1_000_000)
            time.sleep(0.02)
        assert b" 413 " in answered(one.makefile("rb"))[0]
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in answered(one.makefile("rb"))[0]


def test_a_request_that_would_lose_its_body_is_told_how_to_come(server: Server) -> None:
    upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 2"
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as one:
        one.sendall(UNREAD % (b"api/v1/settle/", upgrade) + b"{}")
        said = one.recv(4000)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"without an Upgrade header" in said
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\n")
        one.sendall(b"Upgrade: h2c\r\n\r\n")
        assert one.recv(4000).startswith(b"HTTP/1.1 200 ")
    assert "Unsupported upgrade" not in server.log


def test_a_stream_asked_for_in_one_packet_with_a_page_stays_open(server: Server) -> None:
    server.manage("shell", "-c", NEW)
    server.get("/")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as one:
        one.sendall((asked("/") + asked("/live/t/kaia")).encode())
        until, got = time.monotonic() + 7, b""
        one.settimeout(0.5)
        while time.monotonic() < until:
            try:
                part = one.recv(100_000)
                assert part, "the connection was ended"
                got += part
            except TimeoutError:
                pass
    assert b"text/event-stream" in got


class Transport(asyncio.Transport):
    """One whose reader has taken all but `left` bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.left, self.is_aborted = 100_000, False

    def get_write_buffer_size(self) -> int:
        return self.left

    def abort(self) -> None:
        self.is_aborted = True


@pytest.mark.parametrize("reads", [True, False])
def test_a_reader_who_takes_nothing_of_an_answer_is_let_go_and_a_slow_one_is_not(
    monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    monkeypatch.setattr("config.connections.UNREAD_SECONDS", 0.02)

    async def slowly() -> bool:
        transport = Transport()
        config = Config("config.asgi:application", lifespan="off")
        config.load()
        protocol = PatientProtocol(config, ServerState(), {})
        protocol.transport, protocol.flow = transport, FlowControl(transport)
        protocol.pause_writing()
        for _time in range(6):
            await asyncio.sleep(0.02)
            transport.left -= reads
        if reads:
            protocol.resume_writing()
            await asyncio.sleep(0.06)
        return transport.is_aborted

    assert run_apart(slowly()) is not reads


def test_a_request_whose_headers_are_whole_is_not_hurried(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as one:
        body = b'{"mano": 0}'
        one.sendall(
            b"POST /api/v1/settle/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        )
        time.sleep(2.5)
        one.sendall(body)
        assert b" 422 " in one.recv(4000)


def test_the_soft_limit_on_open_files_is_raised_to_the_hard_one(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, soft), hard))
        script = "import resource as r; from django.conf import settings as s; "
        script += "print(r.getrlimit(r.RLIMIT_NOFILE)[0] == s.OPEN_FILES > 256)"
        assert "True" in Server(tmp_path).manage("shell", "--no-imports", "-c", script)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_streams_and_half_sent_requests_are_bounded_below_the_open_files(tmp_path: Path) -> None:
    script = "from django.conf import settings as s; "
    script += "print(s.LIVE_STREAMS, s.HALF_REQUESTS, s.OPEN_FILES)"
    server = Server(tmp_path, env={"LIVE_STREAMS": "9000000"})
    said = server.manage("shell", "--no-imports", "-c", script).split()
    streams, half, files = map(int, said)
    assert 0 < streams + half <= files * 3 // 4


def spoken(server: Server, *requests: str) -> list[tuple[bytes, dict[bytes, bytes], bytes]]:
    """Sends all at once on one connection; each answer's status line, headers and body."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as one:
        one.sendall("".join(requests).encode())
        file = one.makefile("rb")
        return [answered(file, has_body=not asked.startswith("HEAD")) for asked in requests]


def answered(file: BinaryIO, *, has_body: bool = True) -> tuple[bytes, dict[bytes, bytes], bytes]:
    """The next answer's status line, headers and body."""
    status, headers = file.readline(), {}
    while (line := file.readline().strip()) != b"":
        name, _colon, value = line.partition(b": ")
        headers[name.lower()] = value
    size = int(headers.get(b"content-length", b"0")) if has_body else 0
    return status.strip(), headers, file.read(size)


def asked(path: str, method: str = "GET", **headers: str) -> str:
    told = "".join(f"{name.replace('_', '-')}: {text}\r\n" for name, text in headers.items())
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{told}\r\n"


def test_what_waits_in_memory_is_sent_as_the_long_way_sends_it(server: Server) -> None:
    server.get("/")
    (short,) = spoken(server, asked("/"))
    (long,) = spoken(server, asked("/", Connection="close"))
    closing = {b"date", b"connection"}
    assert short[0] == long[0] == b"HTTP/1.1 200 OK"
    assert short[2] == long[2]
    assert {k: v for k, v in short[1].items() if k not in closing} == {
        k: v for k, v in long[1].items() if k not in closing
    }
    (head,) = spoken(server, asked("/", "HEAD"))
    assert (head[1][b"content-length"], head[2]) == (short[1][b"content-length"], b"")
    (known,) = spoken(server, asked("/", If_None_Match=short[1][b"etag"].decode()))
    assert (known[0], known[2]) == (b"HTTP/1.1 304 Not Modified", b"")


def test_requests_sent_without_waiting_are_answered_in_their_order(server: Server) -> None:
    server.get("/")
    paths = ["/", "/healthz", "/", "/api/v1/tournaments/", "/"]
    answers = spoken(server, *map(asked, paths))
    types = [headers[b"content-type"].partition(b";")[0] for _status, headers, _body in answers]
    page, health, data = types[0], types[1], types[3]
    assert types == [page, health, page, data, page]
    assert (page, data) == (b"text/html", b"application/json")
    assert answers[0][2] == answers[2][2] == answers[4][2]
    assert [status.split()[1] for status, *_rest in answers] == [b"200"] * 5


def test_a_reader_who_asks_and_never_reads_is_not_written_to_without_end(server: Server) -> None:
    server.get("/")
    before = resident(server)
    with socket.create_connection(("127.0.0.1", server.port), timeout=1) as one:
        try:
            for _hundred in range(200):
                one.sendall(asked("/").encode() * 100)
        except TimeoutError:
            pass  # the server has stopped reading, as it should
        assert server.get("/")[0] == 200
        assert resident(server) - before < 20_000


def resident(server: Server) -> int:
    """Kilobytes of memory that the server has."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
