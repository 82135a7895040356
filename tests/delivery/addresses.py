"""The published addresses, out of the URL table itself: a new page is among them by being there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from delivery.marks import mark_of

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# A value for each parameter of a query under which something is published.
QUERY = {
    "before": "5", "after": "1", "size": "3", "page": "1", "page_size": "2", "rehearsals": "true",
    "theme": "dark", "kind": "championship", "status": "playing", "round": "1", "table": "1",
}  # fmt: skip


def patterns(
    found: URLResolver | None = None, prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Every route of the site with its pattern."""
    for one in (found or get_resolver()).url_patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        else:
            yield route, one


def published(values: dict[str, Any], *, queries: bool = False) -> tuple[str, ...]:
    """The address of every published route, with `values` in place of its parameters.

    With `queries` also each with one parameter of its query. Raises KeyError for a parameter that
    has no value: give it one.
    """
    return tuple(
        "/" + PARAMETER.sub(lambda name: str(values[name[1]]), route) + query
        for route, pattern in patterns()
        if (names := mark_of(pattern.callback)) is not None
        for query in ("", *_queries(route, names if queries else ()))
    )


def _queries(route: str, names: Iterable[str]) -> Iterator[str]:
    for name in sorted(names):
        yield f"?{name}={_value(name, route)}"


def _value(name: str, route: str) -> str:
    is_list = route.endswith("tournaments/")
    return "running" if (name, is_list) == ("status", True) else QUERY[name]
