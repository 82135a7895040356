"""A request's body is read completely before a thread handles the request.

It is read in the event loop, where a tablet that lost its network half-way costs only memory. Read
in the few threads that serve pages, four such tablets would block everybody.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

TAKES_FILES = "/operator/imports/"
"""The address that takes a tournament's file: larger bodies, but one at a time."""
BESIDES = 100_000
"""Bytes of a form besides its file."""
MOST_DIGITS = 19
"""Digits of a stated length: Python refuses to read a number with thousands of digits."""

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class GoneError(Exception):
    """The client disconnected before the body was complete."""


def most_at(path: str, *, usual: int, file: int) -> int:
    """The most bytes of a body at this address."""
    return max(usual, file + BESIDES) if path == TAKES_FILES else usual


def whole_bodies(
    application: Application, *, most: int, seconds: float, file: int = 0
) -> Application:
    """Calls `application` once the body is complete; answers 408 when it is not complete within
    `seconds`.

    A body announced with more than `most` bytes, or without a length, is not read: the application
    refuses it by its headers. At the address for files a body may have `file` bytes. Only one such
    body is read at a time, because it stays in memory; others get 503.
    """
    large = asyncio.Semaphore(1)

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        length = _length(scope)
        if length > most_at(scope.get("path", ""), usual=most, file=file):
            length = 0
        if length <= most:
            await whole(scope, receive, send, length)
        elif large.locked():
            await _plain(send, 503, "Another file is on its way. Send this one in a minute.\n")
        else:
            async with large:
                await whole(scope, receive, send, length)

    async def whole(scope: Scope, receive: Receive, send: Send, length: int) -> None:
        body = b""
        if length:
            try:
                async with asyncio.timeout(seconds):
                    body = await _read(receive, length)
            except GoneError:
                return
            except TimeoutError:
                await _plain(send, 408, "The request did not arrive in time. Send it again.\n")
                return
        await application(scope, _again(body, receive), send)

    return waiting


def _length(scope: Scope) -> int:
    """The Content-Length; 0 when it is missing or no number."""
    found = [value for name, value in scope["headers"] if name == b"content-length"]
    one = found[0] if len(found) == 1 else b""
    return int(one) if one.isdigit() and len(one) <= MOST_DIGITS else 0


async def _read(receive: Receive, length: int) -> bytes:
    body = bytearray()
    more = True
    while more and len(body) < length:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body[:length])


def _again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the whole body as one message, and then waits for the disconnect."""
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
