"""What the tests in a browser share: one server a process, rooms for every test, and tablets."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.e2e.room import Room, Tablet, server_in, tablets
from tests.servers import ROOT, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its tournaments do not know each other: the files share it, as starting one takes seconds."""
    with server_in(tmp_path_factory.mktemp("room")) as server:
        yield server


@pytest.fixture(scope="module")
def site(server: Server, request: pytest.FixtureRequest) -> Server:
    """The server with what the file fills it with (`FILL`)."""
    server.must_run()
    server.shell(request.module.FILL)
    return server


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page in English that moves nothing."""
    with chromium.new_context(locale="en", reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def rooms(server: Server, request: pytest.FixtureRequest) -> list[Room]:
    """One for each test of the file that runs and asks for one: they are made in one go."""
    asks = [
        item
        for item in request.session.items
        if item.path == request.path
        and "room" in item.fixturenames
        and not item.get_closest_marker("skip")
    ]
    return Room.several(server, len(asks))


@pytest.fixture
def room(rooms: list[Room], server: Server) -> Room:
    """One that no other test has used, on a server that runs whatever the test before did to it."""
    server.must_run()
    return rooms.pop()


@pytest.fixture
def another(chromium: Browser) -> Iterator[Callable[..., Tablet]]:
    """Opens tablets; at the end none may have seen an error."""
    with tablets(chromium) as opener:
        yield opener


@pytest.fixture
def tablet(another: Callable[..., Tablet], room: Room) -> Tablet:
    """At table 1, whose match has begun."""
    return another(room).join().begin()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def screens() -> Iterator[str]:
    """The address of the page with the tablet's screens, from their sources."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tests/e2e/tablet_screens.html"
    server.shutdown()
    server.server_close()
