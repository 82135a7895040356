"""Who runs a tournament: organizers add others, and there is always one who can sign in."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Role, Tournament
from tournament.errors import Refusal, StrOrPromise
from tournament.log import services as events
from tournament.log.rules.roles import OWNER, ROLES, Actor
from tournament.log.services import lock

LONGEST_USERNAME = 150
MOST_NAMED = 3
"""Tournaments named in a refusal."""


@transaction.atomic
def add(*, tournament_id: int, username: str, actor: Actor, role: str = OWNER) -> Tournament:
    """Lets an account run the tournament too, in a role: "owner", "desk" or "referee".

    Raises NotFound, NotAllowed, Refusal (no_such_user, already_organizer, bad_role).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _must_be_a_role(role)
    user = _account(username)
    if tournament.organizers.filter(pk=user.pk).exists():
        raise Refusal.one(
            "username", "already_organizer", _("This person is an organizer already.")
        )
    tournament.organizers.add(user.pk)
    if role == OWNER:
        _append(tournament, "organizer.added", user, actor)
    else:
        _append(tournament, "organizer.added", user, actor, role=role)
        Role.objects.create(tournament=tournament, user_id=user.pk, role=role)
    return tournament


@transaction.atomic
def remove(*, tournament_id: int, username: str, actor: Actor) -> Tournament:
    """Takes an organizer's rights away, also a closed account's; never those of the last one who
    can sign in.

    Raises NotFound, NotAllowed, Refusal (no_such_user, not_organizer, last_organizer).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    user = _organizer(tournament, username)
    if not _others(tournament, user.pk).exists():
        raise Refusal.one(
            "username",
            "last_organizer",
            _(
                "A tournament needs an organizer whose account is open. Add another one before you "
                "take this one away."
            ),
        )
    _must_leave_an_owner(tournament, user.pk)
    _take_out(tournament, user, actor)
    return tournament


@transaction.atomic
def go(*, user: AbstractBaseUser, actor: Actor) -> None:
    """Takes an account that is going to be removed out of every tournament it organizes, and tells
    each log. `actor`: who removes it.

    Raises Refusal (only_organizer, only_owner) with the names of tournaments that would have
    nobody left who can sign in, or no owner who can.
    """
    run = Tournament.objects.filter(organizers=user.pk).order_by("pk").values_list("pk", flat=True)
    tournaments = [lock(tournament_id=pk) for pk in run]
    alone = [
        tournament.name for tournament in tournaments if not _others(tournament, user.pk).exists()
    ]
    owned = [tournament.name for tournament in tournaments if _is_last_owner(tournament, user.pk)]
    _must_be_none(
        alone,
        "only_organizer",
        _("Nobody else organizes %(names)s. Add somebody there, or remove it first."),
    )
    _must_be_none(
        owned,
        "only_owner",
        _("Nobody else owns %(names)s. Make somebody there an owner, or remove it first."),
    )
    for tournament in tournaments:
        _take_out(tournament, user, actor)


def _must_be_none(names: list[str], code: str, message: StrOrPromise) -> None:
    if names:
        raise Refusal.one("", code, message, names=", ".join(names[:MOST_NAMED]))


def _take_out(tournament: Tournament, user: AbstractBaseUser, actor: Actor) -> None:
    tournament.organizers.remove(user.pk)
    Role.objects.filter(tournament=tournament, user_id=user.pk).delete()
    _append(tournament, "organizer.removed", user, actor)


@transaction.atomic
def set_role(*, tournament_id: int, username: str, role: str, actor: Actor) -> Tournament:
    """Gives an organizer a role: "owner", "desk" or "referee".

    Raises NotFound, NotAllowed, Refusal (no_such_user, not_organizer, bad_role, last_owner).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _must_be_a_role(role)
    user = _organizer(tournament, username)
    if role != OWNER:
        _must_leave_an_owner(tournament, user.pk)
    _append(tournament, "organizer.role_set", user, actor, role=role)
    Role.objects.update_or_create(tournament=tournament, user_id=user.pk, defaults={"role": role})
    return tournament


def _must_be_a_role(role: object) -> None:
    if role not in ROLES:
        raise Refusal.one("role", "bad_role", _("Choose owner, desk or head referee."))


def _must_leave_an_owner(tournament: Tournament, user_id: int) -> None:
    """Raises Refusal (last_owner) when this account is the tournament's only owner, or the others
    are closed."""
    if _is_last_owner(tournament, user_id):
        raise Refusal.one(
            "role",
            "last_owner",
            _("A tournament needs an owner whose account is open. Make somebody else one before."),
        )


def _is_last_owner(tournament: Tournament, user_id: int) -> bool:
    """Whether the account is the only owner who can sign in."""
    lesser = Role.objects.filter(tournament=tournament).exclude(role=OWNER).values("user_id")
    if lesser.filter(user_id=user_id).exists():
        return False
    return not _others(tournament, user_id).exclude(pk__in=lesser).exists()


def _others(tournament: Tournament, user_id: int) -> QuerySet[AbstractBaseUser]:
    """The other organizers who can sign in: a closed account runs nothing."""
    organizers: QuerySet[AbstractBaseUser] = tournament.organizers.filter(is_active=True)
    return organizers.exclude(pk=user_id)


def _organizer(tournament: Tournament, username: object) -> AbstractBaseUser:
    """An account of this name, open or closed, that organizes the tournament. Raises Refusal
    (no_such_user, not_organizer)."""
    user = _account(username, closed_too=True)
    if not tournament.organizers.filter(pk=user.pk).exists():
        raise Refusal.one(
            "username", "not_organizer", _("This person is not an organizer. Choose one who is.")
        )
    return user


def _account(username: object, *, closed_too: bool = False) -> AbstractBaseUser:
    user = None
    if isinstance(username, str) and len(username) <= LONGEST_USERNAME and "\x00" not in username:
        accounts = get_user_model()._default_manager.filter(
            **{get_user_model().USERNAME_FIELD: username.strip()}
        )
        user = (accounts if closed_too else accounts.filter(is_active=True)).first()
    if user is None:
        raise Refusal.one(
            "username",
            "no_such_user",
            _("Nobody has an account with this name. Check the spelling, or ask them to register."),
        )
    return user


def _append(
    tournament: Tournament, kind: str, user: AbstractBaseUser, actor: Actor, **data: str
) -> None:
    events.append(tournament, actor, kind, {"organizer": user.get_username(), **data})
