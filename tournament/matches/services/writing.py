"""How a match is locked for a change, and written."""

from __future__ import annotations

from typing import Any

from tournament.championship.models import Tournament
from tournament.log.queries import rights
from tournament.log.rules.actors import Actor
from tournament.log.services.locking import lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards


def lock_as_seen(
    *, match_id: int, actor: Actor, version: int | None, by_its_table: bool = False
) -> tuple[Tournament, Match]:
    """A match, locked, for an official, or `by_its_table` for the device of its table, too, in the
    version that the sender has seen. Raises NotFound, NotAllowed, Conflict."""
    tournament, match = lock_match(match_id=match_id)
    if by_its_table:
        rights.official_or_table(tournament=tournament, match=match, actor=actor)
    else:
        rights.official(tournament=tournament, actor=actor)
    guards.same_version(match=match, expected=version)
    return tournament, match


def write(match: Match, **fields: Any) -> None:
    """Sets the fields and the next version, and saves nothing else."""
    for name, value in fields.items():
        setattr(match, name, value)
    match.version += 1
    match.save(update_fields=[*fields, "version"])
