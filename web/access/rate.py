"""How many accounts an address may make, and how many passwords may be tried.

Making an account costs a slow hash and a place in the list. `axes` counts the wrong passwords of
one name from one address; somebody who tries one password on many names, or one name from many
addresses, is counted here.
"""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament import limits
from tournament.limits import Limit

AN_HOUR = 3600
A_QUARTER = 900
KNOWN_COOKIE = "known"
KNOWN_SECONDS = 180 * 24 * AN_HOUR


def may_register(request: HttpRequest) -> bool:
    """Counts this attempt; False when its address has had its share of the hour."""
    limit = Limit("register", settings.REGISTRATIONS_PER_HOUR, AN_HOUR)
    return limits.count(limit, _address(request)) <= limit.most


def may_try(request: HttpRequest, name: str) -> bool:
    """Whether a password may be tried now, for this name from this address. Counts nothing."""
    if limits.is_spent(_of_address(), _address(request)):
        return False
    return is_known(request, name) or not limits.is_spent(_of_name(), _folded(name))


def failed(request: HttpRequest, name: str) -> None:
    """Counts a wrong password."""
    limits.count(_of_address(), _address(request))
    limits.count(_of_name(), _folded(name))


def remember(response: HttpResponse, name: str) -> None:
    """Lets the browser show that it has signed in as `name`: strangers who try passwords for that
    name do not keep its owner out."""
    response.set_signed_cookie(
        KNOWN_COOKIE, _folded(name), salt=KNOWN_COOKIE, max_age=KNOWN_SECONDS,
        secure=settings.SECURE_COOKIES, httponly=True, samesite="Lax",
    )  # fmt: skip


def is_known(request: HttpRequest, name: str) -> bool:
    """Whether this browser has signed in as `name` before."""
    try:
        known = request.get_signed_cookie(KNOWN_COOKIE, salt=KNOWN_COOKIE, max_age=KNOWN_SECONDS)
    except (KeyError, signing.BadSignature):
        return False
    return known == _folded(name)


def _of_address() -> Limit:
    return Limit("login-from", settings.LOGIN_FAILURES_PER_ADDRESS, A_QUARTER)


def _of_name() -> Limit:
    return Limit("login-as", settings.LOGIN_FAILURES_PER_NAME, A_QUARTER)


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _folded(name: str) -> str:
    return name.strip().casefold()[:150]
