"""Server-sent events over ASGI: two tasks for each stream, which ends when the server is asked to
stop.

A general library needed five tasks for each stream. With thousands of open pages these took most of
the memory, and most of the time between a commit and the last notified page.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, MutableMapping
from types import FrameType
from typing import Any

from starlette.responses import Response

from delivery.hub import Listener
from delivery.packing import HEADER, packed

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Handler = Callable[[int, FrameType | None], Any] | int | None

SIGNALS = (signal.SIGTERM, signal.SIGINT)
START: list[tuple[bytes, bytes]] = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
PACKED = [*START, (b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]


class Events(Response):
    """200 text/event-stream: the bytes of `opening`, then the listener's messages, until the reader
    is gone or the listener is closed. Then `leave` is called, once."""

    def __init__(
        self,
        listener: Listener,
        opening: Callable[[], Awaitable[bytes]],
        leave: Callable[[], None],
        *,
        is_packed: bool,
    ) -> None:
        self._listener = listener
        self._opening = opening
        self._leave = leave
        self._is_packed = is_packed

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        going = asyncio.create_task(_closed_when_gone(receive, self._listener))
        try:
            await self._send_all(send)
        finally:
            going.cancel()
            self._leave()

    async def _send_all(self, send: Send) -> None:
        headers = PACKED if self._is_packed else START
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if self._is_packed:
            await send(_body(HEADER))
        await send(_body(self._form(await self._opening())))
        async for text in self._listener.messages():
            await send(_body(self._form(text)))
        await send({"type": "http.response.body", "body": b""})

    def _form(self, text: bytes) -> bytes:
        return packed(text) if self._is_packed else text


def _body(text: bytes) -> Message:
    return {"type": "http.response.body", "body": text, "more_body": True}


async def _closed_when_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


def end_at_signal(end: Callable[[], None]) -> dict[int, Handler]:
    """Calls `end` in this loop when the process is asked to stop, before the server's own handler:
    the server would wait for the streams, which never end. Returns the earlier handlers, for
    `as_before`; empty in a thread, which gets no signals."""
    loop = asyncio.get_running_loop()
    before: dict[int, Handler] = {}

    def ended(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        known = before.get(number)
        if callable(known):
            known(number, frame)

    try:
        for number in SIGNALS:
            before[number] = signal.signal(number, ended)
    except ValueError:
        return {}
    return before


def as_before(before: dict[int, Handler]) -> None:
    """Restores the signal handlers."""
    for number, handler in before.items():
        if handler is not None:  # None: not set by Python
            signal.signal(number, handler)
