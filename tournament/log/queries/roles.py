"""Refuses acts that an organizer's role does not allow."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Role, Tournament
from tournament.errors import NotAllowed, StrOrPromise
from tournament.log.rules import roles
from tournament.log.rules.actors import Actor

WHOSE: dict[frozenset[str], StrOrPromise] = {
    frozenset({roles.OWNER}): _("Only an owner of the tournament may do this. Ask one of them."),
    frozenset({roles.OWNER, roles.DESK}): _("This is the desk's to do. Ask somebody of the desk."),
    frozenset({roles.OWNER, roles.REFEREE}): _(
        "This is for the head referee to decide. Ask the head referee."
    ),
}


def role_of(*, tournament_id: int, user_id: int) -> str:
    """The role of an organizer; "owner" when no role is stored. One query."""
    found = Role.objects.filter(tournament_id=tournament_id, user_id=user_id)
    return found.values_list("role", flat=True).first() or roles.OWNER


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
