"""The cache of published pages in this process: bounded in bytes, least recently used first out."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from delivery.looks import Looks
from delivery.pages import Page
from delivery.stamp import Stamp

SHARE = 4
"""A page may take at most one SHARE-th of the cache."""


Key = tuple[str, bytes, Looks]
"""An address, its query, and the looks."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A page, the slug of the tournament whose stamp it uses, and the stamp with which it was
    made."""

    page: Page
    slug: str
    stamp: Stamp


class Shelf:
    """Key → page. The caller must compare the page's stamp with the newest."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._counted: dict[Key, int] = {}
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Kept | None:
        """The cached page, whatever its stamp. Counts as use."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def peek(self, key: Key) -> Kept | None:
        """The cached page. Does not count as use."""
        return self._kept.get(key)

    def put(self, key: Key, kept: Kept) -> None:
        """Stores a page in place of an older one; drops the least recently used pages when full."""
        self._drop(key)
        self._kept[key] = kept
        self._count(key, kept.page.size)

    def weigh(self, key: Key) -> None:
        """Measures a page again after its stored forms changed."""
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
