"""Runs Django in a few threads, for requests whose body is complete: one switch into a thread and
one back.

An adapter that passes on every part of a request and an answer separately makes its thread wait
four times for the event loop, and the loop as often for Python's lock: docs/decisions/0110.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from a2wsgi.wsgi import build_environ

from config.stack import with_room

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Iterable[bytes]]
READING = ("GET", "HEAD")
MESSAGES_AFTER_BODY = 2
Put = Callable[[list[Message] | BaseException | None], None]
"""Passes messages to the event loop; at the end None, or the exception raised."""


class InThreads:
    """A WSGI application as an ASGI application, called by at most `threads` threads at once.

    A complete answer is sent at once. A streamed answer is sent as it comes; its buffer for a slow
    reader is unlimited, so that no reader blocks a thread. Exceptions of the application are raised
    to the server.
    """

    def __init__(self, application: Application, *, threads: int) -> None:
        self.application = application
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="WSGI")

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        environ = build_environ(scope, io.BytesIO(await _body(receive)))  # type: ignore[arg-type]
        made: asyncio.Queue[list[Message] | BaseException | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def put(some: list[Message] | BaseException | None) -> None:
            loop.call_soon_threadsafe(made.put_nowait, some)

        is_queued = self._threads._work_queue.qsize() > 0
        asked = self._threads.submit(copy_context().run, self._ask, environ, put)
        going: asyncio.Task[None] | None = None
        if is_queued and scope["method"] in READING:
            going = asyncio.create_task(_dropped_when_gone(receive, asked, put))
        try:
            while (messages := await made.get()) is not None:
                if isinstance(messages, BaseException):
                    raise messages
                for message in messages:
                    await send(message)
        finally:
            asked.cancel()  # if it has not begun: the server is stopping
            if going is not None:
                going.cancel()

    @with_room
    def _ask(self, environ: Any, put: Put) -> None:
        """Runs in a thread."""
        try:
            self._answer(environ, put)
        except BaseException as error:  # of any kind: a client waits for an answer
            put(error)
        else:
            put(None)

    def _answer(self, environ: Any, put: Put) -> None:
        begun: list[Message] = []

        def start(status: str, headers: list[tuple[str, str]], _raised: object = None) -> None:
            named = [(name.lower().encode("latin1"), _value(value)) for name, value in headers]
            code = int(status.partition(" ")[0])
            begun.append({"type": "http.response.start", "status": code, "headers": named})

        answer = self.application(environ, start)
        try:
            if getattr(answer, "streaming", True):
                for part in answer:
                    more = {"type": "http.response.body", "body": part, "more_body": True}
                    put([*begun, more])
                    begun.clear()
                put([*begun, {"type": "http.response.body", "body": b""}])
            else:
                put([*begun, {"type": "http.response.body", "body": b"".join(answer)}])
        finally:
            getattr(answer, "close", lambda: None)()


def _value(value: str) -> bytes:
    return value.strip().encode("latin1")


async def _dropped_when_gone(receive: Receive, asked: Future[None], put: Put) -> None:
    """Cancels a queued request for a page when its client has gone, unless a thread has begun it.

    A server reports once more that the body is complete, then waits until the client goes. A
    request from within this process (publication.making) reports this again and again, and its
    client never goes.
    """
    for _message in range(MESSAGES_AFTER_BODY):
        if (await receive())["type"] == "http.disconnect":
            if asked.cancel():
                put(None)
            return


async def _body(receive: Receive) -> bytes:
    """The whole body. Its size is limited, and it is in memory (config.bodies)."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
