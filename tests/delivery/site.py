"""The published pages in a test: the cache as it stands in the server, before real views."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.test.client import ClientHandler, RequestFactory

from delivery import looks
from delivery.cache import Cache
from delivery.stamps import Stamps
from scoring.explain.queries import hands
from scoring.statistics import queries
from tournament import notify
from tournament.recent import Recent
from web import pieces

Message = MutableMapping[str, Any]
MOST_BYTES = 40_000_000


@dataclass(frozen=True)
class Got:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Site:
    """Asks the cache, and counts what it asked of the views."""

    most_bytes: int = MOST_BYTES
    asked: list[str] = field(default_factory=list)
    whole: dict[str, Any] = field(default_factory=dict)
    """What a view answered at an address with nothing taken from what is kept of earlier ones."""

    def __post_init__(self) -> None:
        self.stamps = Stamps(_at_once)
        self.cache = Cache(self._views, self.stamps, most_bytes=self.most_bytes)
        looks._read.cache_clear()  # what a header means depends on settings, which tests change

    def get(self, path: str, *, method: str = "GET", scheme: str = "http", **headers: str) -> Got:
        """One request; header names with underscores for dashes."""
        return asyncio.run(self.ask(path, method=method, scheme=scheme, **headers))

    def get_all(self, paths: Iterable[str], **headers: str) -> list[Got]:
        """One request after the other."""

        async def every() -> list[Got]:
            return [await self.ask(path, **headers) for path in paths]

        return asyncio.run(every())

    async def ask(
        self, path: str, *, method: str = "GET", scheme: str = "http", **headers: str
    ) -> Got:
        sent: list[Message] = []

        async def nothing() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def keep(message: Message) -> None:
            sent.append(message)

        await self.cache(scope_of(path, method, headers, scheme), nothing, keep)
        start, *bodies = sent
        told = {name.decode(): value.decode() for name, value in start["headers"]}
        return Got(start["status"], told, b"".join(body.get("body", b"") for body in bodies))

    async def _views(self, scope: Message, receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])
        await asyncio.sleep(0)  # as in a server, others come while a view works
        before = _taken()
        with as_in_a_thread():
            answer = fresh(scope)
        if _taken() == before:
            self.whole[_address(scope)] = answer
        headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
        for morsel in answer.cookies.values():
            headers.append((b"set-cookie", morsel.OutputString().encode()))
        await send(
            {"type": "http.response.start", "status": answer.status_code, "headers": headers}
        )
        await send({"type": "http.response.body", "body": answer.content})


def fresh(scope: Message) -> Any:
    """What the view itself answers."""
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    is_secure = scope["scheme"] == "https"
    return anybody().generic(scope["method"], _address(scope), headers, is_secure=is_secure)


def _address(scope: Message) -> str:
    query = scope["query_string"].decode()
    return str(scope["path"]) + (f"?{query}" if query else "")


class Anybody:
    """Asks the views as a browser that remembers nothing.

    Django's test client notes each template with a copy of what it was given; a match page is made
    of hundreds of them, and that took longer than making it.
    """

    def __init__(self) -> None:
        self._views = ClientHandler(enforce_csrf_checks=False)
        self._requests = RequestFactory()

    def generic(
        self, method: str, address: str, headers: dict[str, str], *, is_secure: bool = False
    ) -> Any:
        asked: Any = self._requests.generic(method, address, secure=is_secure, headers=headers)
        return self._views(asked.environ)


@cache
def _anybody(sends_to_https: bool) -> Anybody:
    return Anybody()


def anybody() -> Anybody:
    """Only one: each would load all middleware anew."""
    return _anybody(settings.SECURE_SSL_REDIRECT)  # which the middleware reads when it is loaded


def forget_pieces() -> None:
    """Whatever is rendered next is rendered anew, down to the last hand."""
    hands.page_cache.clear()
    pieces.cached_pieces.clear()
    queries.recent.clear()
    queries._statistics.cache_clear()


class _Counted(Recent[Any, Any]):
    """Counts what was taken from it."""

    taken = 0

    def get(self, key: Any) -> Any:
        found = super().get(key)
        type(self).taken += found is not None
        return found


def _taken() -> int:
    """How many pieces were taken so far from what is kept, in place of being made."""
    return _Counted.taken + queries._statistics.cache_info().hits


def scope_of(path: str, method: str, headers: dict[str, str], scheme: str) -> Message:
    address, _mark, query = path.partition("?")
    named = {"host": "testserver", **{k.replace("_", "-"): v for k, v in headers.items()}}
    return {
        "type": "http",
        "method": method,
        "scheme": scheme,
        "http_version": "1.1",
        "server": ("testserver", 80),
        "path": address,
        "raw_path": address.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }


def plain(got: Got) -> str:
    """The text of an answer compressed with brotli."""
    return brotli.decompress(got.body).decode()


@contextmanager
def as_in_a_thread() -> Iterator[None]:
    """What is called meanwhile finds no loop running, as in a server, where a thread reads.

    Where one runs, Django opens another connection for each task, and nobody closes it: on
    PostgreSQL the pool would soon be empty, and the test's own transaction not seen.
    """
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


async def _at_once(work: Callable[[], Any]) -> Any:
    with as_in_a_thread():
        return work()


@pytest.fixture
def site(db: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A site that hears of commits as a server does."""
    monkeypatch.setattr(hands, "page_cache", _Counted(1_000_000))
    monkeypatch.setattr(pieces, "cached_pieces", _Counted(1_000_000))
    monkeypatch.setattr(queries, "recent", _Counted(1_000_000))
    made = Site()
    stop = notify.subscribe(made.stamps.forget)
    yield made
    stop()
