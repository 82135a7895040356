"""Who may referee a match: the device of its table, or an organizer of its tournament."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.championship.queries.tournaments import may_organize, zone_of
from tournament.errors import NotAllowed, NotFound
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import MatchCard, match_card
from tournament.tables.queries import DeviceIdentity, authenticate, table_of_token
from web.localization import go_by
from web.once import new_once

COOKIE = "table-device"
SALT = "web.referee.device"
LINK_COOKIE = "table-link"
LINK_SALT = "web.referee.link"
KEPT_SECONDS = 30 * 24 * 3600

View = Callable[..., HttpResponse]


def secret_of(request: HttpRequest) -> str:
    """The secret of the device as which this browser joined; "" when it never joined."""
    raw: str = request.get_signed_cookie(COOKIE, default="", salt=SALT)
    return raw


def device_of(request: HttpRequest) -> DeviceIdentity | None:
    """The device as which this browser joined; None when it never joined or was revoked, and for a
    pair's phone, which has the app alone."""
    raw = secret_of(request)
    try:
        device = authenticate(raw) if raw else None
    except NotAllowed:
        return None
    return device if device and device.pair_id is None else None


def link_of(request: HttpRequest, device: DeviceIdentity) -> str:
    """The token of the link by which this browser joined, if it still leads to the device's table;
    otherwise "".

    It is read from the browser's own cookie, so a device whose link was renewed does not learn the
    new one.
    """
    token = request.get_signed_cookie(LINK_COOKIE, default="", salt=LINK_SALT)
    try:
        return token if token and table_of_token(token=token).pk == device.table_id else ""
    except NotFound:
        return ""


def remember(response: HttpResponse, raw: str, *, token: str) -> HttpResponse:
    """Stores the device's token and the token of its join link in cookies that scripts cannot
    read."""
    for name, salt, value in ((COOKIE, SALT, raw), (LINK_COOKIE, LINK_SALT, token)):
        response.set_signed_cookie(
            name,
            value,
            salt=salt,
            max_age=KEPT_SECONDS,
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


def forget(response: HttpResponse) -> HttpResponse:
    """Deletes the cookies, so that this browser belongs to no table."""
    for name in (COOKIE, LINK_COOKIE):
        response.delete_cookie(name)
    return response


def for_table(*methods: str) -> Callable[[View], View]:
    """A view for a joined device, which the view gets; other browsers get a page on how to join."""

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
    """A view of one match, for devices and users who may referee it. The view gets the match and
    the actor.

    All others get a page on how to become a referee, whether the match exists or not.
    """

    def decorate(view: View) -> View:
        @require_http_methods([*methods, "HEAD"])
        @never_cache
        @wraps(view)
        def checked(request: HttpRequest, match_id: int, **parts: Any) -> HttpResponse:
            try:
                match = match_card(match_id=match_id)
                actor = _actor(request, match)
                go_by(zone_of(tournament_id=match.tournament_id))
            except (NotFound, Http404):
                context = {"device": device_of(request)}
                return render(request, "referee/not_this_table.html", context, status=404)
            return view(request, match, actor, **parts)

        return checked

    return decorate


def official_of(request: HttpRequest, match: MatchCard) -> Actor:
    """The Actor of the signed-in organizer of the match's tournament, even if this browser also
    joined a table.

    Raises Http404 for anybody else.
    """
    user = request.user
    if may_organize(user=user, tournament_id=match.tournament_id):
        return Actor("user", user.pk, f"organizer {user.get_username()}")
    raise Http404


def _actor(request: HttpRequest, match: MatchCard) -> Actor:
    """The actor who referees here. Raises Http404 for anybody who may not."""
    device = device_of(request)
    if (
        device is not None
        and device.tournament_id == match.tournament_id
        and device.table_number == match.table
    ):
        return device.actor
    return official_of(request, match)


def page(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Renders a referee's page, with a new `once` for its form."""
    more = {"once": new_once(), "draft_of": draft_of(context["actor"])}
    return render(request, f"referee/{template}", {**more, **context}, status=status)


def draft_of(actor: Actor, what: object = "") -> str:
    """Whose draft a form keeps in the browser, and `what` of the match of its address it is about.
    The devices of a table share it: one that has joined again goes on."""
    who = "table" if actor.kind == "device" else str(actor.id)
    return f"{who}:{what}" if what else who
