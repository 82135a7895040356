"""Every endpoint of the API, read from the URL map, with real ids in the addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from api.moved import gone

METHODS = ("get", "post", "put", "patch", "delete")
OF_A_LINK, OF_A_SINGLE = "our-result/<slug:link>/", "partner/<str:single>/"
OPEN_WRITES = {
    "settle/", "devices/join/", *(OF_A_LINK + act for act in (
        "say/", "answer/", "take-back/", "propose/", "accept/", "decline/", "call-off/",
    )),
    "tournaments/<slug:slug>/partner/",
    *(OF_A_SINGLE + act for act in ("ask/", "answer/", "leave/")),
}  # fmt: skip


@dataclass(frozen=True)
class Endpoint:
    """A route, its methods and the verbs that answer them (None for a plain function), and one of
    these methods."""

    route: str
    verbs: Any
    method: str

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.route}"

    @property
    def writes(self) -> bool:
        return self.method != "get"

    @property
    def is_for_devices(self) -> bool:
        return self.route.startswith("table/")

    @property
    def template(self) -> str:
        """The route as OpenAPI writes it: `tournaments/{slug}/`."""
        opened = self.route.replace("<number:", "{").replace("<slug:", "{").replace("<str:", "{")
        return opened.replace(">", "}")

    def address(self, **parts: Any) -> str:
        """The path under /api/v1, with `parts` in place of the route's converters."""
        path = self.route
        for name, value in parts.items():
            for converter in ("number", "slug", "str"):
                path = path.replace(f"<{converter}:{name}>", str(value))
        return f"/{path}"


def endpoints() -> list[Endpoint]:
    """All of them, in the order of the URL map, but those that say where to go instead."""
    return [
        Endpoint(route, verbs, method)
        for route, verbs in _routes(_api().url_patterns)
        for method in _methods(verbs)
    ]


def _api() -> URLResolver:
    patterns = get_resolver().url_patterns
    return next(p for p in patterns if isinstance(p, URLResolver) and p.namespace == "api")


def _routes(patterns: list[URLPattern | URLResolver], under: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        route = under + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        elif pattern.callback is not gone:
            yield route, getattr(pattern.callback, "actions", None)


def _methods(verbs: Any) -> list[str]:
    if verbs is None:
        return ["get"]
    return [method for method in METHODS if method in verbs]
