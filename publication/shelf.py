"""The published pages that this process keeps: bounded in bytes, least recently read out first."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from publication.looks import Looks
from publication.pages import Page
from publication.stamp import Stamp

SHARE = 4
"""No page may take more than this part of the room."""


Key = tuple[str, bytes, Looks]
"""An address, its query, and how it looks."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A page, the tournament whose stamp it goes by, and the stamp it was made under."""

    page: Page
    slug: str
    stamp: Stamp


class Shelf:
    """Key → page. Whoever takes one compares its stamp with the newest."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._counted: dict[Key, int] = {}
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Kept | None:
        """What is kept there, whatever its stamp; it counts as read."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def peek(self, key: Key) -> Kept | None:
        """What is kept there; it does not count as read."""
        return self._kept.get(key)

    def put(self, key: Key, kept: Kept) -> None:
        """Keeps a page in place of an older one; lets go of those that nobody has read longest."""
        self._drop(key)
        self._kept[key] = kept
        self._count(key, kept.page.size)

    def weigh(self, key: Key) -> None:
        """Counts a page anew that is kept in other forms than before."""
        found = self._kept.get(key)
        if found is not None:
            self._count(key, found.page.size)

    def _count(self, key: Key, size: int) -> None:
        self.bytes += size - self._counted.get(key, 0)
        self._counted[key] = size
        if size * SHARE > self._most:
            self._drop(key)
        while self.bytes > self._most:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        self._kept.pop(key, None)
        self.bytes -= self._counted.pop(key, 0)
