"""News for open pages after a change: the pieces that differ.

They are worked out once for all readers of the same page in the same language, from the published
bytes. They turn the open page into exactly the page that would be fetched. The last few are kept
for readers who missed some.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace

from delivery.fragments import Part, changes
from delivery.pages import Page
from delivery.stamp import Stamp

KEPT = 16
LONGEST = 16_000
"""Characters. Longer news are not sent: fetching the page costs no more."""

OF_A_MATCH = re.compile(r"/match/(\d+)(?:/|$)")
ELSEWHERE = ("bracket", "consolation", "tables", "desk", "match:")
"""Topics of changes that may leave the page of another match unchanged."""

Read = Callable[[], Awaitable[tuple[Stamp, Page] | None]]


@dataclass(frozen=True, slots=True)
class Told:
    """The pieces that turn the page of event `before` into the page of event `number`."""

    before: int
    number: int
    parts: tuple[Part, ...]

    def to_text(self, parts: object = None, **more: object) -> str:
        """JSON for static/js/live.js. `parts`: the pieces in another form; `more`: further keys for
        reading them."""
        told = {"number": self.number, "from": self.before, **more, "parts": parts or self.parts}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


class News:
    """The news of one page in one language, while somebody has it open."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._told: deque[Told] = deque(maxlen=KEPT)
        self._stamp: Stamp | None = None
        self._body = ""
        self.page_before = ""
        """The page before the last update, to which the last news apply."""

    @property
    def number(self) -> int:
        """The event number of the last update; 0 before the first."""
        return self._stamp.number if self._stamp else 0

    async def update(self) -> Told | None:
        """The news since the last call; None when there are none, or the page must be fetched."""
        found = await self._read()
        if found is None or found[0] == self._stamp:
            return None
        (stamp, page), before, body = found, self._stamp, self._body
        self._stamp, self._body = stamp, page.body.decode()
        self.page_before = body
        if before is None:
            return None
        parts = changes(body, self._body) if stamp.number > before.number else None
        if parts is None or sum(len(text) for _name, text in parts) > LONGEST:
            self._told.clear()
            return None
        told = Told(before.number, stamp.number, parts)
        self._told.append(told)
        return told

    def spared(self, number: int) -> Told | None:
        """Notes that the changes up to event `number` leave this page unchanged; returns news
        without pieces."""
        if self._stamp is None or number <= self._stamp.number:
            return None
        told = Told(self._stamp.number, number, ())
        self._stamp = replace(self._stamp, number=number)
        self._told.append(told)
        return told

    def since(self, number: int) -> Told | None:
        """All news since event `number`, merged; None when they are not kept."""
        wanted = [told for told in self._told if told.before >= number]
        if not wanted or wanted[0].before != number:
            return None
        return wanted[0] if len(wanted) == 1 else _joined(wanted)


def _joined(several: list[Told]) -> Told:
    parts = tuple(part for told in several for part in told.parts)
    return Told(several[0].before, several[-1].number, parts)


def touches(topics: Iterable[str], path: str) -> bool:
    """Whether a change with these topics can alter the page at `path`. True without topics.

    False only for the page of a match and changes in other matches: many such pages are open at
    once, and a hand in one match must not render all of them.
    """
    told = tuple(topics)
    match = OF_A_MATCH.search(path)
    if not told or match is None or f"match:{match[1]}" in told:
        return True
    return not all(topic.startswith(ELSEWHERE) for topic in told)
