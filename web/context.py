"""Template context of every page: appearance, public address, demo site, languages; and the view
that sets the appearance."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import get_script_prefix
from django.views.decorators.http import require_POST

from delivery.looks import (
    CARDS,
    CARDS_COOKIE,
    SIZE_COOKIE,
    SIZES,
    THEME_COOKIE,
    THEMES,
    known,
)
from tournament.addresses import base_url
from web import demosite
from web.acting import next_url

A_YEAR = 31_536_000
CHOICES = ((THEME_COOKIE, THEMES), (SIZE_COOKIE, SIZES), (CARDS_COOKIE, CARDS))


def appearance(request: HttpRequest) -> dict[str, str]:
    """`theme`, `size` and `cards` from their cookies; anything unknown counts as the default."""
    return {
        "theme": known(request.COOKIES.get(THEME_COOKIE), THEMES),
        "size": known(request.COOKIES.get(SIZE_COOKIE), SIZES),
        "cards": known(request.COOKIES.get(CARDS_COOKIE), CARDS),
    }


@require_POST
def choose_appearance(request: HttpRequest) -> HttpResponse:
    """Keeps colours, size of type, and cards as drawings or letters in cookies."""
    response = HttpResponseRedirect(next_url(request, default="/"))
    for cookie, choices in CHOICES:
        value = request.POST.get(cookie, "")
        if value in choices:
            response.set_cookie(
                cookie, value, max_age=A_YEAR, samesite="Lax", secure=settings.SECURE_COOKIES
            )
    return response


def address(request: HttpRequest) -> dict[str, Callable[[], str]]:
    """`public_url`: scheme and host for absolute links, for readers outside the site. Worked out
    where a template uses it: the Host header of a refused request may be no name."""
    return {"public_url": lambda: base_url(request)}


def demo_site(_request: HttpRequest) -> dict[str, object]:
    """`demo_site`: what the banner of a public demo says; None on every other site."""
    return {"demo_site": demosite.banner() if settings.DEMO_SITE else None}


def languages(request: HttpRequest) -> dict[str, object]:
    """`languages`: code and own name of each language of the pages; `alternates`: for a public
    page, also its address in each language; `default_address`: its address without one."""
    match = request.resolver_match
    rest = request.get_full_path()[len(get_script_prefix()) :]
    is_public = match is not None and match.namespace == "public"
    alternates = [(code, name, f"/{code}/{rest}") for code, name in settings.LANGUAGES]
    return {
        "languages": list(settings.LANGUAGES),
        "alternates": alternates if is_public else [],
        "default_address": f"/{rest}",
    }
