"""Whether a request comes from an official of a tournament, who sees it without delay."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest

from accounts import queries
from tournament.championship.queries.tournaments import may_organize
from tournament.errors import NotAllowed
from tournament.tables.queries import authenticate
from web.referee.access import device_of

User = AbstractBaseUser | AnonymousUser


def user_of(request: HttpRequest) -> User:
    """The user of a request, by session or by a token of the API."""
    raw = _credentials(request, "token")
    token = queries.token_of(raw=raw) if raw else None
    found: User = request.user if token is None else token.user
    return found


def is_official(request: HttpRequest, *, tournament_id: int) -> bool:
    """Whether the request comes from an organizer of the tournament, or from a device of one of its
    tables."""
    if may_organize(user=user_of(request), tournament_id=tournament_id):
        return True
    device = device_of(request)
    if device is not None and device.tournament_id == tournament_id:
        return True
    raw = _credentials(request, "device")
    try:
        return raw != "" and authenticate(raw).tournament_id == tournament_id
    except NotAllowed:
        return False


def request_with(*, cookies: Mapping[str, str], authorization: str) -> HttpRequest:
    """A request with these credentials, for code outside Django's request handling."""
    made = HttpRequest()
    made.COOKIES = dict(cookies)
    made.META["HTTP_AUTHORIZATION"] = authorization
    store = import_module(settings.SESSION_ENGINE).SessionStore
    made.session = store(cookies.get(settings.SESSION_COOKIE_NAME))
    made.user = get_user(made)
    return made


def _credentials(request: HttpRequest, keyword: str) -> str:
    """The text after the keyword in the Authorization header; "" for another keyword."""
    word, _space, raw = request.headers.get("Authorization", "").partition(" ")
    return raw.strip() if word.lower() == keyword else ""
