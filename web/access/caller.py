"""Signing in: begins the session and records who signed in, from where and how."""

from __future__ import annotations

from django.contrib.auth import login as start_session
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from accounts.services import signins
from accounts.services.signins import Caller


def caller(request: HttpRequest) -> Caller:
    """The address and the browser of a request."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return Caller(address[:45], request.headers.get("User-Agent", "")[:200].replace("\0", ""))


def let_in(request: HttpRequest, user: AbstractBaseUser, *, how: str) -> None:
    """Begins the session of `user` and records `how` the user signed in."""
    start_session(request, user)
    key = request.session.session_key or ""
    signins.came_in(user=user, how=how, session_key=key, caller=caller(request))
