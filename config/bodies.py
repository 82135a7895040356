"""A request's body is read completely before a thread handles the request.

It is read in the event loop, where a tablet that lost its network half-way costs only memory. Read
in the few threads that serve pages, four such tablets would block everybody.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from config.refusals import ANOTHER_FILE, BUSY, CROWDED, TOO_LATE, send_refusal
from delivery.looks import parted

TAKES_FILES = "/operator/imports/"
"""The address that takes a tournament's file: larger bodies, but one at a time."""
BESIDES = 100_000
"""Bytes of a form besides its file."""
OF_ACCOUNTS = re.compile(
    r"/(organizer|operator)/|/api/v1/(table|tournaments|circuits|circuit-files|federation)/"
)
"""The addresses where only accounts and tablets write: lists, files, a tablet's run of hands."""
OPEN_AMONG_THEM = re.compile(r"/api/v1/tournaments/[^/]+/partner/")
ROOM = 32_000_000
"""The most bytes of all incomplete bodies together, without files. Above it the oldest is given
up. As many bytes may wait, complete, for a thread."""
SESSION = f"{settings.SESSION_COOKIE_NAME}=".encode()
MORE_FOR_WORK = 4
"""How many times as many requests of people at work may wait as of strangers."""
OF_MONITORS = ("/healthz", "/readyz", "/metrics")
"""Addresses of programs that would take a busy server for a dead one."""
MOST_DIGITS = 19
"""Digits of a stated length: Python refuses to read a number with thousands of digits."""


class GoneError(Exception):
    """The client disconnected before the body was complete."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The most bytes of a body: where everybody may write, where only accounts and tablets may, and
    of a tournament's file."""

    everybody: int
    accounts: int
    file: int

    def at(self, path: str) -> int:
        """The most bytes of a body at this address, whatever the language in the address."""
        address = parted(path)[1]
        if address == TAKES_FILES:
            return max(self.accounts, self.file + BESIDES)
        if OF_ACCOUNTS.match(address) and not OPEN_AMONG_THEM.match(address):
            return self.accounts
        return min(self.everybody, self.accounts)


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
    sizes: Sizes,
    seconds: float,
    may_send_files: Callable[[Scope], Awaitable[bool]] = _everybody,
    room: int = ROOM,
    waiting_requests: int = 200,
) -> ASGIApp:
    """Calls `application` once the body is complete. Answers 408 when it is not complete within
    `seconds`, or when younger bodies need its `room`; 503 when complete bodies that wait for a
    thread already take that room.

    A body announced with more bytes than its address takes, or without a length, is not read: the
    application refuses it by its headers. At the address for files a sender who `may_send_files`
    may send a file. Only one such body is read at a time, because it stays in memory; others get
    503.

    At most `waiting_requests` of strangers wait for an answer to begin, and four times as many of
    tablets, programs and accounts; more are told to come back in five seconds (503).
    """
    large = asyncio.Semaphore(1)
    small, free = _Room(room), _Room(sizes.file + BESIDES)
    queue = _Queue(room, waiting_requests)

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        length = _length(scope)
        if length > sizes.at(scope.get("path", "")):
            length = 0
        if length > sizes.accounts and not await may_send_files(scope):
            length = 0
        if length <= sizes.accounts:
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
        if room is small and queue.is_full(len(body)):
            await send_refusal(scope, send, CROWDED)
            return
        if queue.is_long(scope):
            await send_refusal(scope, send, BUSY)
            return
        with queue.holding(len(body)) as leave:
            await application(scope, _replay(body, receive), _before_answer(send, leave))

    return waiting


class _Queue:
    """Counts the requests that wait, and the bytes of their bodies, until their answer begins."""

    def __init__(self, most: int, requests: int) -> None:
        self._most = most
        self._all = 0
        self._requests = requests
        self.length = 0

    def is_long(self, scope: Scope) -> bool:
        """Whether one more request of this sender is too many. Strangers are the first to be
        refused: a table's hands and the desk go on while a crowd reads."""
        if scope.get("path", "") in OF_MONITORS:
            return False
        return self.length >= self._requests * (MORE_FOR_WORK if _is_at_work(scope) else 1)

    def is_full(self, count: int) -> bool:
        """Whether `count` more bytes are too many. Requests without a body always pass."""
        return count > 0 and self._all + count > self._most

    @contextmanager
    def holding(self, count: int) -> Iterator[Callable[[], None]]:
        """Counts a request of `count` bytes until the block ends or the yielded function is
        called."""
        held = [count]
        self._all += count
        self.length += 1

        def leave() -> None:
            if held:
                self._all -= held.pop()
                self.length -= 1

        try:
            yield leave
        finally:
            leave()


def _is_at_work(scope: Scope) -> bool:
    """Whether the request has the token or session of a tablet, a program or an account. Nobody
    has looked yet whether it is a valid one: so the number of these has an end, too."""
    return any(
        name == b"authorization" or (name == b"cookie" and SESSION in value)
        for name, value in scope["headers"]
    )


def _before_answer(send: Send, leave: Callable[[], None]) -> Send:
    """A `send` that calls `leave` first: whoever reads an answer slowly holds no place."""

    async def sending(message: Message) -> None:
        leave()
        await send(message)

    return sending


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
