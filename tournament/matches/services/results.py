"""How matches end, and how an ending is taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import Outcome, Side
from tournament import notify
from tournament.acts import with_follow_ups
from tournament.championship.models import Tournament
from tournament.errors import Conflict, Refusal, Unseen
from tournament.formats.bouts import Place
from tournament.formats.registry import format_of
from tournament.formats.settling import BY_LEAVING
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import (
    AGAIN,
    CascadeView,
    LaterMatch,
    later_match,
    must_be_able_to_go_on,
    names_of,
)
from tournament.matches.services import bracket
from tournament.matches.services.bracket import (
    BracketChange,
    Moved,
    an_end,
    followed,
    lock_as_seen,
    match_row,
    write,
)


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

    `ended_by` "games": the winner must have won enough games, or both half of them where `winner`
    is "level" (T1). "ruling": an official must give a reason. `sets_aside`: the later matches that
    fall, where the match had been opened again. Raises NotFound, NotAllowed, Conflict, Refusal
    (not_playing, games_missing, bad_ending, later_match_begun…).
    """
    tournament, match = lock_as_seen(
        match_id=match_id, actor=actor, version=expected_version, by_its_table=True
    )
    guards.must_be(match, "playing")
    outcome: Outcome
    if ended_by == "games":
        outcome = guards.outcome(match, winner)
    else:
        rights.official(tournament=tournament, actor=actor)
        guards.must_be_known_ending(ended_by)
        outcome = guards.side(winner)
    why = rights.given_reason(reason, required=ended_by != "games" or bool(sets_aside))
    return _end(tournament, an_end(match, actor, why, sets_aside), outcome, ended_by)


def finish_locked(*, match: Match, outcome: Outcome, actor: Actor) -> Match:
    """`finish` by games, for a service that holds the lock, has checked the rights and has read
    `match` with its tournament under the lock.

    Raises Refusal (not_playing, set_aside, games_missing) and what `bracket.update` raises.
    """
    guards.must_be(match, "playing")
    ends = guards.outcome(match, outcome)
    return _end(match.tournament, an_end(match, actor), ends, "games")


@with_follow_ups
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
    why = rights.given_reason(reason)
    change = an_end(match, actor, why, sets_aside)
    return _end(tournament, change, guards.side(winner), "walkover")


