"""Serves published pages from this process's memory, before Django.

A page is made by its own view, called as for an anonymous reader, so it is byte for byte the view's
answer. It is made once for each change; requests that come meanwhile wait for it. A page with
something still being worked out is made for the requests of that moment and not cached. All other
requests go to the views: writing, sessions, tokens, unknown queries.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from delivery.making import Maker
from delivery.marks import Place, place_of
from delivery.pages import Page
from delivery.readers import Reader, Readers
from delivery.shelf import Kept, Key, Shelf
from delivery.stamp import Stamp
from delivery.stamps import Stamps

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

API = "/api/"
SECONDS_CHEAP = 1.0
"""Seconds for which a page is sent in its quickly compressed form."""
MOST_WAITING = 1_000
"""The most pages that wait for the best compression; any more keep the quick one."""


class Front:
    """An ASGI application for http, in front of `views`."""

    def __init__(self, views: Application, stamps: Stamps, *, most_bytes: int) -> None:
        self._views = views
        self._stamps = stamps
        self.readers = Readers()
        self._maker = Maker(views)
        self.shelf = Shelf(most_bytes)
        self._smaller = ThreadPoolExecutor(1, "delivery-smaller")
        self._places = BoundedSemaphore(MOST_WAITING)
        self.answers = 0
        self._making: dict[tuple[Key, Stamp], asyncio.Task[Page | None]] = {}
        self._compressing: dict[tuple[Key, Stamp, str], asyncio.Task[None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in ("GET", "HEAD") and not settings.DEBUG:
            headers = dict(scope["headers"])
            reader = self.readers.reader(headers)
            if reader is not None:
                page = self._ready(scope["path"], scope["query_string"], reader)
                page = page or await self._made(scope, reader)
                if page is not None:
                    self.answers += 1
                    known, head = headers.get(b"if-none-match"), scope["method"] == "HEAD"
                    start, body = page.messages(reader.encoding, known, head=head)
                    await send(start)
                    await send(body)
                    return
        await self._views(scope, receive, send)

    def _ready(self, path: str, query: bytes, reader: Reader) -> Page | None:
        """The page, if it is cached, up to date and ready for this reader."""
        kept = self.shelf.get((path, query, reader.looks))
        if kept is None or kept.stamp is not self._stamps.known(kept.slug):
            return None
        if not reader.takes_json and path.startswith(API):
            return None
        return kept.page if kept.page.is_ready(reader.encoding) else None

    async def _made(self, scope: Scope, reader: Reader) -> Page | None:
        """The page, made for this request or for an earlier one; None when a view must answer."""
        path, query = scope["path"], scope["query_string"]
        place = place_of(path, query)
        if place is None or (path.startswith(API) and not reader.takes_json):
            return None
        try:
            stamp = await self._stamps.newest(place.slug)
        except DatabaseError:
            return None  # the view reports the fault
        if stamp is None:
            return None
        key = path, query, reader.looks
        page = await self.page(key, place, stamp, scope, reader)
        if page is not None and not page.is_ready(reader.encoding):
            await self._compressed(key, Kept(page, place.slug, stamp), reader.encoding)
        return page

    async def current(self, path: str, reader: Reader) -> tuple[Stamp, Page] | None:
        """The published page at `path` with its newest stamp; None when there is none."""
        place = place_of(path, b"")
        stamp = await self._stamps.newest(place.slug) if place else None
        if place is None or stamp is None:
            return None
        # The scheme of the reader's request: where https is required, Django redirects http
        # requests.
        scheme = "https" if settings.SECURE_SSL_REDIRECT else "http"
        scope = {"path": path, "query_string": b"", "scheme": scheme, "http_version": "1.1"}
        page = await self.page((path, b"", reader.looks), place, stamp, scope, reader)
        return None if page is None else (stamp, page)

    async def page(
        self, key: Key, place: Place, stamp: Stamp, scope: Scope, reader: Reader
    ) -> Page | None:
        """The page with this stamp: cached, being made, or made now; None when the answer cannot be
        published."""
        kept = self.shelf.get(key)
        if kept is not None and kept.stamp is stamp:
            return kept.page
        wanted = key, stamp
        task = self._making.get(wanted)
        if task is None:
            work = self._make(key, place, stamp, scope, reader)
            task = self._making[wanted] = asyncio.create_task(work)
            task.add_done_callback(lambda _done: self._making.pop(wanted, None))
        # When one reader disconnects, the others who wait still get the page.
        return await asyncio.shield(task)

    async def _make(
        self, key: Key, place: Place, stamp: Stamp, scope: Scope, reader: Reader
    ) -> Page | None:
        page = await self._maker.page(scope, reader, is_slow=place.is_slow)
        if page is not None and page.stays:
            self.shelf.put(key, Kept(page, place.slug, stamp))
        return page

    async def _compressed(self, key: Key, kept: Kept, encoding: str) -> None:
        """Compresses a page in this encoding, once for all requests that come meanwhile."""
        wanted = key, kept.stamp, encoding
        task = self._compressing.get(wanted)
        if task is None:
            work = asyncio.to_thread(kept.page.compress, encoding)
            task = self._compressing[wanted] = asyncio.create_task(work)
            task.add_done_callback(lambda _done: self._compressing.pop(wanted, None))
            task.add_done_callback(lambda _done: self.shelf.weigh(key))
            asyncio.get_running_loop().call_later(SECONDS_CHEAP, self._stays, key, kept, encoding)
        await asyncio.shield(task)

    def _stays(self, key: Key, kept: Kept, encoding: str) -> None:
        """Queues a page that is still up to date for the best compression, one page at a time."""
        is_newest = kept.stamp is self._stamps.known(kept.slug)
        if is_newest and self.shelf.peek(key) == kept and self._places.acquire(blocking=False):
            self._smaller.submit(self._squeeze, key, kept.stamp, encoding)

    def _squeeze(self, key: Key, stamp: Stamp, encoding: str) -> None:
        """Compresses a cached page as well as possible. Runs in its own thread, and does nothing
        when the page is gone meanwhile."""
        self._places.release()
        kept = self.shelf.peek(key)
        if kept is not None and kept.stamp is stamp:
            kept.page.squeeze(encoding)
