"""The page about the API names every part of every address, and no address that is not there."""

import re
from collections.abc import Iterable, Iterator

from django.urls import URLPattern, URLResolver

from api.urls import urlpatterns
from tests.servers import ROOT

PAGE = re.sub(r"```.*?```", "", (ROOT / "docs/api.md").read_text(), flags=re.DOTALL)
ELSEWHERE = {"accounts", "live", "login", "t"}
"""Parts of addresses outside the API."""


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        else:
            yield route


def parts(route: str) -> list[str]:
    return [part for part in route.split("/") if part and "<" not in part]


def test_every_part_of_every_address_is_named() -> None:
    spans = " ".join(re.findall(r"`([^`]+)`", PAGE))
    named = set(re.findall(r"[\w.-]*\w", spans))
    missing = [route for route in routes(urlpatterns) if not set(parts(route)) <= named]
    assert missing == []


def test_every_part_that_is_named_is_there() -> None:
    known = {part for route in routes(urlpatterns) for part in parts(route)}
    addresses = re.findall(r"(?:GET|POST|PUT|PATCH|…)[ /]+(?:…?/)?([\w<>/ -]+)/", PAGE)
    named = {
        part for address in addresses for part in re.findall(r"(?<![<\w])[a-z-]+(?![\w>])", address)
    }
    assert len(named) > 50
    assert named - known - ELSEWHERE - {"api", "v"} == set()