@with_follow_ups
def unplayed(
    *,
    match_id: int,
    winner: str | None,
    costs_point: bool,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Ends a match that was not played, by an official's decision; without a `winner` both pairs
    lose it. `costs_point`: whoever loses it has a point off. `sets_aside`: as in `finish`.

    Raises NotFound, NotAllowed, Conflict, Refusal (pairs_unknown, already_playing, match_finished,
    bad_side, needs_a_table, reason_required, later_match_begun).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready")
    is_in_table = match.is_championship and format_of(tournament).is_league
    if (winner is None or costs_point) and not is_in_table:
        raise Refusal.one(
            "loses",
            "needs_a_table",
            _("This match needs a winner: there are no points here. Choose who loses it."),
        )
    side = None if winner is None else guards.side(winner)
    why = rights.given_reason(reason)
    change = an_end(match, actor, why, sets_aside)
    return _end(tournament, change, side, "unplayed_point" if costs_point else "unplayed")


@with_follow_ups
def record_result(
    *,
    match_id: int,
    games: Sequence[int],
    actor: Actor,
    reason: str = "",
    over_recorded: bool = False,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Match:
    """Records the result of a match: games of A and of B. When other games have been counted
    already, or later matches fall (`sets_aside`, as in `finish`), a reason is needed. The result
    cannot take games away. `over_recorded`: it stands over hands that are written down (`scoring`).

    Raises NotFound, NotAllowed, Conflict, Refusal (pairs_unknown, match_finished, bad_games,
    not_a_result, games_taken_away, reason_required, later_match_begun).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready", "playing")
    games_won = rights.two_games(games)
    guards.must_keep_games((match.games_a, match.games_b), games_won)
    counted = (match.games_a, match.games_b)
    is_another = counted not in ((0, 0), games_won)
    why = rights.given_reason(reason, required=is_another or bool(sets_aside))
    change = an_end(match, actor, why, sets_aside)
    outcome = guards.outcome_of(match, games_won)
    match.games_a, match.games_b = games_won
    return _end(tournament, change, outcome, "games")


@with_follow_ups
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
    why = rights.given_reason(reason)
    change = BracketChange("match.reopened", actor, why, sets_aside, match, before=match_row(match))
    return _append(tournament, take_back(tournament, change, games), change)


@with_follow_ups
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
    games_won = rights.two_games(games)
    if ended_by == "games":
        outcome = guards.outcome_of(match, games_won)
    else:
        rights.official(tournament=tournament, actor=actor)
        guards.must_be_known_ending(ended_by)
        outcome = guards.side(winner)
    why = rights.given_reason(reason)
    change = BracketChange("match.replaced", actor, why, sets_aside, match, before=match_row(match))
    return _append(tournament, put(tournament, change, games_won, outcome, ended_by), change)


def take_back(
    tournament: Tournament, change: BracketChange, games: tuple[int, int] | None = None
) -> Moved:
    """Takes the result of a match away. `games`: the games won from now on; None keeps them.
    Appends no event.

    Raises Refusal (is_a_bye, pair_is_out, pair_busy, in_consolation) and what `bracket.update`
    raises.
    """
    match = change.match
    assert match is not None
    must_be_able_to_go_on(match)
    was = events.match_state(match)
    begun = match.started_at is not None
    a, b = (games or (match.games_a, match.games_b)) if begun else (0, 0)
    length = {}
    if not begun and match.is_championship:  # games may be fewer since it was drawn (T5)
        in_force = tournament.lengths.of_place(Place(match.round, match.slot))
        length = {"best_of": min(match.best_of, in_force)}
    write(
        match,
        status="playing" if begun else "ready",
        winner="",
        ended_by="",
        games_a=a,
        games_b=b,
        finished_at=None,
        table=bracket.table_still_free(match),
        **length,
    )
    return _moved(tournament, change, was, **length)


def put(
    tournament: Tournament,
    change: BracketChange,
    games: tuple[int, int],
    outcome: Outcome,
    ended_by: str,
) -> Moved:
    """Gives a finished match another result. Appends no event. Raises what `bracket.update`
    raises."""
    match = change.match
    assert match is not None
    was = events.match_state(match)
    write(match, games_a=games[0], games_b=games[1], winner=_winner(outcome), ended_by=ended_by)
    return _moved(tournament, change, was)


def _moved(
    tournament: Tournament, change: BracketChange, was: dict[str, Any], **length: int
) -> Moved:
    match = change.match
    assert match is not None
    table = match.table.number if match.table else None
    state = {**events.match_state(match), "table": table, **length}
    return Moved(match, state, was, followed(tournament, change))


def _append(tournament: Tournament, moved: Moved, change: BracketChange) -> Match:
    event = events.append(
        tournament, change.actor, change.what, {**moved.to_json(), "reason": change.reason}
    )
    moved.store_event_number(event)
    return _read_again(moved.match)


def _winner(outcome: Outcome | None) -> str:
    """The winner as a match stores it: nobody's where it is level."""
    return outcome.value if isinstance(outcome, Side) else ""


def _end(
    tournament: Tournament, change: BracketChange, outcome: Outcome | None, ended_by: str
) -> Match:
    match = change.match
    assert match is not None
    write(
        match,
        status="finished",
        winner=_winner(outcome),
        ended_by=ended_by,
        games_a=match.games_a,
        games_b=match.games_b,
        finished_at=timezone.now(),
    )
    ended = Moved(match, events.match_state(match), {}, followed(tournament, change))
    event = events.append(
        tournament,
        change.actor,
        change.what,
        {**ended.state, "reason": change.reason, **ended.follows},
    )
    ended.store_event_number(event)
    return _read_again(match)


def _read_again(match: Match) -> Match:
    match.refresh_from_db(fields=["status", "winner", "ended_by", "version"])
    return match


# Previews: the act itself, carried out in a transaction that is rolled back.
#
# So a preview says what the act does and refuses what the act refuses. Nothing of it stays: rows,
# events, jobs and notices go with the transaction, and on-commit hooks do not run.


T = TypeVar("T")
REASON = "preview"
"""The reason of an act that is only previewed; nobody reads it."""
Act = Callable[..., object]
"""Carries the act out; takes `sets_aside` where later matches can fall."""


def rolled_back(act: Act, look: Callable[[tuple[int, ...]], T]) -> T:
    """What `look` returns after `act`, which is then rolled back. `look` takes the primary keys of
    the matches that fell, to which the act was agreed. Raises what the act raises."""
    with transaction.atomic(), notify.savepoint():
        answer = look(_agreed(act))
        transaction.set_rollback(True)
    return answer


def try_out(act: Act) -> None:
    """Raises what the act raises; nothing of it stays."""
    rolled_back(act, lambda _falls: None)


def preview(act: Act, *, tournament_id: int, but: int | None = None) -> CascadeView:
    """What the act does to the matches of a tournament. `but`: primary key of the match that is
    changed itself, which is left out. Raises what the act raises."""
    with transaction.atomic():
        before = bracket_now(tournament_id)
        return rolled_back(
            act, lambda falls: cascade_between(before, bracket_now(tournament_id), falls, but=but)
        )


@dataclass(frozen=True, slots=True)
class BracketNow:
    """The matches of a tournament by primary key, and its champion's name."""

    matches: dict[int, Match]
    champion: str


def bracket_now(tournament_id: int) -> BracketNow:
    """The matches as they stand, read under the tournament's lock. Raises NotFound."""
    lock(tournament_id=tournament_id)
    rows = Match.objects.filter(tournament=tournament_id).select_related("pair_a", "pair_b")
    cup = Tournament.objects.select_related("champion").get(pk=tournament_id)
    champion = cup.champion.name if cup.champion else ""
    return BracketNow({row.pk: row for row in rows.order_by("kind", "round", "slot")}, champion)


def cascade_between(
    before: BracketNow, after: BracketNow, falls: tuple[int, ...], *, but: int | None = None
) -> CascadeView:
    """What happened to other matches between the two. `falls`: as in `CascadeView.sets_aside`."""
    holders = {(row.round, row.slot): row for row in after.matches.values() if row.is_championship}
    changed = [
        _later(row, now, holders, before)
        for row in before.matches.values()
        if row.pk != but
        and (now := after.matches.get(row.pk))
        and (row.pk in falls or _differs(row, now))
    ]
    first = [one for one in changed if one.becomes == "moved_out"]
    last = [one for one in changed if one.becomes == "called_off"]
    between = [one for one in changed if one.becomes not in ("moved_out", "called_off")]
    lost = before.champion if before.champion != after.champion else ""
    return CascadeView((*first, *between, *last), falls, lost)


def _agreed(act: Act) -> tuple[int, ...]:
    """Carries the act out, agreeing to what it sets aside; returns that."""
    try:
        act()
    except (Unseen, Conflict) as unseen:
        falls = tuple(unseen.current.get("cascade", {}).get("sets_aside", ()))
        if not falls:
            raise
        act(sets_aside=falls)
        return falls
    return ()


def _differs(row: Match, now: Match) -> bool:
    if row.is_set_aside:
        return False  # a match that stands again is listed with the change that is taken back
    if now.is_set_aside:
        return row.to_rules().is_fact  # nobody sat down to another one
    state = ("kind", "status", "winner", "pair_a_id", "pair_b_id")
    return any(getattr(row, name) != getattr(now, name) for name in state)


def _later(
    row: Match, now: Match, holders: dict[tuple[int, int], Match], before: BracketNow
) -> LaterMatch:
    if not now.is_set_aside:
        becomes = _becomes(row, now)
        return later_match(row, becomes, ("", "") if becomes == "called_off" else names_of(now))
    holder = holders.get((row.round, row.slot))
    if holder is None:
        return later_match(row, "waiting")
    if holder.pk in before.matches:
        return later_match(row, "moved_out")
    return later_match(row, AGAIN.get(holder.status, "waiting"), names_of(holder))


def _becomes(row: Match, now: Match) -> str:
    if now.status == Match.Status.FINISHED:
        if now.ended_by in BY_LEAVING:
            return "bye" if now.to_rules().is_bye else "ends"
        if not row.is_championship and not now.winner and not now.is_level:
            return "called_off"
    if now.status == Match.Status.PLAYING and row.status == Match.Status.FINISHED:
        return "reopened"
    return "moved"
