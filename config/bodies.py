"""A request's body is whole before a thread takes it up.

Read in the event loop, a tablet that lost its network half-way through a hand costs memory. Read
in one of the few threads that serve pages, four of them would hold up everybody else.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

from publication.languages import parted

TAKES_FILES = "/operator/imports/"
"""The address that takes a tournament's file: more than others take, and one at a time."""
BESIDES = 100_000
"""What a form has besides its file."""
ROOM = 32_000_000
"""Bytes of bodies that are not whole yet, files apart. Past it the one that began first goes."""
MOST_DIGITS = 19
"""Digits of a stated length: Python refuses to read a number with thousands of digits."""

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class GoneError(Exception):
    """The other side closed before the body was whole."""


def most_at(path: str, *, usual: int, file: int) -> int:
    """How many bytes a body at this address may have, in whichever language the address is."""
    return max(usual, file + BESIDES) if parted(path)[1] == TAKES_FILES else usual


class _Room:
    """Bytes of bodies that are not whole, each with its time; at most `most` of all together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._arrived: dict[asyncio.Timeout, int] = {}
        self._all = 0

    def take(self, time: asyncio.Timeout, count: int) -> None:
        """More of a body has come. Where there is no room, time is over for the oldest."""
        self._arrived[time] = self._arrived.get(time, 0) + count
        self._all += count
        if self._all > self._most:
            oldest = next(iter(self._arrived))
            self.leave(oldest)
            oldest.reschedule(asyncio.get_running_loop().time())

    def leave(self, time: asyncio.Timeout) -> None:
        """This body is whole, or given up."""
        self._all -= self._arrived.pop(time, 0)


async def _everybody(_scope: Scope) -> bool:
    return True


def whole_bodies(
    application: Application,
    *,
    most: int,
    seconds: float,
    file: int = 0,
    may_send_files: Callable[[Scope], Awaitable[bool]] = _everybody,
    room: int = ROOM,
) -> Application:
    """Calls `application` with a body that is there; 408 when it is not within `seconds`, or when
    there is no `room` for it beside younger ones.

    A body that is announced with over `most` bytes, or with no length, is not read at all: the
    application refuses it by its headers. Where files are taken it may have `file` bytes when who
    asks `may_send_files`, and 503 is answered while another such body is on its way: one at a time,
    for they stay in memory.
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
            await _plain(send, 503, "Another file is on its way. Send this one in a minute.\n")
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
                await _plain(send, 408, "The request did not arrive in time. Send it again.\n")
                return
            finally:
                room.leave(time)
        await application(scope, _again(body, receive), send)

    return waiting


def _length(scope: Scope) -> int:
    """What the headers announce; 0 when they say nothing that is a number."""
    found = [value for name, value in scope["headers"] if name == b"content-length"]
    one = found[0] if len(found) == 1 else b""
    return int(one) if one.isdigit() and len(one) <= MOST_DIGITS else 0


async def _read(receive: Receive, length: int, told: Callable[[int], None]) -> bytes:
    """The body, `told` of the size of each part."""
    body = bytearray()
    more = True
    while more and len(body) < length:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        part = message.get("body", b"")
        body += part
        more = message.get("more_body", False)
        told(len(part))
    return bytes(body[:length])


def _again(body: bytes, receive: Receive) -> Receive:
    """What was read as one message; after it, only that the other side has gone."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return first.pop() if first else await receive()

    return given


async def _plain(send: Send, status: int, said: str) -> None:
    text = said.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
        *([(b"retry-after", b"60")] if status == 503 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
