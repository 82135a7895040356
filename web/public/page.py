"""What every public page of a tournament does: fetch it or 404, and answer 304 when unchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.errors import NotFound
from tournament.queries.tournaments import TournamentView, get_public
from web.context import SIZE_COOKIE, THEME_COOKIE

View = Callable[..., HttpResponse]


def of_tournament(view: View) -> View:
    """A public page of one tournament: the view gets the tournament in place of its slug.

    A page changes only with its tournament's event number, its reader and the program itself, so
    these make its ETag.
    """

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, **parts: Any) -> HttpResponse:
        try:
            tournament = get_public(slug=slug)
            etag = _etag(request, tournament)
            unchanged = get_conditional_response(request, etag=etag)
            if unchanged is not None:
                return unchanged
            response = view(request, tournament, **parts)
        except NotFound as refusal:
            raise Http404(str(refusal)) from refusal
        return _revalidated(response, etag)

    return page


def show(
    request: HttpRequest, tournament: TournamentView, template: str, tab: str, **context: Any
) -> HttpResponse:
    """Renders a public page of a tournament with its tab marked."""
    whole = {"tournament": tournament, "tab": tab, **context}
    return render(request, f"public/{template}", whole)


def _etag(request: HttpRequest, tournament: TournamentView) -> str | None:
    if len(get_messages(request)):
        return None  # a page with a message for this reader is shown once
    reader = (
        _written_at(),
        request.get_full_path(),
        tournament.slug,
        tournament.event_number,
        tournament.event_hash,
        get_language(),
        request.user.pk if request.user.is_authenticated else None,
        request.COOKIES.get(THEME_COOKIE),
        request.COOKIES.get(SIZE_COOKIE),
    )
    return quote_etag(hashlib.sha256(repr(reader).encode()).hexdigest()[:32])


@cache
def _written_at() -> float:
    """When the newest template, catalogue or view of this program was written: a new version of
    it makes new pages, in every process of one installation alike."""
    kept = (
        settings.BASE_DIR / "templates",
        settings.BASE_DIR / "locale",
        settings.BASE_DIR / "web",
    )
    return max((file.stat().st_mtime for folder in kept for file in folder.rglob("*.*")), default=0)


def _revalidated(response: HttpResponse, etag: str | None) -> HttpResponse:
    if etag is not None and response.status_code == 200:
        response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response
