"""The ASGI application that serves the streams and passes all other requests on."""

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from delivery.audience import Audience, Place, news_message
from delivery.events import Events, as_before, end_at_signal
from delivery.front import Front
from delivery.glance import glance_at
from delivery.hub import Hub, Listener, message
from delivery.marks import EVERY_TOURNAMENT, place_of
from delivery.news import News, Told
from delivery.readers import Reader, encoding_of
from delivery.reading import ReadingThread
from delivery.relay import relay_postgres, relay_redis
from delivery.stamps import Stamps
from tournament import notify

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

RETRY = b"retry: 2000\r\n\r\n"
# With SQLite, polling is the only way to see other processes' writes. With other databases it
# catches notifications that were lost.
POLL_SECONDS = 1.0
SLUG = re.compile(r"[-\w]+", re.ASCII)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Follower:
    """An anonymous reader who has a published page open."""

    path: str
    reader: Reader
    page_at: int | None
    """The event number of the page in the browser's cache."""

    @property
    def place(self) -> Place:
        """The page and its looks. Pages with and without style sheets inside get the same news."""
        return self.path, self.reader.looks._replace(been=True)


class Live:
    """The streams `/live/t/<slug>` of the tournaments, `/live/all` of pages that show several, and
    the background tasks behind them. Those of several pages hear of a change by polling."""

    def __init__(self, stamps: Stamps, thread: ReadingThread, front: Front) -> None:
        self.hub = Hub()
        self._front = front
        self._stamps = stamps
        self._thread = thread
        self._places: Counter[str] = Counter()
        self._taken = 0  # of all addresses together

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.hub.start()
        before = end_at_signal(self.hub.end_streams)
        # Stamps are dropped first, so that a reader who hears of a change reads the newest one.
        unsubscribe = [
            notify.subscribe(self._stamps.forget),
            notify.subscribe(self.hub.tell_from_any_thread),
        ]
        tasks = [asyncio.create_task(self._watch())]
        database = settings.DATABASES["default"]
        if settings.REDIS_URL:
            tasks.append(asyncio.create_task(relay_redis(settings.REDIS_URL)))
        elif "postgresql" in database["ENGINE"]:
            tasks.append(asyncio.create_task(relay_postgres(database)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for stop in unsubscribe:
                stop()
            self.hub.stop()
            self._thread.stop()
            as_before(before)

    async def stream(self, request: Request) -> Response:
        """200 text/event-stream; 404 for an unknown slug, 429 when too many are open already."""
        address = request.client.host if request.client else ""
        most_here = settings.LIVE_STREAMS_PER_ADDRESS
        if self._taken >= settings.LIVE_STREAMS or self._places[address] >= most_here:
            return _no_stream("Too many open streams.\n", 429, wait=10)
        # The place is taken before the first await, so that streams that open together all count.
        self._places[address] += 1
        self._taken += 1
        answer = None
        try:
            answer = await self._opened(request, _slug(request), address)
        finally:
            if not isinstance(answer, Events):
                self._give_place(address)
        return answer

    async def _opened(self, request: Request, slug: str, address: str) -> Response:
        try:
            # The pattern is checked first, because PostgreSQL raises on a NUL character.
            is_one = slug == EVERY_TOURNAMENT or SLUG.fullmatch(slug)
            stamp = await self._stamps.newest(slug) if is_one else None
            if stamp is None:
                return _no_stream("No such tournament.\n", 404)
        except DatabaseError:
            return _no_stream("The database is away.\n", 503, wait=2)
        follower = self._reader_of(request, slug)
        listener = await self._joined(slug, follower)
        opening = partial(self._opening, slug, follower, listener, _known(request))
        leave = partial(self._left, slug, address, follower, listener)
        accepted = request.headers.get("accept-encoding", "")
        return Events(listener, opening, leave, is_packed=bool(encoding_of(accepted, ("gzip",))))

    async def changes(self, request: Request) -> Response:
        """200 with everything that changed on a page `after` an event; 404 when those changes are
        not stored.

        For a page that missed a message. After a 404 the page loads itself again.
        """
        slug, after = _slug(request), _number(request.query_params.get("after"))
        reader = self._reader_of(request, slug)
        audience = reader and self.hub.audience(slug, reader.place)
        told = audience.news.since(after) if audience and after is not None else None
        if told is None or told.number != await self._number(slug):
            return _no_stream("Fetch the page.\n", 404)
        body = told.to_text().encode()
        return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})

    def _reader_of(self, request: Request, slug: str) -> Follower | None:
        """The page that the reader follows; None for a reader who gets only event numbers."""
        path = request.query_params.get("page", "")
        reader = self._front.readers.reader(dict(request.scope["headers"])) if path else None
        place = place_of(path, b"") if reader else None
        if reader is None or place is None or place.slug != slug:
            return None
        return Follower(path, reader, _number(request.query_params.get("cached")))

    async def _joined(self, slug: str, follower: Follower | None) -> Listener:
        if follower is None:
            return self.hub.join(slug)
        audience = self.hub.audience(slug, follower.place)
        if audience is None:
            news = News(partial(self._front.current, follower.path, follower.reader))
            await news.update()
            audience = Audience(follower.place, news, self.hub.turns)
        return self.hub.join_audience(slug, audience, follower.page_at)

    def _left(self, slug: str, address: str, follower: Follower | None, listener: Listener) -> None:
        self.hub.leave(slug, listener, None if follower is None else follower.place)
        self._give_place(address)

    def _give_place(self, address: str) -> None:
        self._taken -= 1
        self._places[address] -= 1
        if not self._places[address]:
            del self._places[address]

    async def _opening(
        self, slug: str, follower: Follower | None, listener: Listener, known: int | None
    ) -> bytes:
        """The first message of a stream: the log's number, and the missed changes if they are
        stored.

        The listener joins before the number is read, so no change in between is missed.
        """
        number = await self._number(slug) or 0
        listener.knows(number)
        said = self._said_first(slug, None if follower is None else follower.place, number, known)
        self.hub.tell(slug, number)
        return RETRY + said

    def _said_first(self, slug: str, place: Place | None, number: int, known: int | None) -> bytes:
        audience = self.hub.audience(slug, place) if place else None
        if audience is None:
            return message(number, ())
        missed = audience.news.since(known) if known is not None else None
        is_all = missed is not None and missed.number == number
        return news_message(missed if missed and is_all else Told(number, number, ()))

    async def _number(self, slug: str) -> int | None:
        """The newest event number; None when there is no such tournament."""
        stamp = await self._stamps.newest(slug)
        return None if stamp is None else stamp.number

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
                for slug in self.hub.slugs():
                    self.hub.tell(slug, await self._number(slug) or 0)
            except DatabaseError:
                log.warning("The event numbers could not be read", exc_info=True)


