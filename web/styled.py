"""Inline styles in a page, each allowed by its hash in the page's content security policy."""

from django.http import HttpRequest

from delivery.looks import BEEN_COOKIE, has_been
from delivery.marks import mark_of

ATTRIBUTE = "styles_within"


def is_first_visit(request: HttpRequest) -> bool:
    """Whether this is a request for a published page from a browser that was not here before,
    without a signed-in user."""
    match = request.resolver_match
    if match is None or mark_of(match.func) is None:  # also if refused before login is known
        return False
    return not has_been(request.COOKIES.get(BEEN_COOKIE)) and not request.user.is_authenticated


def allow_style(request: HttpRequest, digest: str) -> None:
    """Notes that the response to `request` has an inline style with this hash, for the middleware
    that adds it to the policy (`config.middleware.Policies`)."""
    setattr(request, ATTRIBUTE, [*getattr(request, ATTRIBUTE, ()), digest])
