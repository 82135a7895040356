"""Open files: the limit is raised, and half-sent requests do not use them up."""

import resource
import socket
import time
from contextlib import ExitStack

import pytest

from tests.servers import Server

UNFINISHED = (
    b"",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-More: ",
    b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\nuser",
)
"""Nothing, half of the headers, and half of a body."""
MANY = 5_000


def test_the_soft_limit_on_open_files_is_raised_to_the_hard_one(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, soft), hard))
        script = "import resource as r; from django.conf import settings as s; "
        script += "print(r.getrlimit(r.RLIMIT_NOFILE)[0] == s.OPEN_FILES > 256)"
        assert "True" in Server(tmp_path).manage("shell", "--no-imports", "-c", script)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_streams_take_at_most_half_of_the_open_files(tmp_path):
    script = "from django.conf import settings as s; print(s.LIVE_STREAMS, s.OPEN_FILES)"
    server = Server(tmp_path, env={"LIVE_STREAMS": "9000000"})
    said = server.manage("shell", "--no-imports", "-c", script).split()
    streams, files = map(int, said)
    assert 0 < streams <= files // 2


@pytest.mark.long
def test_pages_are_answered_beside_5000_connections_and_unfinished_ones_end_within_75_seconds(
    tmp_path,
):
    """No proxy, and nothing set: HEADER_SECONDS and BODY_SECONDS are what they are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2 * MANY:
        pytest.skip(f"the system allows only {hard} open files")
    # The server starts with a soft limit below the number of connections, and raises it.
    with Server(tmp_path, open_files=1_024) as server, ExitStack() as stack:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * MANY), hard))
            for _ in range(MANY):
                stack.enter_context(_begun(server, b""))
            began = time.monotonic()
            assert server.get("/")[0] == 200
            waited = time.monotonic() - began
            assert waited < 20
            watched = [stack.enter_context(_begun(server, sent)) for sent in UNFINISHED * (60 // 3)]
            began = time.monotonic()
            gone = sum(_ends_by(one, began + 75) for one in watched)
            assert gone == 60
            assert server.get("/")[0] == 200
            assert "Too many open files" not in server.log
        finally:
            stack.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _begun(server: Server, sent: bytes) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    one.sendall(sent)
    return one


def _ends_by(one: socket.socket, moment: float) -> bool:
    """Whether the server closes the connection before that moment, with an answer or without."""
    try:
        while True:
            one.settimeout(max(0.01, moment - time.monotonic()))
            if not one.recv(10_000):
                return True
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
