"""Makes pages by calling their views, a few at a time, so that threads stay free for writing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from delivery.pages import Answer, Page
from delivery.readers import Reader

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Application = Callable[
    [Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
    Awaitable[None],
]

AT_ONCE = 2
MOST_SLOW = 50
"""The most slow pages that wait for their turn. Beyond that the view answers, and says so."""


class Maker:
    """Calls `views` as for an anonymous reader."""

    def __init__(self, views: Application) -> None:
        self._views = views
        self._places = asyncio.Semaphore(AT_ONCE)
        # Slow pages are made one after the other; those that wait hold no thread.
        self._slow_place = asyncio.Semaphore(1)
        self._slow = 0

    async def page(self, scope: Scope, reader: Reader, *, is_slow: bool = False) -> Page | None:
        """The page at the address of `scope`; None when the view's answer cannot be published, or
        too many slow pages wait."""
        if not is_slow:
            return await self._made(scope, reader, self._places)
        if self._slow >= MOST_SLOW:
            return None
        self._slow += 1
        try:
            return await self._made(scope, reader, self._slow_place)
        finally:
            self._slow -= 1

    async def _made(self, scope: Scope, reader: Reader, places: asyncio.Semaphore) -> Page | None:
        async with places:
            answer = await self._asked(scope, reader)
            if not answer.is_for_everybody:
                return None
            return await asyncio.to_thread(Page, answer)

    async def _asked(self, scope: Scope, reader: Reader) -> Answer:
        asked = {
            **{name: scope.get(name) for name in ("asgi", "http_version", "scheme", "server")},
            "type": "http",
            "method": "GET",
            "path": scope["path"],
            "raw_path": scope.get("raw_path"),
            "query_string": scope["query_string"],
            "root_path": scope.get("root_path", ""),
            "headers": list(reader.headers),
            "client": ("127.0.0.1", 0),
        }
        sent: list[Message] = []

        async def nothing() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def keep(message: Message) -> None:
            sent.append(message)

        await self._views(asked, nothing, keep)
        start, *bodies = sent
        body = b"".join(message.get("body", b"") for message in bodies)
        return Answer(start["status"], tuple(start["headers"]), body)
