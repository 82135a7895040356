"""Common to all public pages of a tournament: they fetch it or give a 404, and answer 304 when
unchanged."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from delivery.cache import NOT_KEPT
from delivery.looks import BEEN_COOKIE, CARDS_COOKIE, SIZE_COOKIE, THEME_COOKIE
from delivery.marks import topics_of_page
from delivery.stamps import etag, shown_by, stamp_of
from tournament.championship.queries.tournaments import TournamentView
from tournament.pauses.queries import pauses_ahead
from web.localization import tournament_of
from web.public.pagewords import ABOUT
from web.styled import is_first_visit

View = Callable[..., HttpResponse]


def of_tournament(view: View) -> View:
    """A public page of one tournament: the view gets the tournament in place of its slug.

    A page changes only with the stamp of what it shows and its reader, so these make its ETag. A
    page that is `not_kept` has none.
    """

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, **parts: Any) -> HttpResponse:
        tournament = shown_by(tournament_of(slug), _topics(request))
        known = _etag(request, tournament)
        unchanged = get_conditional_response(request, etag=known)
        # A browser applies the policy of a 304 to its stored page, whose inline styles it would
        # then block.
        if unchanged is not None and not is_first_visit(request):
            return unchanged
        return _revalidated(request, view(request, tournament, **parts), known)

    return page


def show(
    request: HttpRequest, tournament: TournamentView, template: str, tab: str, **context: Any
) -> HttpResponse:
    """Renders a public page of a tournament, with `tab` marked and the pauses ahead."""
    name, about = ABOUT.get(template, ("", ""))
    whole = {
        "shared_title": f"{name} · {tournament.name}" if name else tournament.name,
        "about_page": about,
        "tournament": tournament,
        "tab": tab,
        "pauses": pauses_ahead(tournament_id=tournament.id),
        **context,
    }
    return render(request, f"public/{template}", whole)


def not_kept(response: HttpResponse) -> HttpResponse:
    """Marks a response as not to be cached. It contains something still being worked out, so it
    changes without an event and has no ETag."""
    response["Cache-Control"] = NOT_KEPT
    return response


def _topics(request: HttpRequest) -> tuple[str, ...]:
    found = request.resolver_match
    return topics_of_page(found.func, found.kwargs) if found else ()


def _etag(request: HttpRequest, tournament: TournamentView) -> str | None:
    if len(get_messages(request)):
        return None  # a page with a message for this reader must not be cached
    return etag(
        stamp_of(tournament),
        request.get_full_path(),
        get_language(),
        request.user.pk if request.user.is_authenticated else None,
        request.COOKIES.get(THEME_COOKIE),
        request.COOKIES.get(SIZE_COOKIE),
        request.COOKIES.get(CARDS_COOKIE),
        request.COOKIES.get(BEEN_COOKIE),
    )


def _revalidated(request: HttpRequest, response: HttpResponse, known: str | None) -> HttpResponse:
    is_whole = response.get("Cache-Control") != NOT_KEPT
    if known is not None and response.status_code == 200 and is_whole:
        response["ETag"] = known
        ask_each_time(request, response)
    return response


def ask_each_time(request: HttpRequest, response: HttpResponseBase) -> None:
    """Lets a browser store the page, which then asks each time whether it has changed. Shared
    caches may store one without a user's name."""
    whose = {"private": True} if request.user.is_authenticated else {"public": True}
    patch_cache_control(response, no_cache=True, **whose)
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
