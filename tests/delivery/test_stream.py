"""`/live/t/<slug>` on a real server."""

import asyncio
import contextlib
import http.client
import json
import socket
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette

from delivery.audience import SECONDS_BETWEEN, message
from delivery.cache import Cache
from delivery.stamps import Stamps
from delivery.stream import Live
from tests.aio import run_apart
from tests.servers import Server
from tests.services import becomes
from tournament import notify
from tournament.notify import LogProgress

NEW = """
from datetime import UTC, datetime
from tournament.models import Tournament
Tournament.objects.create(slug="kaia", name="Kaia", starts_at=datetime.now(UTC), event_number=3)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    env = {"LIVE_STREAMS_PER_ADDRESS": "3"}
    with Server(tmp_path_factory.mktemp("live"), env=env) as running:
        running.shell(NEW)
        yield running


class Stream:
    """An open stream, read line by line."""

    def __init__(self, server: Server, path: str, source: str = "127.0.0.1") -> None:
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=60, source_address=(source, 0)
        )
        self.connection.request("GET", path, headers={"Accept": "text/event-stream"})
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def next(self) -> dict[str, Any]:
        while line := self.response.readline():
            if line.startswith(b"data: "):
                message: dict[str, Any] = json.loads(line[6:])
                return message
        raise EOFError("the stream ended")

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@contextlib.contextmanager
def stream(
    server: Server, path: str = "/live/t/kaia", *, source: str = "127.0.0.1"
) -> Iterator[Stream]:
    opened = Stream(server, path, source)
    try:
        yield opened
    finally:
        opened.close()


def test_a_stream_opens_with_the_number_of_the_newest_event(server):
    with stream(server) as live:
        assert live.status == 200
        assert live.response.getheader("Content-Type", "").startswith("text/event-stream")
        assert live.response.getheader("X-Content-Type-Options") == "nosniff"
        assert live.next() == {"number": 3, "topics": []}


def test_a_change_by_another_process_is_told(server):
    with stream(server) as live:
        before = live.next()["number"]
        _write_from_elsewhere(server, before + 1)
        assert live.next()["number"] == before + 1


def test_the_stream_of_all_tournaments_counts_their_events_together(server):
    server.shell(NEW.replace("kaia", "orio"))
    with stream(server, "/live/all") as live:
        before = live.next()["number"]
        _write_from_elsewhere(server, before)  # in both
        assert live.next()["number"] == 2 * before


def test_an_unknown_tournament_is_not_found(server):
    with stream(server, "/live/t/nowhere") as live:
        assert live.status == 404


def test_one_address_may_hold_only_so_many_streams(server):
    ours = "127.0.0.2"  # an address that no other test has: its streams may still be closing
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(stream(server, source=ours)) for _ in range(3)]
        for one in held:
            one.next()
        assert stack.enter_context(stream(server, source=ours)).status == 429
    becomes(lambda: _status(server, ours), 200)


def test_streams_that_open_at_once_are_counted_too(server):
    """Each follows a page that is still to be made, for which the opening waits."""
    ours = "127.0.0.3"
    asked = b"GET /live/t/kaia?page=/t/kaia/statistics/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with contextlib.ExitStack() as stack:
        address = "127.0.0.1", server.port
        opened = [
            stack.enter_context(socket.create_connection(address, 30, (ours, 0))) for _ in range(20)
        ]
        for one in opened:
            one.sendall(asked)
        statuses = [one.recv(4000).split()[1] for one in opened]
    assert sorted(statuses) == [b"200"] * 3 + [b"429"] * 17
    becomes(lambda: _status(server, ours), 200)


def test_other_methods_are_refused(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    with contextlib.closing(connection):
        connection.request("POST", "/live/t/kaia")
        assert connection.getresponse().status == 405


def test_the_server_stops_though_streams_are_open(tmp_path):
    with Server(tmp_path) as server:
        server.shell(NEW)
        with stream(server) as live:
            live.next()
            server.terminate()
            with pytest.raises((EOFError, OSError, http.client.HTTPException)):
                live.next()
        assert not server.was_cut
        assert "Traceback" not in server.log


def _write_from_elsewhere(server: Server, number: int) -> None:
    with contextlib.closing(sqlite3.connect(server.folder / "db.sqlite3", timeout=10)) as other:
        other.execute("UPDATE tournament_tournament SET event_number = ?", [number])
        other.commit()


def _status(server: Server, source: str) -> int:
    with stream(server, source=source) as live:
        return live.status


@pytest.mark.long
def test_a_commit_in_any_thread_is_heard_until_the_server_stops():
    async def story() -> None:
        live = Live(Stamps(nothing), Cache(nobody, Stamps(nothing), most_bytes=1))
        async with live.lifespan(Starlette()):
            listener = (await live._audience("kaia", None)).join()
            messages = listener.messages()
            await asyncio.to_thread(notify.deliver, LogProgress("kaia", 9, ("bracket",)))
            assert await asyncio.wait_for(anext(messages), 30) == message(9, ["bracket"])
            await asyncio.to_thread(notify.deliver, LogProgress("txingudi", 10, ()))
        notify.deliver(LogProgress("kaia", 10, ()))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(messages), 2 * SECONDS_BETWEEN)
        live._leave("kaia", None, listener)
        assert not live._audiences, "a tournament goes with its last listener"

    run_apart(story())


async def nothing(_work: object) -> None:
    return None


async def nobody(_scope: object, _receive: object, _send: object) -> None:
    raise AssertionError("no page is asked for")
