"""The readers of the same published page in the same language. Their news are made once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from django.db import DatabaseError

from delivery.looks import Looks
from delivery.news import News, Told, touches
from delivery.shorter import Said, body_of, is_counted_alike, shorter
from delivery.turns import Turns

Place = tuple[str, Looks]
"""The address of a page, and its looks (language and appearance)."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Saying:
    """News of one page in three forms: whole; as differences to the news before, for listeners
    whose last news was of event `after`; as differences to `page`, for listeners who have the
    earlier page. `number`: the event, 0 when later news cannot refer to these."""

    told: Told
    number: int = 0
    after: int = 0
    before: str = ""
    page: str = ""

    def to(self, told_last: int, page_at: int | None = None) -> bytes:
        """The message for a listener whose last news was of event `told_last`, and who has the page
        of event `page_at` in its cache."""
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
    """A listener: takes an event number, its topics, and perhaps the news."""

    def put(self, number: int, topics: Iterable[str], news: Saying | None = None) -> None: ...

    def close(self) -> None: ...


def news_message(told: Told, parts: object = None, **more: object) -> bytes:
    """One server-sent event with everything that changed; its id is the event number."""
    return f"id: {told.number}\r\ndata: {told.to_text(parts, **more)}\r\n\r\n".encode()


class Audience:
    """The listeners of one page. Only for the event loop's thread."""

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
        """Works out what changed on the page and tells the listeners. Changes that come meanwhile
        are told together."""
        told = set(topics)
        self._number = max(number, self._number)
        self._is_certain = self._is_certain and bool(told)
        self._topics |= told
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._tell_all())

    def close(self) -> None:
        """Cancels the work in progress."""
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
        """The news in all their forms."""
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
