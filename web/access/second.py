"""The second step of signing in: an app's code after the password; set up, renewed and turned
off."""

from __future__ import annotations

import time

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import second_step_of
from accounts.services import second, signins
from tournament.errors import Refusal
from web.access.caller import caller, let_in
from web.access.forms import Code, NewApp, WithPassword
from web.access.guard import for_accounts
from web.access.lockout import locked_out
from web.access.passkeys import asked_of, show_passkey
from web.access.rate import may_confirm, remember
from web.acting import press, put_refusal
from web.qr import qr_svg

WAITING = "second_step"
SECONDS = 300


def wait_for(request: HttpRequest, user: AbstractBaseUser, *, to: str) -> HttpResponse:
    """Called after a right password: asks for the code. The session begins only after the code."""
    request.session.cycle_key()
    request.session[WAITING] = {
        "user": user.pk,
        "at": int(time.time()),
        "to": to,
        "password": _mark_of(user),
    }
    return HttpResponseRedirect(reverse("access:second_step"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Checks the code after the password."""
    waiting = request.session.get(WAITING) or {}
    user = _user(waiting)
    if user is None:
        return HttpResponseRedirect(reverse("access:login"))
    with_passkey = "answer" in request.POST
    form = Code(None if with_passkey else request.POST or None)
    status = 200
    if with_passkey or (request.method == "POST" and form.is_valid()):
        try:
            how = _what_opens(request, user, form)
        except Refusal as refusal:
            _say(request, None if with_passkey else form, refusal, user)
            status = refusal.status
        else:
            return _come_in(request, user, how=how, to=waiting["to"])
    context = {"form": form, "passkey": asked_of(request, user), "has": second_step_of(user=user)}
    return render(request, "access/second_step.html", context, status=status)


def _what_opens(request: HttpRequest, user: AbstractBaseUser, form: Code) -> str:
    if "answer" in request.POST:
        return show_passkey(request, user)
    return second.pass_with(user=user, code=form.cleaned_data["code"])


def _say(request: HttpRequest, form: Code | None, refusal: Refusal, user: AbstractBaseUser) -> None:
    """Records the failed attempt and shows the refusal. For a passkey `form` is None, because it
    has no field."""
    how = "code" if form else "passkey"
    signins.failed(name=user.get_username(), how=how, caller=caller(request))
    if form:
        put_refusal(form, refusal)
    else:
        for problem in refusal.problems:
            messages.error(request, str(problem.message))


def _come_in(
    request: HttpRequest, user: AbstractBaseUser, *, how: str, to: str
) -> HttpResponseRedirect:
    del request.session[WAITING]
    let_in(request, user, how=how)
    answer = HttpResponseRedirect(to)
    remember(answer, user.get_username())
    return answer


@for_accounts("GET", "POST")
def begin(request: HttpRequest) -> HttpResponse:
    """Sets up the second step: the user scans the secret and types a code of the app. The password
    is required if the second step is on already."""
    is_on = second_step_of(user=request.user).is_on
    form = NewApp(request.POST or None, user=request.user) if is_on else Code(request.POST or None)
    if is_on and request.method == "POST" and not may_confirm(request, form):
        return locked_out(request)
    status = 400 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            codes = second.confirm(user=request.user, code=form.cleaned_data["code"])
        except Refusal as refusal:
            put_refusal(form, refusal)
            status = refusal.status
        else:
            signins.note(user=request.user, how="second on", caller=caller(request))
            return render(request, "access/codes.html", {"codes": codes}, status=201)
    beginning = second.begin(user=request.user, issuer=request.get_host())
    title = _("Scan this with an app for codes")
    context = {
        "form": form, "secret": beginning.secret, "address": beginning.address,
        "qr": qr_svg(beginning.address, title=title),
    }  # fmt: skip
    return render(request, "access/second_begin.html", context, status=status)


@for_accounts("GET", "POST")
def new_codes(request: HttpRequest) -> HttpResponse:
    """Replaces the recovery codes by ten new ones, shown only this once. The password is required,
    because a code turns the second step off."""
    if not second_step_of(user=request.user).is_on:
        return HttpResponseRedirect(reverse("access:account"))
    form = WithPassword(request.POST or None, user=request.user)
    if request.method == "POST" and not may_confirm(request, form):
        return locked_out(request)
    if request.method == "POST" and form.is_valid():
        codes = second.new_codes(user=request.user)
        signins.note(user=request.user, how="new codes", caller=caller(request))
        return render(request, "access/codes.html", {"codes": codes}, status=201)
    status = 400 if form.errors else 200
    return render(request, "access/new_codes.html", {"form": form}, status=status)


@for_accounts("POST")
def turn_off(request: HttpRequest) -> HttpResponse:
    """Turns the second step off. This needs a code; afterwards the password alone is enough."""
    refused: list[Refusal] = []

    def off() -> None:
        try:
            second.pass_with(user=request.user, code=request.POST.get("code", ""))
        except Refusal as refusal:
            refused.append(refusal)
            raise
        second.turn_off(user=request.user)
        signins.note(user=request.user, how="second off", caller=caller(request))

    answer = press(
        request,
        do=off,
        done=_("The second step is off: the password alone opens the account."),
        to=reverse("access:account"),
    )
    if refused:  # recorded here, because what a refused form did is rolled back
        signins.failed(name=request.user.get_username(), how="code", caller=caller(request))
    return answer


def _user(waiting: dict[str, object]) -> AbstractBaseUser | None:
    began = waiting.get("at")
    if not isinstance(began, int) or time.time() - began > SECONDS:
        return None
    users = get_user_model()._default_manager
    found: AbstractBaseUser | None = users.filter(
        pk=int(str(waiting["user"])), is_active=True
    ).first()
    # A password changed meanwhile, by a reset say, opens nothing any more.
    is_same = found is not None and constant_time_compare(
        _mark_of(found), str(waiting.get("password"))
    )
    return found if is_same else None


def _mark_of(user: AbstractBaseUser) -> str:
    """A text that changes with the password and reveals nothing about the password."""
    mark: str = user.get_session_auth_hash()
    return mark
