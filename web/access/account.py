"""The page of the reader's own account: what opens it, its sessions, its tokens, its history."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import queries
from accounts.services import signins, tokens
from web.access.forms import NewToken
from web.access.guard import change_account, for_accounts, must_prove
from web.access.second import place_of
from web.acting import attempt


@for_accounts("GET")
def page(request: HttpRequest) -> HttpResponse:
    return _show(request, _token_form(request))


@for_accounts("POST")
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    return change_account(
        request,
        do=lambda: signins.end_session(user=request.user, session_id=session_id),
        done=_("That browser is signed out."),
    )


@for_accounts("POST")
def end_others(request: HttpRequest) -> HttpResponse:
    """Signs every browser out but this one."""
    return change_account(
        request,
        do=lambda: signins.end_sessions(user=request.user, but=_here(request)),
        done=lambda ended: (
            ngettext("%(n)s browser is signed out.", "%(n)s browsers are signed out.", ended)
            % {"n": ended}
        ),
    )


@for_accounts("POST")
def make_token(request: HttpRequest) -> HttpResponse:
    """Creates a token for a program, and shows its text only this once. The password is required
    after a sign-in of long ago."""
    form = _token_form(request, request.POST)
    token_and_text, status = attempt(request, form, do=partial(tokens.make, user=request.user))
    if token_and_text is None:
        return _show(request, form, status=status)
    return _show(request, _token_form(request), raw=token_and_text[1], status=201)


@for_accounts("POST")
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revokes a token: programs that use it can do nothing any more."""
    return change_account(
        request,
        do=lambda: tokens.revoke(user=request.user, token_id=token_id),
        done=_("The token is revoked."),
    )


def _show(
    request: HttpRequest, form: NewToken, *, raw: str = "", status: int = 200
) -> HttpResponse:
    """The account's page. `raw`: a new token, shown only this once."""
    user = request.user
    context = {
        "form": form,
        "raw": raw,
        "second": queries.second_step_of(user=user),
        "mailbox": queries.mailbox_of(user=user),
        "mail_leaves": bool(settings.EMAIL_HOST),
        "passkeys": queries.passkeys_of(user=user),
        "place": place_of(request),
        "sessions": queries.sessions_of(user=user),
        "here": _here(request),
        "tokens": queries.tokens_of(user=user),
        "sign_ins": queries.sign_ins_of(user=user),
    }
    return render(request, "access/account.html", context, status=status)


def _token_form(request: HttpRequest, typed: QueryDict | None = None) -> NewToken:
    return NewToken(typed, request=request, with_password=must_prove(request))


def _here(request: HttpRequest) -> str:
    return request.session.session_key or ""
