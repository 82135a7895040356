"""Pages of lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a list. `count`: entries on all pages; `page` from 1 to `pages`."""

    count: int
    page: int
    pages: int
    results: tuple[Any, ...]


def page_of(rows: Sequence[Any], page: int, size: int) -> Page:
    """A page of `rows`; empty after the last one."""
    pages = max(1, -(-len(rows) // size))
    return Page(len(rows), page, pages, tuple(rows[(page - 1) * size : page * size]))
