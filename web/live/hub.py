"""Who listens to which tournament, and what each of them has to be told next.

Everything here runs in the event loop's thread. Only `Hub.tell_from_any_thread` may be called
from elsewhere. A listener that is slow gets the newest state once, never a queue of old ones.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable

from tournament.notify import Change

SECONDS_BETWEEN = 0.25


def message(number: int, topics: Iterable[str]) -> bytes:
    """One server-sent event; its id is the event number, so a reconnect can name it."""
    data = json.dumps({"number": number, "topics": sorted(topics)}, separators=(",", ":"))
    return f"id: {number}\r\ndata: {data}\r\n\r\n".encode()


class Listener:
    """One open stream: a slot for the newest message, and a bell."""

    def __init__(self) -> None:
        self._number = 0
        self._topics: set[str] = set()
        self._bell = asyncio.Event()

    def knows(self, number: int) -> None:
        """What the stream has said already; it is not said again."""
        self._number = max(number, self._number)

    def put(self, number: int, topics: Iterable[str]) -> None:
        if number <= self._number:
            return
        self._number = number
        self._topics.update(topics)
        self._bell.set()

    async def messages(self) -> AsyncIterator[bytes]:
        while True:
            await self._bell.wait()
            self._bell.clear()
            topics, self._topics = self._topics, set()
            yield message(self._number, topics)


class Channel:
    """The listeners of one tournament, told at most every SECONDS_BETWEEN."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
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

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _flush(self) -> None:
        self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        topics, self._topics = self._topics, set()
        for listener in self.listeners:
            listener.put(self.number, topics)


class Hub:
    """All channels of this process. A channel exists while somebody listens to it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channels: dict[str, Channel] = {}
        self.streams = 0

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        self._loop = None
        for channel in self._channels.values():
            channel.close()

    def tell_from_any_thread(self, change: Change) -> None:
        """What `tournament.notify` calls, right after a commit."""
        loop = self._loop
        if loop is not None and change.slug in self._channels:
            loop.call_soon_threadsafe(self.tell, change.slug, change.number, change.topics)

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

    def leave(self, slug: str, listener: Listener) -> None:
        channel = self._channels[slug]
        channel.listeners.discard(listener)
        self.streams -= 1
        if not channel.listeners:
            channel.close()
            del self._channels[slug]
