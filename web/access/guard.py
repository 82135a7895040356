"""Who may open a page of an account, who may try a password, and what is recorded of both.

A new account costs a slow hash and a place in the list. Wrong passwords for one name from one
address are counted in the record of sign-ins, which all processes share. The cache counts one
address that tries many names, and one name tried from many addresses.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.queries import is_signed_in_lately, wrong_passwords
from accounts.services import signins
from accounts.services.signins import Caller, name_as_typed
from tournament import limits
from tournament.limits import Limit
from web.acting import Done, press
from web.methods import not_taken, uncached, with_head

View = Callable[..., HttpResponseBase]
AN_HOUR = 3600
A_QUARTER = 900
KNOWN_COOKIE = "known"
KNOWN_SECONDS = 180 * 24 * AN_HOUR


# --- the pages of an account ------------------------------------------------------------------


def for_accounts(*methods: str) -> Callable[[View], View]:
    """A page of the user's own account. `not_taken` answers all methods but `methods`."""
    allowed = with_head(methods)

    def decorate(view: View) -> View:
        @never_cache
        @sensitive_post_parameters()
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            try:
                return not_taken(request, allowed) or view(request, **parts)
            except LockedOut:
                return locked_out(request)

        guarded.methods = allowed
        return guarded

    return decorate


def for_anybody(view: View) -> View:
    """A form for people who are not signed in."""
    return uncached("GET", "POST")(sensitive_post_parameters()(view))


def must_prove(request: HttpRequest) -> bool:
    """Whether what opens the account for others needs the password: the sign-in is not of the last
    ten minutes."""
    return not is_signed_in_lately(session=request.session)


def caller(request: HttpRequest) -> Caller:
    """The address and the browser of a request."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return Caller(address[:45], request.headers.get("User-Agent", "")[:200].replace("\0", ""))


def record(request: HttpRequest, how: str) -> None:
    """Records a change of the user's own account."""
    signins.note(user=request.user, how=how, caller=caller(request))


def record_session(request: HttpRequest, user: AbstractBaseUser, *, how: str) -> None:
    """Records how the session of this request began."""
    key = request.session.session_key or ""
    signins.came_in(user=user, how=how, session_key=key, caller=caller(request))


def change_account(
    request: HttpRequest, *, do: Callable[[], Any], done: Done, how: str = ""
) -> HttpResponse:
    """Carries out a button of the account's page. `how`: the change as it is recorded, if it is."""

    def work() -> Any:
        result = do()
        if how:
            record(request, how)
        return result

    return press(request, do=work, done=done, to=reverse("access:account"))


# --- limits -----------------------------------------------------------------------------------


class LockedOut(Exception):
    """Too many wrong passwords; `for_accounts` answers with `locked_out`."""


def locked_out(request: HttpRequest) -> HttpResponse:
    """The answer after too many wrong passwords."""
    answer = render(request, "access/locked_out.html", {"minutes": A_QUARTER // 60}, status=429)
    answer["Retry-After"] = str(A_QUARTER)
    return answer


def may_register(request: HttpRequest) -> bool:
    """Counts this attempt; False when its address has reached the limit for the hour."""
    limit = Limit("register", settings.REGISTRATIONS_PER_HOUR, AN_HOUR)
    return limits.count(limit, caller(request).address) <= limit.most


def may_try(request: HttpRequest, name: str) -> bool:
    """Whether a password may be tried now, for this name from this address. Counts nothing."""
    address = caller(request).address
    if limits.is_spent(_of_address(), address):
        return False
    since = timezone.now() - timedelta(seconds=A_QUARTER)
    wrong = wrong_passwords(name=name_as_typed(name), address=address, since=since)
    if wrong >= settings.LOGIN_FAILURE_LIMIT:
        return False
    return is_known(request, name) or not limits.is_spent(_of_name(), _folded(name))


def failed(request: HttpRequest, name: str) -> None:
    """Counts a wrong password."""
    limits.count(_of_address(), caller(request).address)
    limits.count(_of_name(), _folded(name))


@contextmanager
def trying_own_password(request: HttpRequest) -> Iterator[None]:
    """For a form that asks for the password of the user who is signed in: counts a wrong one, which
    raises ValidationError inside. Raises LockedOut after too many."""
    name = request.user.get_username()
    if not may_try(request, name):
        raise LockedOut
    try:
        yield
    except ValidationError:
        failed(request, name)
        raise


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


def _folded(name: str) -> str:
    return name_as_typed(name).casefold()
