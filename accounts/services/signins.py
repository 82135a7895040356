"""The record of sign-ins, and the sessions they begin."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import OpenSession, SignIn
from accounts.queries import SIGNED_IN_AT
from tournament.errors import NotFound


@dataclass(frozen=True, slots=True)
class Caller:
    """The origin of a request: its network address, and the browser's name for itself."""

    address: str
    agent: str


def stamp_session(*, request: HttpRequest, **_kept: Any) -> None:
    """Receives Django's `user_logged_in`: stores in the session when it began, for
    `queries.is_signed_in_lately`."""
    request.session[SIGNED_IN_AT] = int(timezone.now().timestamp())


@transaction.atomic
def came_in(*, user: AbstractBaseUser, how: str, session_key: str, caller: Caller) -> None:
    """Records a sign-in and the session that it began."""
    note(user=user, how=how, caller=caller)
    OpenSession.objects.create(
        user_id=user.pk, session_key=session_key, address=caller.address,
        agent=caller.agent[:200], began_at=timezone.now(),
    )  # fmt: skip


def note(*, user: AbstractBaseUser, how: str, caller: Caller) -> None:
    """Records a change of the account."""
    _record(user=user, name=user.get_username(), how=how, succeeded=True, caller=caller)


def failed(*, name: str, how: str, caller: Caller) -> None:
    """Records a failed attempt; the owner of the name can see it."""
    name = name_as_typed(name)
    user = get_user_model()._default_manager.filter(username__iexact=name).first()
    _record(user=user, name=name, how=how, succeeded=False, caller=caller)


def _record(*, caller: Caller, **what: Any) -> None:
    SignIn.objects.create(
        **what, address=caller.address, agent=caller.agent[:200], at=timezone.now()
    )


def name_as_typed(name: str) -> str:
    """The name of an account as the form for signing in reads it, without blanks around it."""
    name = name.replace("\0", "").strip()  # PostgreSQL takes no NUL in a text
    return get_user_model().normalize_username(name)[:150]


@transaction.atomic
def end_session(*, user: AbstractBaseUser, session_id: int) -> None:
    """Signs one browser of the account out. Raises NotFound for a session of somebody else."""
    if not _end(OpenSession.objects.filter(user_id=user.pk, pk=session_id)):
        raise NotFound.one("", "no_such_session", _("This session has ended already."))


@transaction.atomic
def end_sessions(*, user: AbstractBaseUser, but: str = "") -> int:
    """Signs out all browsers of the account except the session `but`; returns how many."""
    return _end(OpenSession.objects.filter(user_id=user.pk).exclude(session_key=but))


def _end(sessions: QuerySet[OpenSession]) -> int:
    keys = list(sessions.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    sessions.delete()
    return len(keys)


def lock_account(*, user_id: int) -> None:
    """Locks the account's row until the caller's transaction ends. Services that count something of
    an account lock it first, so that of two requests at the same time only one passes the limit."""
    get_user_model()._default_manager.select_for_update().filter(pk=user_id).order_by().first()
