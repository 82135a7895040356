"""Half-sent requests use up neither the open files nor the patience of everybody else."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers import Server

FILES = 400
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
        file, answers = one.makefile("rb"), []
        for asked in requests:
            status, headers = file.readline(), {}
            while (line := file.readline().strip()) != b"":
                name, _colon, value = line.partition(b": ")
                headers[name.lower()] = value
            size = 0 if asked.startswith("HEAD") else int(headers.get(b"content-length", b"0"))
            answers.append((status.strip(), headers, file.read(size)))
        return answers


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
