"""Serves published pages from this process's memory: ASGI middleware before Django.

A page is made by its own view, called as for an anonymous reader, so it is byte for byte the view's
answer. It is made once for each change; requests that come meanwhile wait for it. A page with
something still being worked out is made for the requests of that moment and not cached. All other
requests go to the views: writing, sessions, tokens, unknown queries.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Coroutine, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import brotli
from django.conf import settings
from django.db import DatabaseError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from delivery.looks import Looks, Reader, reader_of
from delivery.marks import PublishedAddress, place_of
from delivery.stamps import Stamp, Stamps
from tournament.recent import Recent

Header = tuple[bytes, bytes]
T = TypeVar("T")
Key = tuple[str, str, bytes, Looks]
"""The beginning of absolute addresses, an address, its query, and the looks."""

API = "/api/"
NOT_KEPT = "no-store"
"""The Cache-Control of a page that changes without an event, because something in it is still being
worked out."""
COMPRESS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
DECOMPRESS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
}
SMALLEST = 200
"""Bytes. Smaller pages gain nothing from compression."""
OVERHEAD = 2_500
"""Bytes that a cached page takes, roughly, besides its body."""
AT_ONCE = 2
"""Pages made at the same time, so that threads stay free for writing."""
MOST_SLOW = 50
"""The most slow pages that wait for their turn. Beyond that the view answers, and says so."""
MOST_AHEAD, MOST_NOTED = 50, 1_000
"""The most pages of a tournament that are made ahead of their readers: those read last. And of how
many tournaments it is noted what was read."""

OWN_HEADERS = frozenset({b"content-length", b"content-encoding", b"etag", b"vary"})
CONTENT_HEADERS = frozenset({b"content-type", b"content-language", b"content-disposition"})
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")


@dataclass(frozen=True, slots=True)
class Page:
    """A published answer. `bodies`: encoding → its body, "" for the uncompressed one, which is
    stored only until the first request for a compressed one. `etag`: empty for a page that is not
    cached. `stamp`: of what its `place` shows."""

    place: PublishedAddress
    stamp: Stamp
    headers: tuple[Header, ...]
    etag: bytes
    bodies: Mapping[str, bytes]

    @property
    def body(self) -> bytes:
        """The uncompressed page."""
        encoding, body = next(iter(self.bodies.items()))
        return DECOMPRESS[encoding](body) if encoding else body

    @property
    def size(self) -> int:
        """Bytes of memory that the page takes."""
        return OVERHEAD + sum(map(len, self.bodies.values()))

    def has(self, encoding: str) -> bool:
        """Whether the page can be sent in this encoding without compressing it first."""
        is_small = "" in self.bodies and len(self.bodies[""]) < SMALLEST
        return not encoding or encoding in self.bodies or is_small

    def compressed(self, encoding: str) -> Page:
        """The same page, with a body in this encoding and without the uncompressed one."""
        bodies = {name: body for name, body in self.bodies.items() if name}
        return replace(self, bodies={**bodies, encoding: COMPRESS[encoding](self.body)})

    def response(
        self, encoding: str, known: bytes | None = None, *, head: bool = False
    ) -> tuple[Message, Message]:
        """The two ASGI messages to send. `known`: the reader's If-None-Match."""
        headers, status, body = list(self.headers), 200, b""
        if self.etag:
            headers.append((b"etag", b"W/" + self.etag))
        if known is not None and self.etag and (self.etag in known or known.strip() == b"*"):
            headers, status = (
                [header for header in headers if header[0] not in CONTENT_HEADERS],
                304,
            )
        else:
            body = self.bodies.get(encoding) or self.body
            headers.append((b"content-length", b"%d" % len(body)))
            if encoding in self.bodies and encoding:
                headers.append((b"content-encoding", encoding.encode()))
        start = {"type": "http.response.start", "status": status, "headers": headers}
        return start, {"type": "http.response.body", "body": b"" if head else body}


