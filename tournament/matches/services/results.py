"""How matches end, and how an ending is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from mus.sides import Side
from tournament.championship.models import Tournament
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.services import events, records
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.going_on import must_be_able_to_go_on
from tournament.matches.services import cascades
from tournament.matches.services.cascades import Change
from tournament.matches.services.moved import Moved, a_change, an_end, followed
from tournament.matches.services.writing import lock_as_seen, write


@transaction.atomic
def finish(
    *,
    match_id: int,
    winner: str,
    actor: Actor,
    ended_by: str = "games",
    reason: str = "",
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Ends a match being played; the winner goes on to the next slot.

    `ended_by` "games": the winner must have won enough games. "ruling": an official must give a
    reason. `sets_aside`: the later matches that fall, where the match had been opened again. Raises
    NotFound, NotAllowed, Conflict, Refusal (not_playing, games_missing, bad_ending,
    later_match_begun…).
    """
    tournament, match = lock_as_seen(
        match_id=match_id, actor=actor, version=expected_version, by_its_table=True
    )
    guards.must_be(match, "playing")
    side = guards.side(winner)
    if ended_by == "games":
        guards.must_have_won(match, side)
    else:
        rights.official(tournament=tournament, actor=actor)
        guards.must_be_known_ending(ended_by)
    why = checks.given_reason(reason, required=ended_by != "games" or bool(sets_aside))
    return _end(tournament, an_end(match, actor, why, sets_aside), side, ended_by)


def finish_locked(*, match: Match, winner: str, actor: Actor) -> Match:
    """`finish` by games, for a service that holds the lock, has checked the rights and has read
    `match` with its tournament under the lock.

    Raises Refusal (not_playing, set_aside, games_missing) and what `bracket.update` raises.
    """
    guards.must_be(match, "playing")
    side = guards.side(winner)
    guards.must_have_won(match, side)
    return _end(match.tournament, an_end(match, actor), side, "games")


