"""The second step of signing in: set up, renewed and turned off; asked for in `signing_in`.

The page of a passkey holds the request to the browser. The browser's answer comes back as a field
of an ordinary form.
"""

import json
import time
from base64 import b32encode
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.queries import second_step_of
from accounts.services import second, signins
from accounts.services.second import SECONDS, PasskeyOrigin
from tournament.errors import Refusal
from web.access.forms import NewApp, NewPasskey, WithPassword
from web.access.guard import caller, change_account, for_accounts, must_prove, record
from web.acting import attempt
from web.qr import qr_svg

ASKED = "passkey"


@for_accounts("GET", "POST")
def begin(request: HttpRequest) -> HttpResponse:
    """Adds an app: the user scans the key and types a code of the app. The password is required
    after a sign-in of long ago, and always if the second step is on already."""
    user = request.user
    asks = second_step_of(user=user).is_on or must_prove(request)
    form = NewApp(request.POST or None, request=request, with_password=asks)
    codes, status = attempt(request, form, do=partial(second.confirm_app, user=user))
    if codes is not None:
        return _show_codes(request, codes, how="second on")
    app = second.begin_app(user=user)
    context = {
        "form": form, "secret": b32encode(app.bin_key).decode(), "address": app.config_url,
        "qr": qr_svg(app.config_url, title=_("Scan this with an app for codes")),
    }  # fmt: skip
    return render(request, "access/second_begin.html", context, status=status)


@for_accounts("GET", "POST")
def new_codes(request: HttpRequest) -> HttpResponse:
    """Replaces the recovery codes by ten new ones, shown only this once. The password is required,
    because a code turns the second step off."""
    user = request.user
    if not second_step_of(user=user).is_on:
        return HttpResponseRedirect(reverse("access:account"))
    form = WithPassword(request.POST or None, request=request)
    codes, status = attempt(request, form, do=partial(second.new_codes, user=user))
    if codes is not None:
        return _show_codes(request, codes, how="new codes")
    return render(request, "access/new_codes.html", {"form": form}, status=status)


@for_accounts("GET", "POST")
def add_passkey(request: HttpRequest) -> HttpResponse:
    """Adds a passkey, named by its owner. The first one comes with recovery codes. The password is
    required after a sign-in of long ago, and always if the second step is on already."""
    user, place = request.user, place_of(request)
    asks = second_step_of(user=user).is_on or must_prove(request)
    form = NewPasskey(request.POST or None, request=request, with_password=asks)

    def add(**typed: Any) -> list[str]:
        challenge = _stored_challenge(request)
        return second.add_passkey(
            user=user, name=typed["name"], answer=typed["answer"], **challenge
        )

    codes, status = attempt(request, form, do=add)
    if codes:
        return _show_codes(request, codes, how="passkey on")
    if codes is not None:
        record(request, "passkey on")
        messages.success(request, _("The passkey is added."))
        return HttpResponseRedirect(reverse("access:account"))
    options = _asking(request, second.ask_to_make(user=user, place=place)) if place else ""
    context = {"form": form, "asked": options}
    return render(request, "access/passkey.html", context, status=status)


@for_accounts("POST")
def remove_passkey(request: HttpRequest, passkey_id: int) -> HttpResponse:
    return change_account(
        request,
        do=lambda: second.remove_passkey(user=request.user, passkey_id=passkey_id),
        how="passkey off",
        done=lambda name: _("The passkey “%(name)s” is removed.") % {"name": name},
    )


@for_accounts("POST")
def turn_off(request: HttpRequest) -> HttpResponse:
    """Turns the second step off. This needs a code; afterwards the password alone is enough."""
    user = request.user

    def off() -> None:
        second.pass_with_code(user=user, code=request.POST.get("code", ""))
        second.turn_off(user=user)

    answer = change_account(
        request,
        do=off,
        how="second off",
        done=_("The second step is off: the password alone opens the account."),
    )
    if second_step_of(user=user).is_on:
        # Recorded here, because what a refused form did is rolled back.
        signins.failed(name=user.get_username(), how="code", caller=caller(request))
    return answer


def place_of(request: HttpRequest) -> PasskeyOrigin | None:
    """The place (host and origin) of this page's passkeys. None where browsers allow no passkeys:
    for a host that is an IP address, and over plain http except on the computer itself."""
    host = split_domain_port(request.get_host())[0]
    is_number = host.startswith("[") or host.replace(".", "").isdigit()  # IPv6, IPv4
    is_local = host == "localhost" or host.endswith(".localhost")
    if is_number or not (request.is_secure() or is_local):
        return None
    return PasskeyOrigin(host, f"{request.scheme}://{request.get_host()}")


def ask_for_passkey(request: HttpRequest, user: AbstractBaseUser) -> str:
    """The request to the browser, as JSON; empty when the account has no passkey for this host. The
    challenge is stored in the session."""
    place = place_of(request)
    options = second.ask_to_show(user=user, place=place) if place else ""
    return _asking(request, options) if options else ""


def check_passkey(request: HttpRequest, user: AbstractBaseUser, answer: str) -> str:
    """Checks the browser's answer; returns how the user signed in ("passkey"). Raises Refusal."""
    return second.pass_with_passkey(user=user, answer=answer, **_stored_challenge(request))


def _show_codes(request: HttpRequest, codes: list[str], *, how: str) -> HttpResponse:
    record(request, how)
    return render(request, "access/codes.html", {"codes": codes}, status=201)


def _asking(request: HttpRequest, options: str) -> str:
    challenge = json.loads(options)["challenge"]
    request.session[ASKED] = {"challenge": challenge, "at": int(time.time())}
    return options


def _stored_challenge(request: HttpRequest) -> dict[str, Any]:
    """The place of the page and the challenge stored in the session. The challenge can be used
    once, within five minutes. Raises Refusal (passkey_too_late)."""
    place, stored = place_of(request), request.session.pop(ASKED, None)
    if place is None or stored is None or time.time() - stored["at"] > SECONDS:
        message = _("That took too long, or the page was opened twice. Try again.")
        raise Refusal.one("", "passkey_too_late", message)
    return {"place": place, "challenge": stored["challenge"]}
