"""What every service asks before it writes: who acts, on which version, with what words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.errors import Conflict, NotAllowed, Refusal, said
from tournament.models import Device, Match, Tournament
from tournament.queries.matches import card_of
from tournament.rules import text as texts
from tournament.rules.actors import Actor

LONGEST_REASON = 500
MOST_GAMES = 9


def official(*, tournament: Tournament, actor: Actor) -> None:
    """The organizers of this very tournament, superusers, and programs on the machine itself.

    Raises NotAllowed (not_an_organizer).
    """
    if actor.kind == "program" or (actor.kind == "user" and _organizes(tournament, actor)):
        return
    raise NotAllowed.one(
        "actor",
        "not_an_organizer",
        _("Only the organizers of this tournament may do this. Log in as one of them."),
    )


def official_or_table(*, tournament: Tournament, match: Match, actor: Actor) -> None:
    """An official, or a device of the table where this match is. Raises NotAllowed."""
    if actor.kind != "device":
        return official(tournament=tournament, actor=actor)
    table_id = device_table_id(actor=actor)
    if table_id is None or match.table_id != table_id:
        refuse_other_table()
    return None


def refuse_other_table() -> NoReturn:
    """What a device is told about a match of another table."""
    raise NotAllowed.one(
        "match",
        "not_this_table",
        _(
            "This match is not at this device's table. Ask the organizer to bring the match "
            "to this table, or scan the link of the right one."
        ),
    )


def device_table_id(*, actor: Actor) -> int | None:
    """The table of a device that has not been revoked."""
    if actor.kind != "device" or actor.id is None:
        return None
    return (
        Device.objects.filter(pk=actor.id, revoked_at__isnull=True)
        .values_list("table_id", flat=True)
        .first()
    )


def same_version(*, match: Match, expected: int | None) -> None:
    """Raises Conflict with the match as it is when `expected` is not its version."""
    if expected is not None and expected != match.version:
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _("Somebody else has changed this match. Look at it as it is now, then decide again."),
            current=card_of(match).to_json(),
        )


def given_reason(reason: object, *, required: bool = True) -> str:
    """The reason, cleaned. Raises Refusal naming `reason`."""
    text, fault = texts.clean(
        reason, field="reason", longest=LONGEST_REASON, required=required, lines=True
    )
    if fault is not None and fault.code in ("required", "no_letter"):
        raise Refusal.one(
            "reason", "reason_required", _("This needs a reason. Say why in a few words.")
        )
    wording.refuse([fault] if fault else [])
    return text


def whole_number(value: object, *, field: str, least: int, most: int) -> int:
    """`value` when it is a whole number in the range (both ends included). Raises Refusal."""
    if type(value) is int and least <= value <= most:
        return value
    raise Refusal.one(
        field,
        "out_of_range",
        said(_("Write a whole number from %(least)s to %(most)s here."), least=least, most=most),
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


def _organizes(tournament: Tournament, actor: Actor) -> bool:
    if actor.id is None:
        return False
    if tournament.organizers.filter(pk=actor.id, is_active=True).exists():
        return True
    users = get_user_model()._default_manager
    return users.filter(pk=actor.id, is_active=True, is_superuser=True).exists()
