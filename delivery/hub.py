"""The listeners of each tournament, and what each has to be told next.

A stream is told at most four times a second, and less often while many pages of many tournaments
change at once (`delivery.turns`). A listener that is slow gets the newest state once,
never a queue of old ones. Everything here runs in the event loop's thread; only
`Hub.tell_from_any_thread` may be called from elsewhere.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator

from delivery.audience import Audience, Hears, Place, Saying
from delivery.turns import Turns
from tournament.notify import Change

SECONDS_BETWEEN = 0.25  # at most four times a second, for each tournament
HEARTBEAT_SECONDS = 15
BEAT = b"event: beat\r\ndata: \r\n\r\n"
"""An event, not a comment, because pages cannot see comments: so a page notices when beats stop."""


def message(number: int, topics: Iterable[str]) -> bytes:
    """One server-sent event. Its id is the event number, which the browser sends when it
    reconnects."""
    data = json.dumps({"number": number, "topics": sorted(topics)}, separators=(",", ":"))
    return f"id: {number}\r\ndata: {data}\r\n\r\n".encode()


class Listener:
    """One open stream: the newest message, and a signal that it has come."""

    def __init__(self, page_at: int | None = None) -> None:
        self._page_at = page_at
        self._number = 0
        self._topics: set[str] = set()
        self._news: Saying | None = None
        self._told_last = 0
        self._is_over = False
        self._bell = asyncio.Event()

    def close(self) -> None:
        """Ends the stream's messages."""
        self._is_over = True
        self._bell.set()

    def knows(self, number: int) -> None:
        """Notes the event number that the stream has already sent, so that it is not sent again."""
        self._number = max(number, self._number)

    def put(self, number: int, topics: Iterable[str], news: Saying | None = None) -> None:
        """Replaces the unsent message by the newest state. `news` are complete only after the news
        before, so they are dropped when those were not sent."""
        if number <= self._number:
            return
        self._number = number
        self._news = None if self._bell.is_set() else news
        self._topics.update(topics)
        self._bell.set()

    async def messages(self) -> AsyncIterator[bytes]:
        """Messages as they come, and a beat after HEARTBEAT_SECONDS without one, until `close`."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._bell.wait()
            except TimeoutError:
                yield BEAT
                continue
            if self._is_over:
                return
            self._bell.clear()
            topics, self._topics = self._topics, set()
            news, self._news = self._news, None
            yield (
                message(self._number, topics)
                if news is None
                else news.to(self._told_last, self._page_at)
            )
            if news is not None:
                self._told_last = news.number or self._told_last


class Channel:
    """The listeners of one tournament, told at most every SECONDS_BETWEEN."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.audiences: dict[Place, Audience] = {}
        self.number = 0
        self._topics: set[str] = set()
        self._told_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, number: int, topics: Iterable[str]) -> None:
        """Passes on a new event number; waits a little when the last one was told just before."""
        if number <= self.number:
            return
        self.number = number
        self._topics.update(topics)
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = self._told_at + SECONDS_BETWEEN - loop.time()
        if wait <= 0:
            self._flush()
        else:
            self._timer = loop.call_later(wait, self._flush)

    @property
    def is_empty(self) -> bool:
        return not self.listeners and not self.audiences

    def all_listeners(self) -> Iterator[Hears]:
        """All listeners: those of the tournament are told only that something changed, those of a
        page also what changed."""
        yield from self.listeners
        for audience in self.audiences.values():
            yield from audience.listeners

    def close(self) -> None:
        for audience in self.audiences.values():
            audience.close()
        if self._timer is not None:
            self._timer.cancel()

    def _flush(self) -> None:
        self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        topics, self._topics = self._topics, set()
        for listener in self.listeners:
            listener.put(self.number, topics)
        for audience in self.audiences.values():
            audience.tell(self.number, topics)


class Hub:
    """All channels of this process, by their tournament's slug. A channel exists while somebody
    listens to it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channels: dict[str, Channel] = {}
        self.turns = Turns()
        self.streams = 0

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        self._loop = None
        for channel in self._channels.values():
            channel.close()

    def end_streams(self) -> None:
        """Ends every stream. Browsers then connect again, to whichever process answers."""
        for channel in self._channels.values():
            for listener in channel.all_listeners():
                listener.close()

    def tell_from_any_thread(self, change: Change) -> None:
        """Called by `tournament.notify` right after a commit."""
        if self._loop is not None and change.slug in self._channels:
            self._loop.call_soon_threadsafe(self.tell, change.slug, change.number, change.topics)

    def tell(self, slug: str, number: int, topics: Iterable[str] = ()) -> None:
        if channel := self._channels.get(slug):
            channel.tell(number, topics)

    def slugs(self) -> tuple[str, ...]:
        """The tournaments somebody listens to at the moment."""
        return tuple(self._channels)

    def join(self, slug: str) -> Listener:
        listener = Listener()
        self._channels.setdefault(slug, Channel()).listeners.add(listener)
        self.streams += 1
        return listener

    def join_audience(self, slug: str, audience: Audience, page_at: int | None = None) -> Listener:
        """As `join`, for a reader of a published page, who is told what changed on it. `page_at`:
        the event of the page in the reader's cache."""
        listener = Listener(page_at)
        channel = self._channels.setdefault(slug, Channel())
        channel.audiences.setdefault(audience.place, audience).listeners.add(listener)
        self.streams += 1
        return listener

    def audience(self, slug: str, place: Place) -> Audience | None:
        """The audience of this page; None when nobody has it open."""
        channel = self._channels.get(slug)
        return channel.audiences.get(place) if channel else None

    def leave(self, slug: str, listener: Listener, place: Place | None = None) -> None:
        """Removes a listener, and audiences and channels without listeners."""
        channel = self._channels[slug]
        channel.listeners.discard(listener)
        self.streams -= 1
        audience = channel.audiences.get(place) if place else None
        if place and audience:
            audience.listeners.discard(listener)
            if not audience.listeners:
                audience.close()
                del channel.audiences[place]
        if channel.is_empty:
            channel.close()
            del self._channels[slug]
