"""Marks the addresses that everybody reads alike. The mark stands beside the view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from django.urls import Resolver404, resolve

from publication.languages import parted

View = TypeVar("View", bound=Callable[..., Any])

ATTRIBUTE, SLOW = "published", "published_slowly"
LONGEST_QUERY = 120
EVERY_TOURNAMENT = ""
"""In place of a slug: what changes whenever any tournament does."""


@dataclass(frozen=True, slots=True)
class Place:
    """A published address: the tournament whose stamp it goes by, or EVERY_TOURNAMENT. `is_slow`:
    its view waits for a process beside."""

    slug: str
    is_slow: bool = False


def published(*names: str, is_slow: bool = False) -> Callable[[View], View]:
    """Marks a view whose GET is the same for everybody who has no session and no token.

    Nothing else than the stamp, the language and the looks may decide its bytes, but where it says
    `publication.pages.NOT_KEPT`: then something in it is being worked out. `names`: the
    parameters of a query under which it is published as well; all other queries go to the view.
    `is_slow`: the view waits for a process beside; no other page waits for one that does.
    """

    def marked(view: View) -> View:
        setattr(view, ATTRIBUTE, frozenset(names))
        setattr(view, SLOW, is_slow)
        return view

    return marked


def mark_of(view: object) -> frozenset[str] | None:
    """The names that `published` gave a view, a function or a class with `get`; None without."""
    got = getattr(getattr(view, "cls", None), "get", view)
    names: frozenset[str] | None = getattr(got, ATTRIBUTE, None)
    return names


def place_of(path: str, query: bytes) -> Place | None:
    """Where `path` with `query` is published; None where a view has to answer by itself."""
    try:
        found = resolve(parted(path)[1])
    except Resolver404:
        return None
    names = mark_of(found.func)
    if names is None or not _is_known(query, names):
        return None
    slug = str(found.kwargs.get("slug", EVERY_TOURNAMENT))
    return Place(slug, is_slow=getattr(found.func, SLOW, False))


def _is_known(query: bytes, names: frozenset[str]) -> bool:
    if not query:
        return True
    if len(query) > LONGEST_QUERY or not query.isascii() or b"%00" in query:
        return False
    given = [name for name, _value in parse_qsl(query.decode(), keep_blank_values=True)]
    return bool(given) and len(given) == len(set(given)) and names.issuperset(given)
