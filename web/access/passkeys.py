"""Passkeys: created, used and removed. The page holds the request to the browser; the browser's
answer comes back as a field of an ordinary form."""

from __future__ import annotations

import time
from ipaddress import ip_address

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.queries import second_step_of
from accounts.services import passkeys, signins
from accounts.services.passkeys import SECONDS, Ceremony, Place
from tournament.errors import Refusal
from web.access.caller import caller
from web.access.forms import AnotherPasskey, NewPasskey
from web.access.guard import for_accounts
from web.access.lockout import locked_out
from web.access.rate import may_confirm
from web.acting import press, put_refusal

ASKED = "passkey"


def place_of(request: HttpRequest) -> Place | None:
    """The place (host and origin) of this page's passkeys. None where browsers allow no passkeys:
    for a host that is an IP address, and over plain http except on the computer itself."""
    host = split_domain_port(request.get_host())[0]
    if _is_number(host) or not (request.is_secure() or _is_local(host)):
        return None
    return Place(host, f"{request.scheme}://{request.get_host()}")


def asked_of(request: HttpRequest, user: AbstractBaseUser) -> str:
    """The request to the browser, as JSON; empty when the account has no passkey for this host. The
    challenge is stored in the session."""
    place = place_of(request)
    ceremony = passkeys.ask_to_show(user=user, place=place) if place else None
    return _asked(request, ceremony) if ceremony else ""


def show_passkey(request: HttpRequest, user: AbstractBaseUser) -> str:
    """Checks the browser's answer; returns how the user signed in ("passkey"). Raises Refusal."""
    place, challenge = place_of(request), _challenge(request)
    if place is None or not challenge:
        raise too_late()
    answer = request.POST.get("answer", "")
    return passkeys.pass_with(user=user, place=place, challenge=challenge, answer=answer)


@for_accounts("GET", "POST")
def add(request: HttpRequest) -> HttpResponse:
    """Creates a passkey, named by its owner. The first one comes with recovery codes. The password
    is required if the second step is on already."""
    is_on = second_step_of(user=request.user).is_on
    given, place = request.POST or None, place_of(request)
    form = AnotherPasskey(given, user=request.user) if is_on else NewPasskey(given)
    if is_on and request.method == "POST" and not may_confirm(request, form):
        return locked_out(request)
    status = 200 if request.method == "GET" else 400
    if request.method == "POST" and form.is_valid():
        try:
            codes = _add(request, place, form)
        except Refusal as refusal:
            put_refusal(form, refusal)
            status = refusal.status
        else:
            signins.note(user=request.user, how="passkey on", caller=caller(request))
            if codes:
                return render(request, "access/codes.html", {"codes": codes}, status=201)
            messages.success(request, _("The passkey is added."))
            return HttpResponseRedirect(reverse("access:account"))
    asked = _asked(request, passkeys.ask_to_make(user=request.user, place=place)) if place else ""
    context = {"form": form, "asked": asked}
    return render(request, "access/passkey.html", context, status=status)


@for_accounts("POST")
def remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Removes a passkey."""

    def do() -> str:
        name = passkeys.remove(user=request.user, passkey_id=passkey_id)
        signins.note(user=request.user, how="passkey off", caller=caller(request))
        return name

    return press(
        request,
        do=do,
        done=lambda name: _("The passkey “%(name)s” is removed.") % {"name": name},
        to=reverse("access:account"),
    )


def too_late() -> Refusal:
    """The Refusal when the challenge belongs to another page or is too old."""
    return Refusal.one(
        "", "passkey_too_late", _("That took too long, or the page was opened twice. Try again.")
    )


def _add(request: HttpRequest, place: Place | None, form: NewPasskey) -> list[str]:
    challenge, typed = _challenge(request), form.cleaned_data
    if place is None or not challenge:
        raise too_late()
    return passkeys.add(
        user=request.user, place=place, name=typed["name"], challenge=challenge,
        answer=typed["answer"],
    )  # fmt: skip


def _asked(request: HttpRequest, ceremony: Ceremony) -> str:
    request.session[ASKED] = {"challenge": ceremony.challenge, "at": int(time.time())}
    return ceremony.options


def _challenge(request: HttpRequest) -> str:
    """The challenge stored in the session. It can be used once, within five minutes."""
    asked = request.session.pop(ASKED, None) or {"challenge": "", "at": 0}
    return asked["challenge"] if time.time() - asked["at"] <= SECONDS else ""


def _is_local(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
