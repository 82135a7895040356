"""Signing in, with a second step where there is one; creating an account, with an invitation where
registration is closed."""

import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as start_session
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.views import LoginView
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.queries import open_invitation, second_step_of
from accounts.services import invitations, second, signins
from tournament.errors import NotFound, Refusal
from web.access.forms import Answer, Code, Login, Register
from web.access.guard import (
    caller,
    failed,
    for_anybody,
    locked_out,
    may_register,
    may_try,
    record_session,
    remember,
)
from web.access.second import ask_for_passkey, check_passkey
from web.acting import attempt, next_url

WAITING = "second_step"
SECONDS = 300


class login(LoginView):  # noqa: N801  (used as a view, named like one)
    """Asks for name and password, then for the second step if the account has one."""

    template_name = "access/login.html"
    authentication_form = Login
    redirect_authenticated_user = True
    extra_context = {"registration_open": lambda: settings.REGISTRATION_OPEN}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_try(request, request.POST.get("username", "")):
            return locked_out(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user, to = form.get_user(), self.get_success_url()
        if second_step_of(user=user).is_on:
            # The session begins only after the second step.
            self.request.session.cycle_key()
            self.request.session[WAITING] = {
                "user": user.pk, "at": int(time.time()), "to": to,
                "password": user.get_session_auth_hash(),  # changes with the password
            }  # fmt: skip
            return HttpResponseRedirect(reverse("access:second_step"))
        return _come_in(self.request, user, how="password", to=to)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        name = self.request.POST.get("username", "")
        failed(self.request, name)
        signins.failed(name=name, how="password", caller=caller(self.request))
        if not may_try(self.request, name):
            return locked_out(self.request)
        return super().form_invalid(form)


@for_anybody
def second_step(request: HttpRequest) -> HttpResponse:
    """Checks the code or the passkey after the password."""
    waiting = request.session.get(WAITING) or {}
    user = _who_waits(waiting)
    if user is None:
        return HttpResponseRedirect(reverse("access:login"))
    is_passkey = "answer" in request.POST
    form = Answer(request.POST) if is_passkey else Code(request.POST or None)

    def check(**typed: Any) -> str:
        try:
            if is_passkey:
                return check_passkey(request, user, typed["answer"])
            return second.pass_with_code(user=user, code=typed["code"])
        except Refusal:
            how = "passkey" if is_passkey else "code"
            signins.failed(name=user.get_username(), how=how, caller=caller(request))
            raise

    how, status = attempt(request, form, do=check)
    if how:
        del request.session[WAITING]
        return _come_in(request, user, how=how, to=waiting["to"])
    if is_passkey:  # its form has no field to see
        for error in form.non_field_errors():
            messages.error(request, error)
        form = Code()
    step = second_step_of(user=user)
    context = {"form": form, "passkey": ask_for_passkey(request, user), "has": step}
    return render(request, "access/second_step.html", context, status=status)


def _who_waits(waiting: dict[str, Any]) -> AbstractBaseUser | None:
    """The user who gave the right password within the last five minutes. A password changed since,
    by a reset for instance, opens nothing any more."""
    if not waiting or time.time() - waiting["at"] > SECONDS:
        return None
    user: Any = ModelBackend().get_user(waiting["user"])
    if user is None:  # or its account is closed
        return None
    is_same = constant_time_compare(user.get_session_auth_hash(), waiting["password"])
    return user if is_same else None


def _come_in(request: HttpRequest, user: AbstractBaseUser, *, how: str, to: str) -> HttpResponse:
    """Begins the session, records `how` the user signed in, and remembers the browser."""
    start_session(request, user)
    record_session(request, user, how=how)
    answer = HttpResponseRedirect(to)
    remember(answer, user.get_username())
    return answer


@for_anybody
def register(request: HttpRequest) -> HttpResponse:
    """Creates an account. 404 where registration is closed."""
    if not settings.REGISTRATION_OPEN:
        raise Http404("Registration is closed on this server.")
    home = next_url(request, default=settings.LOGIN_REDIRECT_URL)
    if request.user.is_authenticated:
        return HttpResponseRedirect(home)
    return _new_account(request, "access/register.html", to=home)


@for_anybody
def invited(request: HttpRequest, raw: str) -> HttpResponse:
    """Creates the account of an invitation. 410 when the link was used or is too old."""
    if open_invitation(raw=raw):
        try:
            home = settings.LOGIN_REDIRECT_URL
            return _new_account(request, "access/invited.html", to=home, invitation=raw)
        except NotFound:
            pass
    return render(request, "access/invited.html", status=410)


def _new_account(
    request: HttpRequest, template: str, *, to: str, invitation: str = ""
) -> HttpResponse:
    """The form for a new account; once it is filled in, the account and its first session. Raises
    NotFound, and makes no account, when somebody else has used the invitation meanwhile."""
    form = Register(request.POST or None)
    status = 400 if form.errors else 200
    if request.method == "POST" and not may_register(request):
        form.add_error(None, _("Too many accounts were made from here. Try again in an hour."))
        status = 429
    elif request.method == "POST" and form.is_valid():
        with transaction.atomic():
            user = form.create()
            if user and invitation:
                invitations.accept(raw=invitation, user=user)
        if user:
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
            how = "invitation" if invitation else "registration"
            return _come_in(request, user, how=how, to=to)
        status = 400
    return render(request, template, {"form": form, "next": to}, status=status)
