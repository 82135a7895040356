"""Who runs a tournament: organizers add others, and there is always one."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal
from tournament.models import Tournament
from tournament.rules.actors import Actor
from tournament.services import checks, events
from tournament.services.locking import lock

LONGEST_USERNAME = 150


@transaction.atomic
def add(*, tournament_id: int, username: str, actor: Actor) -> Tournament:
    """Lets an account run the tournament too.

    Raises NotFound, NotAllowed, Refusal (no_such_user, already_organizer).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    user = _account(username)
    if tournament.organizers.filter(pk=user.pk).exists():
        raise Refusal.one(
            "username", "already_organizer", _("This person is an organizer already.")
        )
    tournament.organizers.add(user.pk)
    _append(tournament, "organizer.added", user, actor)
    return tournament


@transaction.atomic
def remove(*, tournament_id: int, username: str, actor: Actor) -> Tournament:
    """Takes an organizer's rights away; never the last one's.

    Raises NotFound, NotAllowed, Refusal (no_such_user, not_organizer, last_organizer).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    user = _account(username)
    if not tournament.organizers.filter(pk=user.pk).exists():
        raise Refusal.one(
            "username", "not_organizer", _("This person is not an organizer. Choose one who is.")
        )
    if tournament.organizers.count() == 1:
        raise Refusal.one(
            "username",
            "last_organizer",
            _("A tournament needs an organizer. Add another one before you take this one away."),
        )
    tournament.organizers.remove(user.pk)
    _append(tournament, "organizer.removed", user, actor)
    return tournament


def _account(username: object) -> AbstractBaseUser:
    user = None
    if isinstance(username, str) and len(username) <= LONGEST_USERNAME and "\x00" not in username:
        named = {get_user_model().USERNAME_FIELD: username.strip()}
        user = get_user_model()._default_manager.filter(is_active=True, **named).first()
    if user is None:
        raise Refusal.one(
            "username",
            "no_such_user",
            _("Nobody has an account with this name. Check the spelling, or ask them to register."),
        )
    return user


def _append(tournament: Tournament, kind: str, user: AbstractBaseUser, actor: Actor) -> None:
    events.append(
        tournament=tournament,
        kind=kind,
        actor=actor,
        data={"organizer": user.get_username()},
        topics=("tournament",),
    )
