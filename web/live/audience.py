"""Those who have the same published page open in the same language: told alike, made once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from django.db import DatabaseError

from publication.looks import Looks
from publication.news import News, Told, touches
from web.live.shorter import Said, body_of, is_counted_alike, shorter
from web.live.turns import Turns

Place = tuple[str, Looks]
"""The address of a page, and how it looks."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Saying:
    """News as messages: whole, with the news before for who was told `after` last, or with the
    `page` itself for who has it as it was before. `number`: 0 when there is nothing in it that a
    later one could be said with."""

    told: Told
    number: int = 0
    after: int = 0
    before: str = ""
    page: str = ""

    def to(self, told_last: int, page_at: int | None = None) -> bytes:
        """The message for a listener whose last news was that of event `told_last`, and who can
        read its page as it was at event `page_at`."""
        if self.before and told_last == self.after:
            return self._with_news
        return self._with_page if self.page and page_at == self.told.before else self.whole

    @cached_property
    def whole(self) -> bytes:
        return news_message(self.told)

    @cached_property
    def _with_news(self) -> bytes:
        return news_message(self.told, self._parts(self.before))

    @cached_property
    def _with_page(self) -> bytes:
        page = body_of(self.page)
        if not is_counted_alike(page):
            return self.whole
        return news_message(self.told, self._parts(page), page=len(page))

    def _parts(self, before: str) -> list[tuple[str, Said]]:
        return [(name, shorter(text, before)) for name, text in self.told.parts]


class Hears(Protocol):
    """Whoever can be told a number, its topics, and the news that say all."""

    def put(self, number: int, topics: Iterable[str], news: Saying | None = None) -> None: ...

    def close(self) -> None: ...


def news_message(told: Told, parts: object = None, **more: object) -> bytes:
    """One server-sent event with everything that changed; its id is the event number."""
    return f"id: {told.number}\r\ndata: {told.to_text(parts, **more)}\r\n\r\n".encode()


class Audience:
    """The listeners of one page. In the event loop's thread."""

    def __init__(self, place: Place, news: News, turns: Turns) -> None:
        self.place = place
        self.news = news
        self._turns = turns
        self.listeners: set[Hears] = set()
        self._number = 0
        self._topics: set[str] = set()
        self._is_certain = True
        self._work: asyncio.Task[None] | None = None
        self._said = 0, ""

    def tell(self, number: int, topics: Iterable[str]) -> None:
        """Finds out what changed on the page and tells it; more changes meanwhile are one."""
        told = set(topics)
        self._number = max(number, self._number)
        self._is_certain = self._is_certain and bool(told)
        self._topics |= told
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._tell_all())

    def close(self) -> None:
        """Gives up what is being worked out."""
        if self._work is not None:
            self._work.cancel()

    async def _tell_all(self) -> None:
        while self._topics or not self._is_certain:
            if self._touches():
                await self._turns.wait()
            number, topics = self._number, self._topics if self._is_certain else set()
            self._topics, self._is_certain = set(), True
            told = await self._told(number, topics)
            news = None if told is None else self._saying(told)
            newest = number if told is None else max(number, told.number)
            for listener in tuple(self.listeners):
                listener.put(newest, topics, news)

    def _saying(self, told: Told) -> Saying:
        """The news, whole and in shorter ways."""
        if not told.parts:
            return Saying(told)
        (after, before), text = self._said, "".join(text for _name, text in told.parts)
        self._said = told.number, text
        if not is_counted_alike(before + text):
            return Saying(told, told.number)
        return Saying(told, told.number, after, before, self.news.page_before)

    def _touches(self) -> bool:
        return not self._is_certain or touches(self._topics, self.place[0])

    async def _told(self, number: int, topics: set[str]) -> Told | None:
        if not touches(topics, self.place[0]):
            return self.news.spared(number)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            return await self.news.update()
        except DatabaseError:
            log.warning("The news of %s could not be read", self.place[0], exc_info=True)
            return None
        finally:
            self._turns.took(loop.time() - began)
