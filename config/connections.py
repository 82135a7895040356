"""uvicorn's HTTP protocol, with a limit on incomplete requests and a fast path for cached pages.

uvicorn waits for ever for the rest of a request. A client that opens many connections and sends
half a request on each would use up the open files, and pages could not be served.

A published page in memory is written at once: making an ASGI request first costs several times as
much as sending it.
"""

from __future__ import annotations

import asyncio
from functools import cache, partial
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from config.halves import half
from publication.front import Front

MOST_HEAD = 64 * 1024
"""The most bytes of a request line with its headers. The parser itself has no limit."""
UNREAD_SECONDS = 60
"""Time between two checks of what a client has not read. Without progress the connection ends."""

_idle: dict[PatientProtocol, None] = {}
"""Answered connections that are kept open; the one answered longest ago first."""


class PatientProtocol(HttpToolsProtocol):
    """Closes a connection whose headers are not complete within `settings.HEADER_SECONDS` or exceed
    MOST_HEAD bytes, and a connection whose client reads nothing for UNREAD_SECONDS.

    When more than `settings.HALF_REQUESTS` wait at once, the oldest is closed. The same number
    limits the answered connections that are kept open.
    """

    _running: RequestResponseCycle | None = None
    _head: int | None = None
    """Bytes of the headers after the packet in which the request began. None when the headers are
    complete, or no request has begun."""
    _begins = False
    """Whether a request begins in the current packet."""
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        _idle.pop(self, None)
        self._begins = False
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._head is not None:
            self._head += 0 if self._begins else len(data)
            if self._head > MOST_HEAD:
                self._give_up()
        elif self._is_idle():
            # These bytes began no request: empty lines, or an unwanted body. uvicorn stopped its
            # own timer when they came.
            self._wait()

    def _is_idle(self) -> bool:
        """Whether no request is being answered and no timer of uvicorn runs."""
        is_answered = self.cycle is None or self.cycle.response_complete
        return is_answered and self.timeout_keep_alive_task is None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head, self._begins = 0, True
        self._wait()

    def on_headers_complete(self) -> None:
        self._head = None
        self._stop_waiting()
        self._unset_keepalive_if_required()  # of the previous answer, within the same packet
        if self._loses_its_body():
            self.cycle = _ANSWERED  # type: ignore[assignment]
            self.send_400_response("Send this over HTTP/1.1, without an Upgrade header.\n")
        elif not self._answered():
            super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None:
            _idle[self] = None
            if len(_idle) > settings.HALF_REQUESTS:
                longest = next(iter(_idle))
                del _idle[longest]
                longest.transport.close()

    def _loses_its_body(self) -> bool:
        """Whether the parser would lose the request's body: after an Upgrade header it takes the
        rest for another protocol."""
        parser: Any = self.parser
        lengths = (b"content-length", b"transfer-encoding")
        return parser.should_upgrade() and any(name in lengths for name, _value in self.headers)

    def _unsupported_upgrade_warning(self) -> None:
        """Does nothing: a request for another protocol is answered in HTTP/1.1."""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(UNREAD_SECONDS, self._look_whether_it_is_read)

    def _look_whether_it_is_read(self, before: int | None = None) -> None:
        """Ends the connection when the client has read nothing since the last check. `before`: the
        unread bytes at that check."""
        left = self.transport.get_write_buffer_size()
        if before is not None and left >= before:
            self.transport.abort()
        else:
            look = partial(self._look_whether_it_is_read, left)
            self._reading = self.loop.call_later(UNREAD_SECONDS, look)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_looking()

    def _stop_looking(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

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
        _idle.pop(self, None)
        self._stop_waiting()
        self._stop_looking()
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
        if self in half:
            return
        half[self] = self.loop.call_later(settings.HEADER_SECONDS, self._give_up)
        if len(half) > settings.HALF_REQUESTS:
            oldest = next(iter(half))
            assert isinstance(oldest, PatientProtocol)
            oldest._give_up()

    def _stop_waiting(self) -> None:
        timer = half.pop(self, None)
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
