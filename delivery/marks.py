"""Marks views whose pages are the same for everybody."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from django.urls import Resolver404, resolve

from delivery.looks import parted

View = TypeVar("View", bound=Callable[..., Any])

ATTRIBUTE, SLOW, SHOWS = "published", "published_slowly", "published_shows"
LONGEST_QUERY = 120
EVERY_TOURNAMENT = ""
"""Used in place of a slug by pages that change whenever any tournament does."""


# What a page shows, as the topics of the events that may change it: `{…}` is a part of its address.
# A page that says nothing shows everything.
FRAME = ("tournament",)
ITS_MATCH = (*FRAME, "match:{match_id}")
ITS_PAIR = (*FRAME, "pair:{number}")


@dataclass(frozen=True, slots=True)
class PublishedAddress:
    """A published address: the slug of the tournament whose stamp it uses, or EVERY_TOURNAMENT.
    `is_slow`: its view waits for a separate process. `topics`: what it shows; none: everything."""

    slug: str
    is_slow: bool = False
    topics: tuple[str, ...] = ()


def published(
    *names: str, is_slow: bool = False, shows: tuple[str, ...] = ()
) -> Callable[[View], View]:
    """Marks a view whose GET is the same for every reader without session and token.

    Its bytes may depend only on the stamp, the language and the looks. An answer with
    `delivery.cache.NOT_KEPT` is an exception: something in it is still being worked out.
    `names`: query parameters with which the page is published too; all other queries go to the
    view. `is_slow`: the view waits for a separate process, and must not delay other pages.
    `shows`: such as ITS_MATCH; what happens elsewhere leaves the page as it is.
    """

    def marked(view: View) -> View:
        setattr(view, ATTRIBUTE, frozenset(names))
        setattr(view, SLOW, is_slow)
        setattr(view, SHOWS, shows)
        return view

    return marked


def mark_of(view: object) -> frozenset[str] | None:
    """The `names` that `published` gave to a view: a function, or the method of a viewset that
    answers GET. None for an unmarked view."""
    got = getattr(getattr(view, "cls", None), getattr(view, "actions", {}).get("get", ""), view)
    names: frozenset[str] | None = getattr(got, ATTRIBUTE, None)
    return names


def place_of(path: str, query: bytes) -> PublishedAddress | None:
    """The PublishedAddress of `path` with `query`; None when it is not published."""
    try:
        match = resolve(parted(path)[1])
    except Resolver404:
        return None
    names = mark_of(match.func)
    if names is None or not _is_known(query, names):
        return None
    slug = str(match.kwargs.get("slug", EVERY_TOURNAMENT))
    topics = topics_of_page(match.func, match.kwargs)
    return PublishedAddress(slug, is_slow=getattr(match.func, SLOW, False), topics=topics)


def topics_of_page(view: object, parts: Mapping[str, Any]) -> tuple[str, ...]:
    """What the page of a view with these parts of its address shows; empty: everything."""
    shows: tuple[str, ...] = getattr(view, SHOWS, ())
    return tuple(topic.format(**parts) for topic in shows)


def _is_known(query: bytes, names: frozenset[str]) -> bool:
    if not query:
        return True
    if len(query) > LONGEST_QUERY or not query.isascii() or b"%00" in query:
        return False
    keys = [name for name, _value in parse_qsl(query.decode(), keep_blank_values=True)]
    return bool(keys) and len(keys) == len(set(keys)) and names.issuperset(keys)
