"""The document that the server publishes has every address of the API, with what it does; the page
about the API names none that is not there."""

import re
from collections.abc import Iterable, Iterator

from django.urls import URLPattern, URLResolver

from api.urls import urlpatterns
from api.views.docs import document
from tests.servers import ROOT

PAGE = re.sub(r"```.*?```", "", (ROOT / "docs/api.md").read_text(), flags=re.DOTALL)
ELSEWHERE = {"accounts", "live", "login", "t"}
"""Parts of addresses outside the API."""
OF_THE_DOCUMENT = {"docs/", "openapi.json", "openapi.yaml", "schemas/mus-hand-1.json"}
"""The document itself, and the page that shows it."""


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        else:
            yield route


def parts(route: str) -> list[str]:
    return [part for part in route.split("/") if part and "<" not in part]


def test_every_address_is_in_the_document_with_what_it_does() -> None:
    told = document()["paths"]
    addresses = {re.sub(r"<\w+:(\w+)>", r"{\1}", route) for route in routes(urlpatterns)}
    assert {f"/api/v1/{address}" for address in addresses - OF_THE_DOCUMENT} == set(told)
    verbs = [verb for operations in told.values() for verb in operations.values()]
    assert all(verb["summary"] for verb in verbs if isinstance(verb, dict))


def test_every_part_that_is_named_is_there() -> None:
    known = {part for route in routes(urlpatterns) for part in parts(route)}
    addresses = re.findall(r"(?:GET|POST|PUT|PATCH|…)[ /]+(?:…?/)?([\w<>/ -]+)/", PAGE)
    named = {
        part for address in addresses for part in re.findall(r"(?<![<\w])[a-z-]+(?![\w>])", address)
    }
    assert len(named) > 50
    assert named - known - ELSEWHERE - {"api", "v"} == set()
