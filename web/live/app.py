"""The ASGI application of the streams, in front of everything else."""

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tournament import notify
from web.live.hub import Hub, message
from web.live.numbers import Numbers

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEARTBEAT_SECONDS = 15
RETRY = b"retry: 2000\r\n\r\n"
# SQLite tells of other processes' writes only when asked. With PostgreSQL, Redis tells, and
# asking is the net under a message that Redis lost.
POLL_SECONDS = {"sqlite": 1.0}
POLL_SECONDS_ELSEWHERE = 5.0

SLUG = re.compile(r"[-\w]+", re.ASCII)

log = logging.getLogger(__name__)


class Live:
    """`/live/t/<slug>` and what runs behind it while the process lives."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.numbers = Numbers()
        self._addresses: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.hub.start()
        unsubscribe = notify.subscribe(self.hub.tell_from_any_thread)
        tasks = [asyncio.create_task(self._watch())]
        if settings.REDIS_URL:
            # Its client costs 20 MB that a process without Redis need not carry.
            from web.live.relay import relay

            tasks.append(asyncio.create_task(relay(settings.REDIS_URL)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            unsubscribe()
            self.hub.stop()
            self.numbers.stop()

    async def stream(self, request: Request) -> Response:
        """200 text/event-stream; 404 for an unknown slug, 429 when too many are open already."""
        slug = request.path_params["slug"]
        address = request.client.host if request.client else ""
        if (
            self.hub.streams >= settings.LIVE_STREAMS
            or self._addresses[address] >= settings.LIVE_STREAMS_PER_ADDRESS
        ):
            return _no_stream("Too many open streams.\n", 429, wait=10)
        try:
            # The look at the letters first: a NUL must not reach PostgreSQL, which raises on it.
            if not SLUG.fullmatch(slug) or await self._number(slug) is None:
                return _no_stream("No such tournament.\n", 404)
        except DatabaseError:
            return _no_stream("The database is away.\n", 503, wait=2)
        return EventSourceResponse(
            self._messages(slug, address),
            ping=HEARTBEAT_SECONDS,
            headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"},
        )

    async def _messages(self, slug: str, address: str) -> AsyncIterator[bytes]:
        # Joined before the number is read: a change in between is heard, not missed.
        listener = self.hub.join(slug)
        self._addresses[address] += 1
        try:
            number = await self._number(slug) or 0
            listener.knows(number)
            yield RETRY + message(number, ())
            self.hub.tell(slug, number)
            async for text in listener.messages():
                yield text
        finally:
            self.hub.leave(slug, listener)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _number(self, slug: str) -> int | None:
        """The newest event number; None when there is no such tournament."""
        known = self.hub.number(slug)
        return known if known else (await self.numbers.of([slug])).get(slug)

    async def _watch(self) -> None:
        """Finds changes that nobody told this process of, while somebody listens."""
        seconds = POLL_SECONDS.get(connection.vendor, POLL_SECONDS_ELSEWHERE)
        while True:
            await asyncio.sleep(seconds)
            slugs = self.hub.slugs()
            if not slugs:
                continue
            try:
                if await self.numbers.changed():
                    for slug, number in (await self.numbers.of(slugs)).items():
                        self.hub.tell(slug, number)
            except DatabaseError:
                log.warning("The event numbers could not be read", exc_info=True)


def _no_stream(text: str, status: int, *, wait: int | None = None) -> Response:
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'",
        **({} if wait is None else {"Retry-After": str(wait)}),
    }
    return PlainTextResponse(text, status, headers)


def live_application(*, otherwise: Application) -> Application:
    """Sends `/live/…` to the streams, every other request to `otherwise`."""
    live = Live()
    streams = Starlette(
        routes=[Route("/live/t/{slug}", live.stream, methods=["GET"])], lifespan=live.lifespan
    )

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind == "lifespan" or (kind == "http" and scope["path"].startswith("/live/")):
            await streams(scope, receive, send)
        elif kind == "http":
            await otherwise(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    return application
