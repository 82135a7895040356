"""Server-sent events: `/live/t/<slug>` tells open pages that their tournament changed, `/live/all`
those that show several. `…/changes?after=` answers a page that missed some."""

import asyncio
import contextlib
import logging
import re
import signal
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from functools import lru_cache, partial
from types import FrameType

from django.conf import settings
from django.db import DatabaseError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from delivery.ahead import Ahead
from delivery.audience import Audience, Listener, message
from delivery.cache import Cache
from delivery.looks import Reader, encoding_of, reader_of
from delivery.marks import EVERY_TOURNAMENT, PublishedAddress, place_of
from delivery.relay import relay_postgres, relay_redis
from delivery.stamps import Stamps, glance_at
from tournament import notify
from tournament.limits import network_of
from tournament.notify import LogProgress

Watched = tuple[PublishedAddress, str, Reader]
"""A published page that is open, its address, and for whom it is rendered."""

RETRY = b"retry: 2000\r\n\r\n"
# With SQLite, polling is the only way to see other processes' writes. With other databases it
# catches notifications that were lost.
POLL_SECONDS = 1.0
SLUG = re.compile(r"[-\w]+", re.ASCII)
SIGNALS = (signal.SIGTERM, signal.SIGINT)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
GZIP_HEADERS = [*HEADERS, (b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
GZIP_START = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

log = logging.getLogger(__name__)


class Live:
    """The streams of this process, as an ASGI application, and the tasks behind them."""

    def __init__(self, stamps: Stamps, cache: Cache) -> None:
        self._stamps = stamps
        self._cache = cache
        self._ahead = Ahead(cache.make_ahead)
        self._loop: asyncio.AbstractEventLoop | None = None
        # slug → page → its readers; None: those who are told event numbers alone.
        self._audiences: dict[str, dict[Watched | None, Audience]] = {}
        self._places: Counter[str] = Counter()  # open streams by address
        self.streams = 0  # of all addresses together

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        # Stamps are dropped first, so that a reader who hears of a change reads the newest one.
        unsubscribe = [notify.subscribe(self._stamps.forget), notify.subscribe(self.tell_from_any)]
        tasks = [asyncio.create_task(self._watch())]
        database = settings.DATABASES["default"]
        if settings.REDIS_URL:
            tasks.append(asyncio.create_task(relay_redis(settings.REDIS_URL)))
        elif "postgresql" in database["ENGINE"]:
            tasks.append(asyncio.create_task(relay_postgres(database)))
        call_at_signal(self.end_streams)
        try:
            yield
        finally:
            self._loop = None
            for task in tasks:
                task.cancel()
            for stop in unsubscribe:
                stop()
            self._ahead.close()
            for audience in self._all_audiences():
                audience.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One stream: 200 text/event-stream; 404 for an unknown slug, 429 when too many are
        open."""
        request = Request(scope)
        address = network_of(request.client.host) if request.client else ""
        most_here = settings.LIVE_STREAMS_PER_ADDRESS
        if self.streams >= settings.LIVE_STREAMS or self._places[address] >= most_here:
            await _refusal("Too many open streams.\n", 429, wait=10)(scope, receive, send)
            return
        # The place is taken before the first await, so that streams that open together all count.
        self._places[address] += 1
        self.streams += 1
        try:
            await self._stream(request, receive, send)
        finally:
            self.streams -= 1
            self._places[address] -= 1
            if not self._places[address]:
                del self._places[address]

    async def _stream(self, request: Request, receive: Receive, send: Send) -> None:
        slug = _slug(request)
        try:
            # The pattern is checked first, because PostgreSQL raises on a NUL character.
            is_one = slug == EVERY_TOURNAMENT or SLUG.fullmatch(slug)
            if not is_one or await self._stamps.state(slug) is None:
                await _refusal("No such tournament.\n", 404)(request.scope, receive, send)
                return
        except DatabaseError:
            await _refusal("The database is away.\n", 503, wait=2)(request.scope, receive, send)
            return
        watched = _watched(slug, request)
        audience = await self._audience(slug, watched)
        listener = audience.join()
        disconnect_task = asyncio.create_task(_close_when_gone(receive, listener))
        try:
            is_gzip = bool(encoding_of(request.headers.get("accept-encoding", ""), ["gzip"]))
            headers = GZIP_HEADERS if is_gzip else HEADERS
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            if is_gzip:
                await send(_chunk(GZIP_START))
            # What the page knows; the browser says it in a header when it connects again.
            known = request.headers.get("last-event-id") or request.query_params.get("after")
            first = await self._opening(slug, audience, listener, _number(known))
            await send(_chunk(packed(first) if is_gzip else first))
            async for text in listener.messages():
                await send(_chunk(packed(text) if is_gzip else text))
            await send({"type": "http.response.body", "body": b""})
        finally:
            disconnect_task.cancel()
            self._leave(slug, watched, listener)

    async def changes(self, request: Request) -> Response:
        """200 with everything that changed on a page `after` an event; 404 when those changes are
        not stored.

        For a page that missed a message. After a 404 the page loads itself again.
        """
        slug, after = _slug(request), _number(request.query_params.get("after"))
        watched = _watched(slug, request)
        audience = self._audiences.get(slug, {}).get(watched) if watched else None
        number = await self._newest(slug) if audience and after is not None else 0
        news = audience.since(after) if audience and after is not None else None
        if news is None:
            return _refusal("Fetch the page.\n", 404)
        return Response(
            news.to_text(number),
            media_type="application/json",
            headers={"Cache-Control": "no-store"},
        )

    def tell_from_any(self, change: LogProgress) -> None:
        """Called by `tournament.notify` right after a commit, from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.tell, change.slug, change.number, change.topics)
            self._loop.call_soon_threadsafe(self._ahead.hear, change.slug)

    def tell(self, slug: str, number: int, topics: Iterable[str] = ()) -> None:
        """Tells the streams of a tournament that its log has reached event `number`."""
        for audience in self._audiences.get(slug, {}).values():
            audience.tell(number, topics)

    def end_streams(self) -> None:
        """Ends every stream. Browsers then connect again, to whichever process answers."""
        for audience in self._all_audiences():
            for listener in audience.listeners:
                listener.close()

    def _all_audiences(self) -> list[Audience]:
        return [page for pages in self._audiences.values() for page in pages.values()]

    async def _audience(self, slug: str, watched: Watched | None) -> Audience:
        """The readers of this page, perhaps none yet. The caller joins without waiting first."""
        audience = self._audiences.get(slug, {}).get(watched)
        if audience is None:
            audience = Audience()
            if watched is not None:
                audience = Audience(watched[1], partial(self._cache.current, *watched))
                await audience.update()
            audience = self._audiences.setdefault(slug, {}).setdefault(watched, audience)
        return audience

    def _leave(self, slug: str, watched: Watched | None, listener: Listener) -> None:
        audience = self._audiences[slug][watched]
        audience.listeners.discard(listener)
        if not audience.listeners:
            audience.close()
            del self._audiences[slug][watched]
        if not self._audiences[slug]:
            del self._audiences[slug]

    async def _opening(
        self, slug: str, audience: Audience, listener: Listener, known: int | None
    ) -> bytes:
        """The first message of a stream: the log's number, and the changes since event `known` if
        they are stored.

        The listener has joined before the number is read, so no change in between is missed.
        """
        number = await self._newest(slug)
        listener.knows(number, audience.page_number)
        self.tell(slug, number)
        missed = None if known is None else audience.since(known)
        return RETRY + (
            missed.message(number) if missed else message(number, (), audience.page_number)
        )

    async def _newest(self, slug: str) -> int:
        """The newest event number; 0 when there is no such tournament."""
        state = await self._stamps.state(slug)
        return 0 if state is None else state.stamp.number

    async def _watch(self) -> None:
        """Polls for changes of which this process was not notified."""
        glance = glance_at(settings.DATABASES["default"])
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if glance is not None and not glance.has_changed():
                continue
            if glance is None:
                self._stamps.forget_all()
            try:
                for slug in tuple(self._audiences):
                    self.tell(slug, await self._newest(slug))
            except DatabaseError:
                log.warning("The event numbers could not be read", exc_info=True)


def application_of(live: Live, cache: Cache) -> ASGIApp:
    """Sends `/live/…` to the streams, every other request to the cache."""
    routes = [
        Route("/live/all", live, methods=["GET"]),
        Route("/live/all/changes", live.changes, methods=["GET"]),
        Route("/live/t/{slug}", live, methods=["GET"]),
        Route("/live/t/{slug}/changes", live.changes, methods=["GET"]),
    ]
    streams = Starlette(routes=routes, lifespan=live.lifespan)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind == "lifespan" or (kind == "http" and scope["path"].startswith("/live/")):
            await streams(scope, receive, send)
        elif kind == "http":
            await cache(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    return application


@lru_cache(maxsize=256)
def packed(text: bytes) -> bytes:
    """A message, compressed for a stream that began with GZIP_START.

    It is a piece of deflate that refers to nothing before it. So the same bytes fit into every
    stream, and no stream needs a compressor of its own.
    """
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)


def call_at_signal(end: Callable[[], None]) -> None:
    """Calls `end` in this loop when the process is asked to stop, before the server's own handler:
    the server would wait for the streams, which never end. uvicorn restores the handlers that were
    there before it started. In a thread, which gets no signals, nothing is done."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def ended(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    with contextlib.suppress(ValueError):
        for number in SIGNALS:
            signal.signal(number, ended)


async def _close_when_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


def _chunk(text: bytes) -> Message:
    return {"type": "http.response.body", "body": text, "more_body": True}


def _watched(slug: str, request: Request) -> Watched | None:
    """The page that the reader has open; None for a reader who is told event numbers alone."""
    path = request.query_params.get("page", "")
    reader = reader_of(dict(request.scope["headers"])) if path else None
    place = place_of(path, b"") if reader else None
    if reader is None or place is None or place.slug != slug:
        return None
    # Pages with and without style sheets inside get the same news.
    looks = reader.looks._replace(been=True)
    return place, path, Reader(reader.host, looks, encoding="", takes_json=True)


def _slug(request: Request) -> str:
    return str(request.path_params.get("slug", EVERY_TOURNAMENT))


def _number(text: str | None) -> int | None:
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if text and is_number else None


def _refusal(text: str, status: int, *, wait: int | None = None) -> Response:
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'",
        **({} if wait is None else {"Retry-After": str(wait)}),
    }
    return PlainTextResponse(text, status, headers)
