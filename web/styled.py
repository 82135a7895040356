"""Styles within a page, each allowed by its hash in the policy that is sent with the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from publication.looks import BEEN_COOKIE, has_been
from publication.marks import mark_of

ATTRIBUTE = "styles_within"


def is_first_visit(request: HttpRequest) -> bool:
    """Whether a published page is asked for by a browser that was not here yet, and by nobody with
    a name."""
    found = request.resolver_match
    if found is None or mark_of(found.func) is None:  # also refused before it was known who asks
        return False
    return not has_been(request.COOKIES.get(BEEN_COOKIE)) and not request.user.is_authenticated


def allow_style(request: HttpRequest, digest: str) -> None:
    """The page that answers `request` has a style with this hash in it."""
    setattr(request, ATTRIBUTE, [*getattr(request, ATTRIBUTE, ()), digest])


class StylesWithin:
    """Stands behind the policy's middleware, which adds what is noted on the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response: Any = self.get_response(request)
        digests = getattr(request, ATTRIBUTE, None)
        if digests:
            response._csp_update = {"style-src": digests}
        return response
