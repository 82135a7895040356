"""What an open page has to be told after a change: the pieces of it that are not the same.

Worked out once for all who have the same page open in the same language, from the bytes that are
published anyway; what is told makes of the page that is open exactly the page that would be
fetched. The last few are kept, for those who missed some.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace

from publication.fragments import Part, changes
from publication.pages import Page
from publication.stamp import Stamp

KEPT = 16
LONGEST = 16_000
"""Letters of news beyond which a page is fetched instead: it costs no more."""

OF_A_MATCH = re.compile(r"/match/(\d+)(?:/|$)")
ELSEWHERE = ("bracket", "consolation", "tables", "desk", "match:")
"""What topics of a change say when it may leave the page of another match as it was."""

Read = Callable[[], Awaitable[tuple[Stamp, Page] | None]]


@dataclass(frozen=True, slots=True)
class Told:
    """What makes the page under event `before` the page under event `number`."""

    before: int
    number: int
    parts: tuple[Part, ...]

    def to_text(self, parts: object = None, **more: object) -> str:
        """As the page reads it (static/js/live.js). `parts`: these in another form; `more`: what
        it needs to read them."""
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
        """The page as it was before the last update: what the last news are news to."""

    @property
    def number(self) -> int:
        """The event number of the page as it was told last; 0 before the first."""
        return self._stamp.number if self._stamp else 0

    async def update(self) -> Told | None:
        """What is new since the last call; None when nothing is, or the page must be fetched."""
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
        """A change up to event `number` that leaves this page as it is."""
        if self._stamp is None or number <= self._stamp.number:
            return None
        told = Told(self._stamp.number, number, ())
        self._stamp = replace(self._stamp, number=number)
        self._told.append(told)
        return told

    def since(self, number: int) -> Told | None:
        """Everything new since event `number`, as one; None when that is not kept."""
        wanted = [told for told in self._told if told.before >= number]
        if not wanted or wanted[0].before != number:
            return None
        return wanted[0] if len(wanted) == 1 else _joined(wanted)


def _joined(several: list[Told]) -> Told:
    parts = tuple(part for told in several for part in told.parts)
    return Told(several[0].before, several[-1].number, parts)


def touches(topics: Iterable[str], path: str) -> bool:
    """Whether a change with these topics can alter the page at `path`. With no topics it can.

    Only the page of a match is spared what happens in other matches: many of them are open at the
    same time, and a hand in one of them must not cost a rendering of each.
    """
    told = tuple(topics)
    match = OF_A_MATCH.search(path)
    if not told or match is None or f"match:{match[1]}" in told:
        return True
    return not all(topic.startswith(ELSEWHERE) for topic in told)
