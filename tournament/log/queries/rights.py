"""Who may do what: organizers, tables' devices, programs on the machine. One function for each
right.
"""

from collections.abc import Iterable, Sequence
from typing import NoReturn

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Role, Tournament
from tournament.errors import NotAllowed, Refusal, StrOrPromise
from tournament.log.rules import roles
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.tables.models import Device


def official(*, tournament: Tournament, actor: Actor) -> None:
    """Lets pass the organizers of this tournament, superusers, and programs on the machine itself.

    Raises NotAllowed (not_an_organizer).
    """
    if actor.kind == "program":
        return
    if actor.kind == "user" and actor.id is not None:
        users = get_user_model()._default_manager
        if (
            tournament.organizers.filter(pk=actor.id, is_active=True).exists()
            or users.filter(pk=actor.id, is_active=True, is_superuser=True).exists()
        ):
            return
    raise NotAllowed.one(
        "actor",
        "not_an_organizer",
        _("Only the organizers of this tournament may do this. Log in as one of them."),
    )


def official_or_table(
    *, tournament: Tournament, match: Match, actor: Actor, seen_at: int | None = None
) -> None:
    """Lets pass an official, or a device of the match's table; the phone of a pair only in a match
    of its pair. Raises NotAllowed (not_an_organizer, not_this_table, not_your_match).

    `seen_at`: primary key of the device's table, when the caller has read it under the same lock;
    None reads it now.
    """
    if actor.kind != "device":
        return official(tournament=tournament, actor=actor)
    table_id = device_table_id(actor=actor) if seen_at is None else seen_at
    if table_id is None or match.table_id != table_id:
        refuse_other_table()
    if not is_own_match(match=match, actor=actor):
        raise NotAllowed.one("match", "not_your_match", _("This is no match of yours."))
    return None


def is_own_match(*, match: Match, actor: Actor) -> bool:
    """Whether the pair whose phone this is plays in the match; True for any other actor."""
    return actor.pair_id is None or actor.pair_id in (match.pair_a_id, match.pair_b_id)


def refuse_other_table() -> NoReturn:
    """Raises NotAllowed (not_this_table), for a device that asks about a match of another table."""
    raise NotAllowed.one(
        "match",
        "not_this_table",
        _(
            "This match is not at this device's table. Ask the organizer to bring the match "
            "to this table, or scan the link of the right one."
        ),
    )


def device_table_id(*, actor: Actor) -> int | None:
    """Primary key of a device's table; None for a revoked device, for one that has become the phone
    of another pair, and for any other actor."""
    if actor.kind != "device" or actor.id is None:
        return None
    devices = Device.objects.filter(pk=actor.id, revoked_at=None, pair=actor.pair_id)
    return devices.values_list("table_id", flat=True).first()


# Refuses acts that an organizer's role does not allow.


WHOSE: dict[frozenset[str], StrOrPromise] = {
    frozenset({roles.OWNER}): _("Only an owner of the tournament may do this. Ask one of them."),
    frozenset({roles.OWNER, roles.DESK}): _("Only the desk may do this. Ask somebody at the desk."),
    frozenset({roles.OWNER, roles.REFEREE}): _(
        "This is for the head referee to decide. Ask the head referee."
    ),
}


def role_of(*, tournament_id: int, user_id: int) -> str:
    """The role of an organizer; "owner" when no role is stored. One query."""
    stored_roles = Role.objects.filter(tournament_id=tournament_id, user_id=user_id)
    return stored_roles.values_list("role", flat=True).first() or roles.OWNER


def must_reach(*, tournament: Tournament, actor: Actor, kinds: Iterable[str]) -> None:
    """Raises NotAllowed (role) when an organizer's role does not allow events of these kinds.
    Queries the database only when one of the kinds is reserved to some roles."""
    reserved = [kind for kind in kinds if kind in roles.RESERVED]
    if not reserved or actor.kind != "user" or actor.id is None:
        return
    role = role_of(tournament_id=tournament.pk, user_id=actor.id)
    for kind in reserved:
        if not roles.may(role, kind):
            raise NotAllowed.one("actor", "role", WHOSE[roles.RESERVED[kind]])


# Checks of input that many services share: a reason, a whole number, two numbers of games.


LONGEST_REASON = 500
MOST_GAMES = 9


def given_reason(reason: object, *, required: bool = True) -> str:
    """The reason, cleaned. Raises Refusal naming `reason`."""
    text, fault = texts.clean(
        reason, field="reason", longest=LONGEST_REASON, required=required, lines=True
    )
    if fault is not None and fault.code in ("required", "no_letter"):
        raise Refusal.one(
            "reason", "reason_required", _("This needs a reason. Say why in a few words.")
        )
    if fault is not None:
        wording.refuse([fault])
    return text


def whole_number(value: object, *, field: str, least: int, most: int) -> int:
    """`value` when it is a whole number in the range (both ends included). Raises Refusal."""
    if type(value) is int and least <= value <= most:
        return value
    raise Refusal.one(
        field,
        "out_of_range",
        _("Write a whole number from %(least)s to %(most)s here."),
        least=least,
        most=most,
    )


def two_games(games: Sequence[int], *, most: int = MOST_GAMES) -> tuple[int, int]:
    """Games won by A and by B, both from 0 to `most`. Raises Refusal naming `games`."""
    if not isinstance(games, Sequence) or isinstance(games, str) or len(games) != 2:
        raise Refusal.one(
            "games", "bad_games", _("Give two numbers: the games of pair A and of pair B.")
        )
    a, b = games
    return (
        whole_number(a, field="games[0]", least=0, most=most),
        whole_number(b, field="games[1]", least=0, most=most),
    )
