"""Takes back the start of a match: by an official, or at its own table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.services import events, records
from tournament.log.services.locking import lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services.moved import a_change, followed
from tournament.matches.services.writing import lock_as_seen, write

AT_THE_TABLE = "at_the_table"
"""The reason stored when a table takes its own start back; the log's page translates it."""


@transaction.atomic
def undo_start(
    *,
    match_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Takes back the start of a match in which no game has been won: the wrong one was started.
    `sets_aside`: the later matches that fall, where the match had been opened again.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_playing, games_won, later_match_begun).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    why = checks.given_reason(reason)
    return _not_begun(tournament, match, actor, sets_aside, reason=why)


@transaction.atomic
def take_back_start(*, match_id: int, actor: Actor) -> Match:
    """Takes back the start of a match at its own table, before its first hand; returns the match,
    ready to begin again. The caller must check that no hand counts.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_playing, games_won).
    """
    tournament, match = lock_match(match_id=match_id)
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    return _not_begun(tournament, match, actor, reason="", because=AT_THE_TABLE)


def _not_begun(
    tournament: Tournament,
    match: Match,
    actor: Actor,
    sets_aside: Sequence[int] = (),
    **why: str,
) -> Match:
    guards.must_be(match, "playing")
    if any(match.games):
        raise Refusal.one(
            "match",
            "games_won",
            _("A game of this match has been won. Correct its hands instead."),
        )
    change = replace(
        a_change("match.start_undone", match, actor, why["reason"], sets_aside), recalls=False
    )
    write(match, status="ready", started_at=None, seating=None, first_mano=None, four_kings=False)
    found = followed(tournament, change)
    told = found.to_json() if found and (found.matches or found.fell) else {}
    event = events.append(
        tournament=tournament,
        kind="match.start_undone",
        actor=actor,
        data={**records.match_state(match), **why, **told},
        topics=(*records.topics(match), *(found.topics if found else ())),
    )
    if found:
        found.seal(event)
    return match
