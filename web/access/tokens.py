"""Tokens for programs, made and revoked by the account they act for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.services import tokens
from tournament.errors import Refusal
from web.access.account import show
from web.access.forms import NewToken
from web.access.guard import for_accounts
from web.acting import press, put_refusal


@for_accounts("POST")
def make(request: HttpRequest) -> HttpResponse:
    """Creates a token, and shows its text only this once."""
    form = NewToken(request.POST)
    if not form.is_valid():
        return show(request, form=form, status=400)
    try:
        _token, raw = tokens.make(user=request.user, **form.cleaned_data)
    except Refusal as refusal:
        put_refusal(form, refusal)
        return show(request, form=form, status=refusal.status)
    return show(request, form=NewToken(), raw=raw, status=201)


@for_accounts("POST")
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revokes a token: programs that use it can do nothing any more."""
    return press(
        request,
        do=lambda: tokens.revoke(user=request.user, token_id=token_id),
        done=_("The token is revoked."),
        to=reverse("access:account"),
    )