@transaction.atomic
def walkover(
    *,
    match_id: int,
    winner: str,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Gives a match to one pair because the other is late or absent (T7), by an official's
    decision. `sets_aside`: as in `finish`.

    Raises NotFound, NotAllowed, Conflict, Refusal (pairs_unknown, match_finished, bad_side,
    reason_required, later_match_begun).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready", "playing")
    why = checks.given_reason(reason)
    change = an_end(match, actor, why, sets_aside)
    return _end(tournament, change, guards.side(winner), "walkover")


@transaction.atomic
def record_result(
    *,
    match_id: int,
    games: Sequence[int],
    actor: Actor,
    reason: str = "",
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Records the result of a match whose hands are not written down: games of A and of B. When
    games have been counted already, or later matches fall (`sets_aside`, as in `finish`), a reason
    is needed. The result cannot take games away.

    Raises NotFound, NotAllowed, Conflict, Refusal (pairs_unknown, match_finished, bad_games,
    not_a_result, games_taken_away, reason_required, later_match_begun).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready", "playing")
    given = checks.two_games(games)
    guards.must_keep_games((match.games_a, match.games_b), given)
    why = checks.given_reason(reason, required=any(match.games) or bool(sets_aside))
    change = an_end(match, actor, why, sets_aside)
    match.games_a, match.games_b = given
    return _end(tournament, change, guards.won_by(match, given), "games")


@transaction.atomic
def reopen(
    *,
    match_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
    games: tuple[int, int] | None = None,
) -> Match:
    """Takes a result back. The winner leaves the next slot; the match goes on where it stood or, if
    it had begun, with `games` won.

    `sets_aside`: the later matches, played or begun, that are set aside by it (`if_reopened` lists
    them). Raises NotFound, NotAllowed, Conflict (changed_meanwhile, cascade_changed), Refusal
    (not_finished, later_match_begun, pair_is_out, pair_busy, in_consolation).
    """
    tournament, match = lock_as_seen(
        match_id=match_id, actor=actor, version=expected_version, by_its_table=True
    )
    guards.must_be(match, "finished")
    why = checks.given_reason(reason)
    change = a_change("match.reopened", match, actor, why, sets_aside)
    return _append(tournament, take_back(tournament, change, games), change)


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
    sets_aside: Sequence[int] = (),
) -> Match:
    """Gives a finished match another result. With the same winner no later match changes. With
    another winner the later matches that depend on it are set aside, when `sets_aside` names them.

    `winner` is needed when `ended_by` is not "games". Raises NotFound, NotAllowed, Conflict
    (changed_meanwhile, cascade_changed), Refusal (not_finished, not_a_result, later_match_begun,
    in_consolation).
    """
    tournament, match = lock_as_seen(
        match_id=match_id, actor=actor, version=expected_version, by_its_table=True
    )
    guards.must_be(match, "finished")
    guards.must_not_be_a_bye(match)
    given = checks.two_games(games)
    if ended_by == "games":
        side = guards.won_by(match, given)
    else:
        rights.official(tournament=tournament, actor=actor)
        guards.must_be_known_ending(ended_by)
        side = guards.side(winner)
    why = checks.given_reason(reason)
    change = a_change("match.replaced", match, actor, why, sets_aside)
    return _append(tournament, put(tournament, change, given, side, ended_by), change)


def take_back(
    tournament: Tournament, change: Change, games: tuple[int, int] | None = None
) -> Moved:
    """Takes the result of a match away. `games`: the games won from now on; None keeps them.
    Appends no event.

    Raises Refusal (is_a_bye, pair_is_out, pair_busy, in_consolation) and what `bracket.update`
    raises.
    """
    match = change.match
    assert match is not None
    must_be_able_to_go_on(match)
    was = records.match_state(match)
    begun = match.started_at is not None
    a, b = (games or (match.games_a, match.games_b)) if begun else (0, 0)
    write(
        match,
        status="playing" if begun else "ready",
        winner="",
        ended_by="",
        games_a=a,
        games_b=b,
        finished_at=None,
        table=cascades.table_still_free(match),
    )
    return _moved(tournament, change, was)


def put(
    tournament: Tournament, change: Change, games: tuple[int, int], side: Side, ended_by: str
) -> Moved:
    """Gives a finished match another result. Appends no event. Raises what `bracket.update`
    raises."""
    match = change.match
    assert match is not None
    was = records.match_state(match)
    write(match, games_a=games[0], games_b=games[1], winner=side.value, ended_by=ended_by)
    return _moved(tournament, change, was)


def _moved(tournament: Tournament, change: Change, was: dict[str, Any]) -> Moved:
    match = change.match
    assert match is not None
    state = {**records.match_state(match), "table": match.table.number if match.table else None}
    return Moved(match, state, was, followed(tournament, change))


def _append(tournament: Tournament, moved: Moved, change: Change) -> Match:
    event = events.append(
        tournament=tournament,
        kind=change.what,
        actor=change.actor,
        data={**moved.to_json(), "reason": change.reason},
        topics=moved.topics,
    )
    moved.seal(event)
    return _read_again(moved.match)


def _end(tournament: Tournament, change: Change, side: Side, ended_by: str) -> Match:
    match = change.match
    assert match is not None
    write(
        match,
        status="finished",
        winner=side.value,
        ended_by=ended_by,
        games_a=match.games_a,
        games_b=match.games_b,
        finished_at=timezone.now(),
    )
    ended = Moved(match, records.match_state(match), {}, followed(tournament, change))
    event = events.append(
        tournament=tournament,
        kind=change.what,
        actor=change.actor,
        data={**ended.state, "reason": change.reason, **ended.follows},
        topics=ended.topics,
    )
    ended.seal(event)
    return _read_again(match)


def _read_again(match: Match) -> Match:
    match.refresh_from_db(fields=["status", "winner", "ended_by", "version"])
    return match
