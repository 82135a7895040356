"""Who may referee a match: the device of its table, or an organizer of its tournament."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.errors import NotAllowed, NotFound
from tournament.queries.matches import MatchCard, match_card
from tournament.queries.tables import DeviceIdentity, authenticate
from tournament.queries.tournaments import may_organize
from tournament.rules.actors import Actor

COOKIE = "table-device"
SALT = "web.referee.device"
KEPT_SECONDS = 30 * 24 * 3600

View = Callable[..., HttpResponse]


def device_of(request: HttpRequest) -> DeviceIdentity | None:
    """The device this browser joined as; None when it never did, or was revoked."""
    raw = request.get_signed_cookie(COOKIE, default="", salt=SALT)
    try:
        return authenticate(raw) if raw else None
    except NotAllowed:
        return None


def remember(response: HttpResponse, raw: str) -> HttpResponse:
    """Keeps a device's own token in this browser, out of reach of scripts."""
    response.set_signed_cookie(
        COOKIE,
        raw,
        salt=SALT,
        max_age=KEPT_SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def for_table(*methods: str) -> Callable[[View], View]:
    """A view for a joined device, which it is given; others are told how to join."""

    def decorate(view: View) -> View:
        @require_http_methods([*methods, "HEAD"])
        @never_cache
        @wraps(view)
        def checked(request: HttpRequest, **parts: Any) -> HttpResponse:
            device = device_of(request)
            if device is None:
                return render(request, "referee/not_joined.html", status=403)
            return view(request, device, **parts)

        return checked

    return decorate


def for_match(*methods: str) -> Callable[[View], View]:
    """A view of one match, for whoever may referee it: it is given the match and the actor.

    For everybody else there is no such match here.
    """

    def decorate(view: View) -> View:
        @require_http_methods([*methods, "HEAD"])
        @never_cache
        @wraps(view)
        def checked(request: HttpRequest, match_id: int, **parts: Any) -> HttpResponse:
            try:
                match = match_card(match_id=match_id)
                return view(request, match, _actor(request, match), **parts)
            except NotFound as refusal:
                raise Http404(str(refusal)) from refusal

        return checked

    return decorate


def _actor(request: HttpRequest, match: MatchCard) -> Actor:
    """Who referees here. Raises Http404 for anybody who may not."""
    device = device_of(request)
    if (
        device is not None
        and device.tournament_id == match.tournament_id
        and device.table_number == match.table
    ):
        return Actor("device", device.id, f"table {device.table_number} device {device.id}")
    user = request.user
    if may_organize(user=user, tournament_id=match.tournament_id):
        return Actor("user", user.pk, f"organizer {user.get_username()}")
    raise Http404