class Cache:
    """An ASGI application for http, in front of `views`. `most_bytes`: memory for pages."""

    def __init__(self, views: ASGIApp, stamps: Stamps, *, most_bytes: int) -> None:
        self._views = views
        self._stamps = stamps
        self.pages: Recent[Key, Page] = Recent(most_bytes, weigh=lambda page: page.size)
        self.answers = 0
        self._tasks: dict[Hashable, asyncio.Task[Any]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        # Slow pages are made one after the other; those that wait hold no thread.
        self._slow_place = asyncio.Semaphore(1)
        self._slow = 0
        # slug → the pages that were read since they were made, each with a reader of it
        self._read: dict[str, dict[Key, Reader]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = reader = None
        headers: dict[bytes, bytes] = {}
        is_read = scope["method"] in ("GET", "HEAD") and not settings.DEBUG
        # Where https is required, Django redirects http requests.
        if is_read and not (settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https"):
            headers = dict(scope["headers"])
            reader = reader_of(headers)
        if reader is not None and (reader.takes_json or not scope["path"].startswith(API)):
            page = self._ready(scope, reader) or await self._fresh_page(scope, reader)
        if reader is None or page is None:
            await self._views(scope, receive, send)
            return
        self.answers += 1
        self._note(scope, reader, page)
        known, head = headers.get(b"if-none-match"), scope["method"] == "HEAD"
        for message in page.response(reader.encoding, known, head=head):
            await send(message)

    def _ready(self, scope: Scope, reader: Reader) -> Page | None:
        """The page, if it is cached, up to date and in this reader's encoding."""
        page = self.pages.get(_key(scope, reader))
        if page is None or page.stamp != self._stamps.known(page.place):
            return None
        return page if page.has(reader.encoding) else None

    async def _fresh_page(self, scope: Scope, reader: Reader) -> Page | None:
        """The page, made for this request or for an earlier one; None when a view must answer."""
        place = place_of(scope["path"], scope["query_string"])
        if place is None:
            return None
        try:
            stamp = await self._stamps.newest(place)
        except DatabaseError:
            return None  # the view reports the fault
        page = await self._page(scope, reader, place, stamp) if stamp else None
        return page and await self._encoded(_key(scope, reader), page, reader.encoding)

    async def _encoded(self, key: Key, page: Page, encoding: str) -> Page:
        """The page with a body in this encoding, compressed once for all who ask."""
        if page.has(encoding):
            return page
        compress = partial(self._compress, key, page, encoding)
        return await self._once((key, page.stamp, encoding), compress)

    def _note(self, scope: Scope, reader: Reader, page: Page) -> None:
        """Notes that somebody read the page, so that it is made anew when it changes."""
        if not page.etag or page.place.is_slow:
            return
        pages = self._read.get(page.place.slug)
        if pages is None:
            if len(self._read) >= MOST_NOTED:
                self._read.clear()
            pages = self._read[page.place.slug] = {}
        key = _key(scope, reader)
        pages.pop(key, None)
        pages[key] = reader  # the last one read stands last
        if len(pages) > MOST_AHEAD:
            del pages[next(iter(pages))]

    async def make_ahead(self, slug: str) -> None:
        """Makes anew the pages of a tournament that changed and were read since they were made: so
        the next reader need not wait. One after the other, the last one read first, in the
        encodings that were asked for. Raises DatabaseError."""
        pages = self._read.get(slug, {})
        for key, reader in reversed(tuple(pages.items())):
            old = self.pages.get(key)
            stamp = None if old is None else await self._stamps.newest(old.place)
            if old is not None and old.stamp == stamp:
                continue  # this change did not touch it
            pages.pop(key, None)
            if old is None or stamp is None:
                continue
            origin, path, query, _looks = key
            scheme = origin.partition(":")[0] or _scheme()
            page = await self._page(_scope(path, query, scheme), reader, old.place, stamp)
            for encoding in old.bodies if page else ():
                page = page and await self._encoded(key, page, encoding)

    async def current(self, place: PublishedAddress, path: str, reader: Reader) -> Page | None:
        """The published page at `path` with its newest stamp; None when there is none. Raises
        DatabaseError."""
        stamp = await self._stamps.newest(place)
        if stamp is None:
            return None
        return await self._page(_scope(path, b"", _scheme()), reader, place, stamp)

    async def _page(
        self, scope: Scope, reader: Reader, place: PublishedAddress, stamp: Stamp
    ) -> Page | None:
        """The page with this stamp: cached, being made, or made now; None when the view's answer
        cannot be published."""
        key = _key(scope, reader)
        page = self.pages.get(key)
        if page is not None and page.stamp == stamp:
            return page
        make = partial(self._make, key, scope, reader, place, stamp)
        return await self._once((key, stamp), make)

    async def _once(self, name: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `work` returns, done once for all who ask for it at the same time. When one of them
        disconnects, the others still get it."""
        task: asyncio.Task[T] | None = self._tasks.get(name)
        if task is None:
            task = self._tasks[name] = asyncio.create_task(work())
            task.add_done_callback(lambda _done: self._tasks.pop(name, None))
        return await asyncio.shield(task)

    async def _make(
        self, key: Key, scope: Scope, reader: Reader, place: PublishedAddress, stamp: Stamp
    ) -> Page | None:
        if place.is_slow and self._slow >= MOST_SLOW:
            return None
        self._slow += place.is_slow
        try:
            async with self._slow_place if place.is_slow else self._places:
                status, headers, body = await self._answer(scope, reader)
        finally:
            self._slow -= place.is_slow
        named = dict(headers)
        # Only what is the same for everybody, and not for one browser alone.
        if status != 200 or b"set-cookie" in named or b"content-encoding" in named:
            return None
        tag = b""
        if named.get(b"cache-control") != NOT_KEPT.encode():
            own = b'"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'
            tag = named.get(b"etag", own).removeprefix(b"W/")
        others = [header for header in headers if header[0] not in OWN_HEADERS]
        others.append((b"vary", _vary(named.get(b"vary", b""))))
        page = Page(place, stamp, tuple(others), tag, {"": body})
        if tag:
            self.pages.put(key, page)
        return page

    async def _compress(self, key: Key, page: Page, encoding: str) -> Page:
        compressed = await asyncio.to_thread(page.compressed, encoding)
        if self.pages.get(key) is page:
            self.pages.put(key, compressed)
        return compressed

    async def _answer(self, scope: Scope, reader: Reader) -> tuple[int, list[Header], bytes]:
        """Status, headers and body of the view, requested as by an anonymous reader."""
        view_scope = {
            **{name: scope.get(name) for name in ("asgi", "http_version", "scheme", "server")},
            "type": "http",
            "method": "GET",
            "path": scope["path"],
            "raw_path": scope.get("raw_path"),
            "query_string": scope["query_string"],
            "root_path": scope.get("root_path", ""),
            "headers": reader.headers(),
            "client": ("127.0.0.1", 0),
        }
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._views(view_scope, receive, send)
        start, *bodies = sent
        body = b"".join(message.get("body", b"") for message in bodies)
        return start["status"], list(start["headers"]), body


def _scheme() -> str:
    """The scheme of pages that no request asks for."""
    return "https" if settings.SECURE_SSL_REDIRECT else "http"


def _scope(path: str, query: bytes, scheme: str) -> Scope:
    """What a view is told of a page that no request asks for."""
    return {"path": path, "query_string": query, "scheme": scheme, "http_version": "1.1"}


def _key(scope: Scope, reader: Reader) -> Key:
    # Without PUBLIC_URL a page names the host that it was asked by.
    origin = "" if settings.PUBLIC_URL else f"{scope['scheme']}://{reader.host.decode('latin-1')}"
    return origin, scope["path"], scope["query_string"], reader.looks


def _vary(value: bytes) -> bytes:
    names = [name.strip() for name in value.decode("latin-1").split(",") if name.strip()]
    present = {name.lower() for name in names}
    return ", ".join([*names, *(one for one in VARY if one.lower() not in present)]).encode()
