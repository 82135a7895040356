"""Limits on new accounts from one address, and on tries of passwords.

A new account costs a slow hash and a place in the list. Wrong passwords for one name from one
address are counted in the record of sign-ins, which all processes share. The cache counts one
address that tries many names, and one name tried from many addresses.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.queries import wrong_passwords
from accounts.services.signins import name_as_typed
from tournament import limits
from tournament.limits import Limit
from web.access.caller import caller

AN_HOUR = 3600
A_QUARTER = 900
KNOWN_COOKIE = "known"
KNOWN_SECONDS = 180 * 24 * AN_HOUR


def may_register(request: HttpRequest) -> bool:
    """Counts this attempt; False when its address has reached the limit for the hour."""
    limit = Limit("register", settings.REGISTRATIONS_PER_HOUR, AN_HOUR)
    return limits.count(limit, _address(request)) <= limit.most


def may_try(request: HttpRequest, name: str) -> bool:
    """Whether a password may be tried now, for this name from this address. Counts nothing."""
    if limits.is_spent(_of_address(), _address(request)):
        return False
    since = timezone.now() - timedelta(seconds=A_QUARTER)
    address = caller(request).address
    wrong = wrong_passwords(name=name_as_typed(name), address=address, since=since)
    if wrong >= settings.LOGIN_FAILURE_LIMIT:
        return False
    return is_known(request, name) or not limits.is_spent(_of_name(), _folded(name))


def may_confirm(request: HttpRequest, form: BaseForm) -> bool:
    """Whether a form that asks for the account's password may be tried; counts a wrong one."""
    name = request.user.get_username()
    if not may_try(request, name):
        return False
    if "password" in form.errors:
        failed(request, name)
    return True


def failed(request: HttpRequest, name: str) -> None:
    """Counts a wrong password."""
    limits.count(_of_address(), _address(request))
    limits.count(_of_name(), _folded(name))


def remember(response: HttpResponse, name: str) -> None:
    """Marks the browser with a signed cookie as one that has signed in as `name`. So strangers who
    try passwords for that name cannot lock out its owner."""
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
    return name_as_typed(name).casefold()
