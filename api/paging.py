"""Long lists in pages: which page a request asks for, and what a page says of the others."""

from collections.abc import Mapping
from dataclasses import dataclass

from rest_framework import serializers

from api.fields import Input


class PageRequest(Input):
    """Which page of the list."""

    page = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000, default=1)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=100, default=20)


@dataclass(frozen=True, slots=True)
class Page:
    """Where a page is in its list: `count` of the whole list, `page` from 1, how many `pages` the
    list has, one at least."""

    count: int
    page: int
    pages: int


def part_of(query: Mapping[str, int]) -> slice:
    """The part of the list that a PageRequest asks for; empty after the last page."""
    return slice((query["page"] - 1) * query["page_size"], query["page"] * query["page_size"])


def place_of(query: Mapping[str, int], count: int) -> dict[str, int]:
    """`count` of the whole list, `page` from 1, and how many `pages` it has, one at least."""
    pages = max(1, -(-count // query["page_size"]))
    return {"count": count, "page": query["page"], "pages": pages}
