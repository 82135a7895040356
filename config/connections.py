"""uvicorn's HTTP protocol, with a limit on incomplete requests and a fast path for cached pages.

uvicorn waits for ever for the rest of a request. A client that opens many connections and sends
half a request on each would use up the open files, and pages could not be served.

A published page in memory is written at once: making an ASGI request first costs several times as
much as sending it.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from publication.front import Front

_waiting: dict[PatientProtocol, asyncio.TimerHandle] = {}
"""Connections that wait for a first or an incomplete request, the oldest first."""


class PatientProtocol(HttpToolsProtocol):
    """Closes a connection whose headers are not complete within `settings.HEADER_SECONDS`.

    When more than `settings.HALF_REQUESTS` wait at once, the oldest is closed.
    """

    _running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        if not self._answered():
            super().on_headers_complete()

    def _answered(self) -> bool:
        """Answers the request from memory if possible; returns whether it did."""
        if not self._may_be_answered():
            return False
        form = _front().at_once(self.url, self.headers)
        if form is None:
            return False
        fixed = [b"%s: %s\r\n" % pair for pair in self.server_state.default_headers]
        self.transport.write(b"".join((form.head, *fixed, b"\r\n", form.body)))
        self.cycle = _ANSWERED  # type: ignore[assignment]
        self.on_response_complete()
        return True

    def _may_be_answered(self) -> bool:
        """Whether it is a plain GET on a kept-alive connection, with no earlier answer still being
        sent."""
        parser: Any = self.parser
        return (
            parser.get_method() == b"GET"
            and parser.get_http_version() == "1.1"
            and parser.should_keep_alive()
            and not parser.should_upgrade()
            and not self.expect_100_continue
            and not self.flow.write_paused
            and (self.cycle is None or self.cycle.response_complete)
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        # uvicorn tells only the newest request of a connection that the client is gone.
        self.pipeline.clear()
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _wait(self) -> None:
        if self in _waiting:
            return
        _waiting[self] = self.loop.call_later(settings.HEADER_SECONDS, self._give_up)
        if len(_waiting) > settings.HALF_REQUESTS:
            next(iter(_waiting))._give_up()

    def _stop_waiting(self) -> None:
        timer = _waiting.pop(self, None)
        if timer is not None:
            timer.cancel()

    def _give_up(self) -> None:
        self._stop_waiting()
        self.transport.abort()


class _Answered:
    """A finished request, put where uvicorn keeps the request that it is answering."""

    response_complete = True
    disconnected = False
    keep_alive = True

    def __init__(self) -> None:
        self.message_event = asyncio.Event()


_ANSWERED = _Answered()


@cache
def _front() -> Front:
    from config.asgi import front  # imported here: uvicorn loads the application after its protocol

    return front


def waiting() -> int:
    """How many connections have no complete request at this moment."""
    return len(_waiting)
