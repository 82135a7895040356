"""Who listens to which tournament, and what each of them has to be told next.

A stream is told at most four times a second, and less often while many pages of many tournaments
change at once (`web.live.turns`). A listener that is slow gets the newest state once,
never a queue of old ones. Everything here runs in the event loop's thread; only
`Hub.tell_from_any_thread` may be called from elsewhere.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator

from publication.copies.keeping import TOPIC
from tournament.notify import Change
from web.live.audience import Audience, Hears, Place, Saying
from web.live.turns import Turns

SECONDS_BETWEEN = 0.25  # at most four times a second, for each tournament
HEARTBEAT_SECONDS = 15
BEAT = b"event: beat\r\ndata: \r\n\r\n"
"""An event and no comment: only so can a page notice that nothing comes any more."""


def message(number: int, topics: Iterable[str]) -> bytes:
    """One server-sent event; its id is the event number, so a reconnect can name it."""
    data = json.dumps({"number": number, "topics": sorted(topics)}, separators=(",", ":"))
    return f"id: {number}\r\ndata: {data}\r\n\r\n".encode()


class Listener:
    """One open stream: a slot for the newest message, and a bell."""

    def __init__(self, page_at: int | None = None) -> None:
        self._page_at = page_at
        self._number = 0
        self._topics: set[str] = set()
        self._news: Saying | None = None
        self._told_last = 0
        self._is_over = False
        self._bell = asyncio.Event()

    def close(self) -> None:
        """Ends the messages."""
        self._is_over = True
        self._bell.set()

    def knows(self, number: int) -> None:
        """What the stream has said already; it is not said again."""
        self._number = max(number, self._number)

    def put(self, number: int, topics: Iterable[str], news: Saying | None = None) -> None:
        """The newest state in place of what was not sent yet. `news` say all; they go only to who
        has had those before."""
        if number <= self._number:
            return
        self._number = number
        self._news = None if self._bell.is_set() else news
        self._topics.update(topics)
        self._bell.set()

    async def messages(self) -> AsyncIterator[bytes]:
        """Messages as they come, and a beat when there was none for a while, until `close`."""
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
        """Passes on a number not told before; waits a little when the last one was just now."""
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
        """Those who are told that something changed, and those who are told what."""
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


def for_officials(slug: str) -> str:
    """The name of the channel on which officials hear of a tournament that has a delay: no slug
    has such a letter."""
    return f"{slug}!"


class Hub:
    """All channels of this process, by the slug of their tournament, or by `for_officials` of it.
    A channel exists while somebody listens to it."""

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
        """Ends every stream; those who listened come again, to whoever answers then."""
        for name in self._channels:
            self._end(name)

    def end_streams_of(self, slug: str) -> None:
        """Ends those of one tournament, because others may hear of it now, or hear it later."""
        self._end(slug)
        self._end(for_officials(slug))

    def _end(self, name: str) -> None:
        channel = self._channels.get(name)
        for listener in channel.all_listeners() if channel else ():
            listener.close()

    def tell_from_any_thread(self, change: Change) -> None:
        """What `tournament.notify` calls, right after a commit. Of a tournament with a delay only
        its officials are told so soon."""
        loop, live = self._loop, for_officials(change.slug)
        if loop is None:
            return
        for name in (live,) if change.delay else (change.slug, live):
            if name in self._channels:
                loop.call_soon_threadsafe(self.tell, name, change.number, change.topics)
        if TOPIC in change.topics:
            loop.call_soon_threadsafe(self.end_streams_of, change.slug)

    def tell(self, slug: str, number: int, topics: Iterable[str] = ()) -> None:
        if channel := self._channels.get(slug):
            channel.tell(number, topics)

    def slugs(self) -> tuple[str, ...]:
        """The tournaments somebody listens to at the moment."""
        return tuple(self._channels)

    def number(self, slug: str) -> int:
        """The newest number told there; 0 when nobody listens yet."""
        channel = self._channels.get(slug)
        return channel.number if channel else 0

    def join(self, slug: str) -> Listener:
        listener = Listener()
        self._channels.setdefault(slug, Channel()).listeners.add(listener)
        self.streams += 1
        return listener

    def join_audience(self, slug: str, audience: Audience, page_at: int | None = None) -> Listener:
        """As `join`, for one who has a published page open and is told what changed on it, and
        who can read it as it was at event `page_at`."""
        listener = Listener(page_at)
        channel = self._channels.setdefault(slug, Channel())
        channel.audiences.setdefault(audience.place, audience).listeners.add(listener)
        self.streams += 1
        return listener

    def audience(self, slug: str, place: Place) -> Audience | None:
        """The readers who have this page open; None when nobody has."""
        channel = self._channels.get(slug)
        return channel.audiences.get(place) if channel else None

    def leave(self, slug: str, listener: Listener, place: Place | None = None) -> None:
        """Lets go of a listener, and of what nobody listens to any more."""
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
