"""Previews: the act itself, carried out in a transaction that is rolled back.

So a preview says what the act does and refuses what the act refuses. Nothing of it stays: rows,
events, jobs and notices go with the transaction, and on-commit hooks do not run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction

from tournament import pending
from tournament.championship.models import Tournament
from tournament.errors import Conflict, Unseen
from tournament.formats.settling import BY_LEAVING
from tournament.log.services.locking import lock
from tournament.matches.models import Match
from tournament.matches.queries.cascades import CascadeView, LaterMatch

T = TypeVar("T")
REASON = "preview"
"""The reason of an act that is only previewed; nobody reads it."""
Act = Callable[..., object]
"""Carries the act out; takes `sets_aside` where later matches can fall."""


def rolled_back(act: Act, look: Callable[[tuple[int, ...]], T]) -> T:
    """What `look` returns after `act`, which is then rolled back. `look` takes the primary keys of
    the matches that fell, to which the act was agreed. Raises what the act raises."""
    with transaction.atomic(), pending.savepoint():
        answer = look(_agreed(act))
        transaction.set_rollback(True)
    return answer


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
    becomes, after = _becomes(row, now), _names(now)
    if now.is_set_aside:
        holder = holders.get((row.round, row.slot))
        stood = holder is not None and holder.pk in before.matches
        becomes = "moved_out" if stood else _place_becomes(holder)
        after = ("", "") if stood or holder is None else _names(holder)
    return LaterMatch(
        id=row.pk,
        label=row.label,
        kind=row.kind,
        status=row.status,
        games=(row.games_a, row.games_b),
        before=_names(row),
        after=("", "") if becomes == "called_off" else after,
        becomes=becomes,
    )


def _place_becomes(holder: Match | None) -> str:
    status = holder.status if holder is not None else ""
    return {"ready": "again", "finished": "ended"}.get(status, "waiting")


def _becomes(row: Match, now: Match) -> str:
    if now.status == Match.Status.FINISHED:
        if now.ended_by in BY_LEAVING:
            return "ends"
        if not row.is_championship and not now.winner:
            return "called_off"
    if now.status == Match.Status.PLAYING and row.status == Match.Status.FINISHED:
        return "reopened"
    return "moved"


def _names(match: Match) -> tuple[str, str]:
    a, b = (pair.name if pair is not None else "" for pair in (match.pair_a, match.pair_b))
    return a, b
