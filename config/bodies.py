"""A request's body is whole before a thread takes it up.

Read in the event loop, a tablet that lost its network half-way through a hand costs memory. Read
in one of the few threads that serve pages, four of them would hold up everybody else.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

MOST_DIGITS = 19
"""Digits of a stated length: Python refuses to read a number with thousands of digits."""

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class GoneError(Exception):
    """The other side closed before the body was whole."""


def whole_bodies(application: Application, *, most: int, seconds: float) -> Application:
    """Calls `application` with a body that is there; 408 when it is not within `seconds`.

    A body that is announced with over `most` bytes, or with no length, is not read at all: the
    application refuses it by its headers.
    """

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        length = _length(scope)
        body = b""
        if 0 < length <= most:
            try:
                async with asyncio.timeout(seconds):
                    body = await _read(receive, length)
            except GoneError:
                return
            except TimeoutError:
                await _too_slow(send)
                return
        await application(scope, _again(body, receive), send)

    return waiting


def _length(scope: Scope) -> int:
    """What the headers announce; 0 when they say nothing that is a number."""
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
    """What was read as one message; after it, only that the other side has gone."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return first.pop() if first else await receive()

    return given


async def _too_slow(send: Send) -> None:
    text = b"The request did not arrive in time. Send it again.\n"
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": text})