def _slug(request: Request) -> str:
    return str(request.path_params.get("slug", EVERY_TOURNAMENT))


def _known(request: Request) -> int | None:
    """The last event that the page knows. The browser sends it when it connects again."""
    said = request.headers.get("last-event-id") or request.query_params.get("after")
    return _number(said)


def _number(text: str | None) -> int | None:
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if text and is_number else None


def _no_stream(text: str, status: int, *, wait: int | None = None) -> Response:
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'",
        **({} if wait is None else {"Retry-After": str(wait)}),
    }
    return PlainTextResponse(text, status, headers)


def live_application(
    *, stamps: Stamps, thread: ReadingThread, front: Front, live: Live | None = None
) -> Application:
    """Sends `/live/…` to the streams, every other request to `front`."""
    live = live or Live(stamps, thread, front)
    routes = [
        Route("/live/all", live.stream, methods=["GET"]),
        Route("/live/all/changes", live.changes, methods=["GET"]),
        Route("/live/t/{slug}", live.stream, methods=["GET"]),
        Route("/live/t/{slug}/changes", live.changes, methods=["GET"]),
    ]
    streams = Starlette(routes=routes, lifespan=live.lifespan)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind == "lifespan" or (kind == "http" and scope["path"].startswith("/live/")):
            await streams(scope, receive, send)
        elif kind == "http":
            await front(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    return application
