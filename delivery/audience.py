"""The readers who have the same page open, and what each is told of a change.

What changed on the page is worked out once for all of them, from the published bytes: the pieces
that turn the open page into exactly the page that would be fetched. A page is told at most four
times a second. A reader who is slow gets the newest state once, never a queue of old ones.
Everything here runs in the event loop's thread.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass

from django.db import DatabaseError

from delivery.cache import Page
from delivery.fragments import Part, changes

SECONDS_BETWEEN = 0.25  # at most four times a second
REST, LONGEST_REST = 10, 1.0
"""Working out news takes at most a REST-th of the time, so that hands can be saved meanwhile: after
it a page waits so many times as long, but at most LONGEST_REST seconds."""
HEARTBEAT_SECONDS = 15
BEAT = b"event: beat\r\ndata: \r\n\r\n"
"""An event, not a comment, because pages cannot see comments: so a page notices when beats stop."""
MOST_NEWS = 16
"""The news that are stored for readers who missed some."""
LONGEST = 16_000
"""Characters. Longer news are not sent: fetching the page costs no more."""

Read = Callable[[], Awaitable[Page | None]]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class News:
    """The pieces that turn the page of event `before` into the page of event `number`."""

    before: int
    number: int
    parts: tuple[Part, ...] = ()

    def to_text(self, number: int) -> str:
        """JSON for static/js/live.js. `number`: how far the log has come."""
        return _json(number=number, page=self.number, **{"from": self.before}, parts=self.parts)

    def message(self, number: int) -> bytes:
        """The server-sent event with these pieces."""
        return f"id: {self.number}\r\ndata: {self.to_text(number)}\r\n\r\n".encode()


def message(number: int, topics: Iterable[str] = (), page: int | None = None) -> bytes:
    """The server-sent event for readers of no published page, or for those of the page of event
    `page` who are not told what changed on it. Its id is the event number of what they read, which
    the browser sends when it reconnects."""
    data = _json(number=number, topics=sorted(topics), **({} if page is None else {"page": page}))
    return f"id: {number if page is None else page}\r\ndata: {data}\r\n\r\n".encode()


def _json(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


class Listener:
    """One open stream: the newest message, and a signal that it has come."""

    def __init__(self) -> None:
        self._number = 0
        self._topics: set[str] = set()
        self._page: int | None = None
        self._news: bytes | None = None
        self._is_over = False
        self._signal = asyncio.Event()

    def close(self) -> None:
        """Ends the stream's messages."""
        self._is_over = True
        self._signal.set()

    def knows(self, number: int, page: int | None = None) -> None:
        """Notes what the stream has already sent, so that it is not sent again."""
        self._number, self._page = max(number, self._number), page

    def put(
        self,
        number: int,
        topics: Iterable[str],
        news: bytes | None = None,
        page: int | None = None,
    ) -> None:
        """Replaces the unsent message by the newest state. `news` are complete only after the news
        before, so they are dropped when those were not sent. `page`: the event number of the page
        that is read."""
        if number < self._number or (number, page) == (self._number, self._page):
            return
        self._number, self._page = number, page
        self._news = None if self._signal.is_set() else news
        self._topics.update(topics)
        self._signal.set()

    async def messages(self) -> AsyncIterator[bytes]:
        """Messages as they come, and a beat after HEARTBEAT_SECONDS without one, until `close`."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._signal.wait()
            except TimeoutError:
                yield BEAT
                continue
            if self._is_over:
                return
            self._signal.clear()
            topics, self._topics = self._topics, set()
            yield self._news or message(self._number, topics, self._page)


class Audience:
    """The open streams of one page. `read` returns the published page; None for the streams that
    are told event numbers alone."""

    def __init__(self, path: str = "", read: Read | None = None) -> None:
        self.path = path
        self.listeners: set[Listener] = set()
        self._read = read
        self._page: Page | None = None
        self.page_number: int | None = None
        self._news: deque[News] = deque(maxlen=MOST_NEWS)
        self._number = 0
        self._topics: set[str] = set()
        self._is_pending = False
        self._work: asyncio.Task[None] | None = None

    def join(self) -> Listener:
        """A new stream of this page."""
        listener = Listener()
        self.listeners.add(listener)
        return listener

    def tell(self, number: int, topics: Iterable[str] = ()) -> None:
        """Tells the streams that the log has reached event `number`: at once, or a little later
        when they were told just before."""
        if number <= self._number:
            return
        self._number, self._is_pending = number, True
        self._topics.update(topics)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._tell_all())

    def close(self) -> None:
        """Cancels what is still to be told."""
        if self._work is not None:
            self._work.cancel()

    async def _tell_all(self) -> None:
        while self._is_pending:
            number, topics = self._number, self._topics
            self._topics, self._is_pending = set(), False
            began = asyncio.get_running_loop().time()
            news = await self.update()
            took = asyncio.get_running_loop().time() - began
            text = None if news is None else news.message(number)
            for listener in self.listeners:
                listener.put(number, topics, text, self.page_number)
            await asyncio.sleep(max(SECONDS_BETWEEN, min(REST * took, LONGEST_REST)))

    async def update(self) -> News | None:
        """Reads the page; returns what changed on it since the last call. None when nothing did,
        or the page must be fetched."""
        try:
            page = await self._read() if self._read else None
        except DatabaseError:
            log.warning("The page %s could not be read", self.path, exc_info=True)
            return None
        before = self._page
        if page is None:  # as the match of a draw that was undone: whoever has it open must ask
            self._page = self.page_number = None
            self._news.clear()
            return None
        if before is not None and before.stamp == page.stamp:
            return None
        self._page, self.page_number = page, page.stamp.number
        if before is None:
            return None
        number = before.stamp.number
        is_newer = page.stamp.number > number
        parts = changes(before.body.decode(), page.body.decode()) if is_newer else None
        if parts is None or sum(len(text) for _name, text in parts) > LONGEST:
            self._news.clear()
            return None
        self._news.append(News(number, page.stamp.number, parts))
        return self._news[-1]

    def since(self, number: int) -> News | None:
        """All news since event `number`, merged; None when they are not stored."""
        missed = [news for news in self._news if news.before >= number]
        if not missed or missed[0].before != number:
            return None
        return News(
            number, missed[-1].number, tuple(part for news in missed for part in news.parts)
        )
