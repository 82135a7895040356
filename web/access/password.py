"""Passwords: changed with the old one, or set again by a link from a mail or from the operator; and
the e-mail address for that link."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _

from accounts.services import passwords, signins, tokens
from tournament.addresses import absolute_url
from web.access.forms import ChangePassword, Email, NewMailbox
from web.access.guard import caller, change_account, for_accounts, for_anybody, record_session
from web.acting import attempt, submit


@for_accounts("GET", "POST")
def change(request: HttpRequest) -> HttpResponse:
    """Changes the password; every other browser is signed out, and tokens are revoked unless the
    form says otherwise."""
    form = ChangePassword(request.user, request.POST or None, request=request)
    user, status = attempt(request, form, do=lambda **_: form.save())
    if user is None:
        return render(request, "access/password.html", {"form": form}, status=status)
    update_session_auth_hash(request, user)  # this browser goes on with a new session key
    signins.end_sessions(user=user)
    if not form.cleaned_data["keeps_tokens"]:
        tokens.revoke_all(user=user)
    record_session(request, user, how="change")
    messages.success(request, _("The password is changed; other browsers are signed out."))
    return HttpResponseRedirect(reverse("access:account"))


@for_anybody
def forgotten(request: HttpRequest) -> HttpResponse:
    """Sends a link if mail is set up, and says who else can help. The answer does not reveal
    whether an account has the address."""
    if not settings.EMAIL_HOST:
        if request.method == "POST":
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return render(request, "access/forgotten.html")
    form = Email(request.POST if request.method == "POST" else None)

    def ask(**typed: Any) -> bool:
        site = _before_link(request, "access:reset", "-", "-")
        passwords.ask_for_reset(email=typed["email"], site=site, caller=caller(request))
        return True

    is_asked, status = attempt(request, form, do=ask)
    context = {"form": form, "is_asked": is_asked}
    return render(request, "access/forgotten.html", context, status=status)


class reset(PasswordResetConfirmView):  # noqa: N801  (used as a view, named like one)
    """Sets a new password by a link from a mail or from the operator. The link works once, within a
    day. Every browser is signed out, and every token revoked."""

    template_name = "access/reset.html"
    token_generator = passwords.links
    success_url = reverse_lazy("access:login")

    def form_valid(self, form: SetPasswordForm[Any]) -> HttpResponse:
        answer = super().form_valid(form)
        signins.end_sessions(user=form.user)
        tokens.revoke_all(user=form.user)
        signins.note(user=form.user, how="reset", caller=caller(self.request))
        messages.success(self.request, _("The password is set. Sign in with it."))
        return answer


@for_accounts("GET", "POST")
def want_email(request: HttpRequest) -> HttpResponse:
    """Sets the e-mail address. It needs the password, because the owner of the address can set a
    new password."""
    if not settings.EMAIL_HOST:
        raise Http404("No mail leaves this server.")
    form = NewMailbox(request.POST or None, request=request)
    site = _before_link(request, "access:confirm_mailbox", "-")
    return submit(
        request,
        form,
        do=partial(passwords.want_email, user=request.user, site=site),
        done=lambda email: (
            _("A link is on its way to %(email)s. Open it within a day.") % {"email": email}
        ),
        to=reverse("access:account"),
        again=lambda status: render(request, "access/mailbox.html", {"form": form}, status=status),
    )


@for_accounts("GET", "POST")
def confirm_email(request: HttpRequest, link: str) -> HttpResponse:
    """Confirms the address by the link of the mail. The page has a button, because programs that
    scan mail open links too."""
    if request.method != "POST":
        return render(request, "access/mailbox_confirm.html")
    return change_account(
        request,
        do=lambda: passwords.confirm_email(user=request.user, link=link),
        how="mail on",
        done=lambda email: _("%(email)s is confirmed.") % {"email": email},
    )


@for_accounts("POST")
def remove_email(request: HttpRequest) -> HttpResponse:
    """Removes the address; nothing is sent to it any more."""
    return change_account(
        request,
        do=lambda: passwords.remove_email(user=request.user),
        how="mail off",
        done=_("The e-mail address is removed."),
    )


def _before_link(request: HttpRequest, view: str, *samples: str) -> str:
    """The absolute URL of a page whose path ends in a secret link, without that link."""
    path = reverse(view, args=samples).removesuffix("/".join(samples) + "/")
    return absolute_url(request, path)
