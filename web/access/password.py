"""Passwords: changed with the old one, or set again by a link from a mail or from the operator."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.services import resets, signins
from tournament.errors import Refusal
from web.access.caller import caller
from web.access.forms import Email
from web.access.guard import for_accounts
from web.access.lockout import locked_out
from web.access.mailbox import site_of
from web.access.rate import failed, may_try
from web.acting import put_refusal

SAMPLES = ("-", "-")


@for_accounts("GET", "POST")
def change(request: HttpRequest) -> HttpResponse:
    """Changes the password; every other browser is signed out."""
    name = request.user.get_username()
    form = PasswordChangeForm(request.user, request.POST or None)
    if request.method == "POST" and not may_try(request, name):
        return locked_out(request)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        signins.end_sessions(user=user)  # this browser goes on with a new session key
        update_session_auth_hash(request, user)
        signins.came_in(
            user=user, how="change", session_key=request.session.session_key or "",
            caller=caller(request),
        )  # fmt: skip
        messages.success(request, _("The password is changed; other browsers are signed out."))
        return HttpResponseRedirect(reverse("access:account"))
    if "old_password" in form.errors:
        failed(request, name)
    status = 400 if form.errors else 200
    return render(request, "access/password.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Sends a link if mail is set up, and says who else can help. The answer does not reveal
    whether an account has the address."""
    is_asked = request.method == "POST"
    if not settings.EMAIL_HOST:
        if is_asked:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return render(request, "access/forgotten.html")
    form = Email(request.POST if is_asked else None)
    status = 400 if is_asked else 200
    if form.is_valid():
        try:
            site = site_of(request, "access:reset", *SAMPLES)
            resets.ask(email=form.cleaned_data["email"], site=site, caller=caller(request))
        except Refusal as refusal:
            put_refusal(form, refusal)
            status = refusal.status
        else:
            return render(request, "access/forgotten.html", {"is_asked": True})
    return render(request, "access/forgotten.html", {"form": form}, status=status)


@method_decorator(never_cache, name="dispatch")
@method_decorator(sensitive_post_parameters(), name="dispatch")
class reset(PasswordResetConfirmView):  # noqa: N801
    """Sets a new password by a link from a mail or from the operator. The link works once, within a
    day. Every browser is signed out."""

    template_name = "access/reset.html"
    token_generator = resets.links
    form_class = SetPasswordForm
    success_url = reverse_lazy("access:login")

    def form_valid(self, form: SetPasswordForm[Any]) -> HttpResponse:
        answer = super().form_valid(form)
        signins.end_sessions(user=form.user)
        signins.note(user=form.user, how="reset", caller=caller(self.request))
        messages.success(self.request, _("The password is set. Sign in with it."))
        return answer
