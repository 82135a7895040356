"""How matches end, and how an ending is taken back."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournament.models import Match, Tournament
from tournament.rules.actors import Actor
from tournament.rules.sides import Side
from tournament.services import bracket, checks, events, guards, records
from tournament.services.bracket import write
from tournament.services.locking import lock_match


@transaction.atomic
def finish(
    *,
    match_id: int,
    winner: str,
    actor: Actor,
    ended_by: str = "games",
    reason: str = "",
    expected_version: int | None = None,
) -> Match:
    """Ends a match being played; its winner goes on to the next slot.

    By "games" the winner must have won enough of them; by "ruling" an official says why. Raises
    NotFound, NotAllowed, Conflict, Refusal (not_playing, games_missing, bad_ending…).
    """
    tournament, match = lock_match(match_id=match_id)
    checks.official_or_table(tournament=tournament, match=match, actor=actor)
    checks.same_version(match=match, expected=expected_version)
    guards.must_be(match, "playing")
    side = guards.side(winner)
    if ended_by == "games":
        guards.must_have_won(match, side)
    else:
        checks.official(tournament=tournament, actor=actor)
        guards.must_be_known_ending(ended_by)
    why = checks.given_reason(reason, required=ended_by != "games")
    return _end(tournament, match, side, ended_by, actor=actor, reason=why)


@transaction.atomic
def walkover(
    *,
    match_id: int,
    winner: str,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
) -> Match:
    """Gives a match to one pair because the other is late or absent (T7), by an official's word.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_ready_or_playing, reason_required).
    """
    tournament, match = lock_match(match_id=match_id)
    checks.official(tournament=tournament, actor=actor)
    checks.same_version(match=match, expected=expected_version)
    guards.must_be(match, "ready", "playing")
    why = checks.given_reason(reason)
    return _end(tournament, match, guards.side(winner), "walkover", actor=actor, reason=why)


@transaction.atomic
def record_result(
    *,
    match_id: int,
    games: Sequence[int],
    actor: Actor,
    reason: str = "",
    expected_version: int | None = None,
) -> Match:
    """The result of a match whose hands are not written down: games of A and of B. With games
    counted already it needs a reason, and keeps them.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_ready_or_playing, not_a_result,
    games_taken_away, reason_required).
    """
    tournament, match = lock_match(match_id=match_id)
    checks.official(tournament=tournament, actor=actor)
    checks.same_version(match=match, expected=expected_version)
    guards.must_be(match, "ready", "playing")
    given = checks.two_games(games)
    guards.must_keep_games((match.games_a, match.games_b), given)
    why = checks.given_reason(reason, required=any(match.games))
    match.games_a, match.games_b = given
    return _end(tournament, match, guards.won_by(match), "games", actor=actor, reason=why)


@transaction.atomic
def reopen(
    *, match_id: int, actor: Actor, reason: str, expected_version: int | None = None
) -> Match:
    """Takes a result back: the winner leaves the next slot, the match goes on where it stood.

    Raises NotFound, NotAllowed, Conflict, Refusal (not_finished, later_match_begun, pair_is_out,
    in_consolation).
    """
    tournament, match = lock_match(match_id=match_id)
    checks.official_or_table(tournament=tournament, match=match, actor=actor)
    checks.same_version(match=match, expected=expected_version)
    guards.must_be(match, "finished")
    guards.must_not_be_a_bye(match)
    guards.must_have_its_pairs(match)
    guards.must_not_be_in_consolation(match)
    why = checks.given_reason(reason)
    was = records.match_state(match)
    begun = match.started_at is not None
    write(
        match,
        status="playing" if begun else "ready",
        winner="",
        ended_by="",
        games_a=match.games_a if begun else 0,
        games_b=match.games_b if begun else 0,
        finished_at=None,
        table=_table_still_free(match),
    )
    return _settled(tournament, match, "match.reopened", actor, reason=why, was=was)


@transaction.atomic
def replace_result(
    *,
    match_id: int,
    games: Sequence[int],
    actor: Actor,
    reason: str,
    winner: str | None = None,
    ended_by: str = "games",
    expected_version: int | None = None,
) -> Match:
    """Another result for a finished match. With the same winner it is always possible; with
    another one only while no later match has begun.

    `winner` is needed when `ended_by` is not "games". Raises NotFound, NotAllowed, Conflict,
    Refusal (not_finished, not_a_result, later_match_begun, in_consolation).
    """
    tournament, match = lock_match(match_id=match_id)
    checks.official_or_table(tournament=tournament, match=match, actor=actor)
    checks.same_version(match=match, expected=expected_version)
    guards.must_be(match, "finished")
    guards.must_not_be_a_bye(match)
    was = records.match_state(match)
    match.games_a, match.games_b = checks.two_games(games)
    if ended_by == "games":
        side = guards.won_by(match)
    else:
        checks.official(tournament=tournament, actor=actor)
        guards.must_be_known_ending(ended_by)
        side = guards.side(winner)
    if match.is_championship and match.winner != side:
        guards.must_not_be_in_consolation(match)
    why = checks.given_reason(reason)
    write(match, games_a=match.games_a, games_b=match.games_b, winner=side.value, ended_by=ended_by)
    return _settled(tournament, match, "match.replaced", actor, reason=why, was=was)


def _end(
    tournament: Tournament, match: Match, side: Side, ended_by: str, *, actor: Actor, reason: str
) -> Match:
    write(
        match,
        status="finished",
        winner=side.value,
        ended_by=ended_by,
        games_a=match.games_a,
        games_b=match.games_b,
        finished_at=timezone.now(),
    )
    return _settled(tournament, match, "match.finished", actor, reason=reason)


def _settled(
    tournament: Tournament, match: Match, kind: str, actor: Actor, **data: object
) -> Match:
    """Lets the bracket follow and appends the event."""
    state = records.match_state(match)
    followed = bracket.follow(tournament=tournament) if match.is_championship else None
    events.append(
        tournament=tournament,
        kind=kind,
        actor=actor,
        data={**state, **data, **(followed.to_json() if followed else {})},
        topics=(*records.topics(match), "standings", "tournament"),
    )
    match.refresh_from_db(fields=["status", "winner", "ended_by", "version"])
    return match


def _table_still_free(match: Match) -> object:
    if match.table_id is None or match.started_at is None:
        return match.table
    taken = Match.objects.filter(table_id=match.table_id, status="playing").exists()
    return None if taken else match.table
