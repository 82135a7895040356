"""A real server and bytes that no browser sends: always an answer below 500, never a stop."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

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
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
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
        (b"GET /healthz HTTP/1.1\r\nCookie: sessionid=\xff; theme=%00\r\n" + HOST + b"\r\n", 200),
    ],
    ids=lambda value: value[:34].decode("latin-1") if isinstance(value, bytes) else str(value),
)
def test_strange_bytes_get_an_answer(server: Server, raw: bytes, status: int) -> None:
    assert status_of(server, raw) == status


def test_requests_that_stop_half_way_hold_up_nobody(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(8):
            slow = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            stack.enter_context(slow)
            slow.sendall(b"POST /api/v1/settle/ HTTP/1.1\r\nContent-Length: 900\r\n" + HOST)
            slow.sendall(b"Content-Type: application/json\r\n\r\n{")
        assert server.get("/healthz")[0] == 200


def test_none_of_it_was_an_error_of_ours(server: Server) -> None:
    assert server.get("/healthz")[0] == 200
    assert "Traceback" not in server.log
