"""The page of the reader's own account: its keys, its open sessions, its history."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import queries
from accounts.services import signins
from web.access.forms import NewToken
from web.access.guard import for_accounts
from web.access.passkeys import place_of
from web.acting import press


@for_accounts("GET")
def page(request: HttpRequest) -> HttpResponse:
    """The account's page."""
    return show(request, form=NewToken())


@for_accounts("POST")
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Signs another browser out."""
    return press(
        request,
        do=lambda: signins.end_session(user=request.user, session_id=session_id),
        done=_("That browser is signed out."),
        to=reverse("access:account"),
    )


@for_accounts("POST")
def end_others(request: HttpRequest) -> HttpResponse:
    """Signs every browser out but this one."""
    return press(
        request,
        do=lambda: signins.end_sessions(user=request.user, but=_here(request)),
        done=lambda ended: (
            ngettext("%(n)s browser is signed out.", "%(n)s browsers are signed out.", ended)
            % {"n": ended}
        ),
        to=reverse("access:account"),
    )


def show(request: HttpRequest, *, form: NewToken, raw: str = "", status: int = 200) -> HttpResponse:
    """The account's page. `raw`: a new token, shown only this once."""
    user, place = request.user, place_of(request)
    context = {
        "form": form,
        "raw": raw,
        "second": queries.second_step_of(user=user),
        "mailbox": queries.mailbox_of(user=user),
        "mail_leaves": bool(settings.EMAIL_HOST),
        "passkeys": queries.passkeys_of(user=user, rp_id=place.rp_id if place else ""),
        "has_place": place is not None,
        "sessions": queries.sessions_of(user=user, here=_here(request)),
        "tokens": queries.token_list(user=user),
        "sign_ins": queries.sign_ins_of(user=user),
    }
    return render(request, "access/account.html", context, status=status)


def _here(request: HttpRequest) -> str:
    return request.session.session_key or ""
