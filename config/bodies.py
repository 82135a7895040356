"""A request's body is read completely before a thread handles the request.

It is read in the event loop, where a tablet that lost its network half-way costs only memory. Read
in the few threads that serve pages, four such tablets would block everybody.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from config.refusals import ANOTHER_FILE, TOO_LATE, send_refusal
from delivery.looks import parted

TAKES_FILES = "/operator/imports/"
"""The address that takes a tournament's file: larger bodies, but one at a time."""
BESIDES = 100_000
"""Bytes of a form besides its file."""
ROOM = 32_000_000
"""The most bytes of all incomplete bodies together, without files. Above it the oldest is given
up."""
MOST_DIGITS = 19
"""Digits of a stated length: Python refuses to read a number with thousands of digits."""


class GoneError(Exception):
    """The client disconnected before the body was complete."""


def most_at(path: str, *, usual: int, file: int) -> int:
    """The most bytes of a body at this address, whatever the language in the address."""
    return max(usual, file + BESIDES) if parted(path)[1] == TAKES_FILES else usual


class _Room:
    """Counts the bytes of incomplete bodies, each with its timeout; at most `most` for all
    together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._arrived: dict[asyncio.Timeout, int] = {}
        self._all = 0

    def take(self, time: asyncio.Timeout, count: int) -> None:
        """Counts `count` more bytes of a body. Above the limit the oldest body times out at
        once."""
        self._arrived[time] = self._arrived.get(time, 0) + count
        self._all += count
        if self._all > self._most:
            oldest = next(iter(self._arrived))
            self.leave(oldest)
            oldest.reschedule(asyncio.get_running_loop().time())

    def leave(self, time: asyncio.Timeout) -> None:
        """Stops counting a body: it is complete or given up."""
        self._all -= self._arrived.pop(time, 0)


async def _everybody(_scope: Scope) -> bool:
    return True


def whole_bodies(
    application: ASGIApp,
    *,
    most: int,
    seconds: float,
    file: int = 0,
    may_send_files: Callable[[Scope], Awaitable[bool]] = _everybody,
    room: int = ROOM,
) -> ASGIApp:
    """Calls `application` once the body is complete. Answers 408 when it is not complete within
    `seconds`, or when younger bodies need its `room`.

    A body announced with more than `most` bytes, or without a length, is not read: the application
    refuses it by its headers. At the address for files a sender who `may_send_files` may send
    `file` bytes. Only one such body is read at a time, because it stays in memory; others get 503.
    """
    large = asyncio.Semaphore(1)
    small, free = _Room(room), _Room(file + BESIDES)

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        length = _length(scope)
        if length > most_at(scope.get("path", ""), usual=most, file=file):
            length = 0
        if length > most and not await may_send_files(scope):
            length = 0
        if length <= most:
            await whole(scope, receive, send, length, small)
        elif large.locked():
            await send_refusal(scope, send, ANOTHER_FILE)
        else:
            async with large:
                await whole(scope, receive, send, length, free)

    async def whole(scope: Scope, receive: Receive, send: Send, length: int, room: _Room) -> None:
        body = b""
        if length:
            try:
                async with asyncio.timeout(seconds) as time:
                    body = await _read(receive, length, partial(room.take, time))
            except GoneError:
                return
            except TimeoutError:
                await send_refusal(scope, send, TOO_LATE)
                return
            finally:
                room.leave(time)
        await application(scope, _replay(body, receive), send)

    return waiting


def _length(scope: Scope) -> int:
    """The Content-Length; 0 when it is missing or no number."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    length = lengths[0] if len(lengths) == 1 else b""
    return int(length) if length.isdigit() and len(length) <= MOST_DIGITS else 0


async def _read(receive: Receive, length: int, on_part: Callable[[int], None]) -> bytes:
    """The body. `on_part` is called with the size of each part."""
    body = bytearray()
    more = True
    while more and len(body) < length:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        part = message.get("body", b"")
        body += part
        more = message.get("more_body", False)
        on_part(len(part))
    return bytes(body[:length])


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the whole body as one message, then waits for the disconnect."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return first.pop() if first else await receive()

    return next_message
