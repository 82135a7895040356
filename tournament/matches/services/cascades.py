"""Carries out what a change of a result does to later matches, so that it can be taken back.

A match that no longer fits the matches before it leaves its slot, with everything that was played
in it. A new row takes the slot. Hands stay in the match in which they were played.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotAllowed, Problem, Unseen, said
from tournament.formats.bouts import Place
from tournament.log.rules.actors import Actor
from tournament.log.services import records
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.cascades import Following, view_of
from tournament.matches.services.writing import write

KEPT = ("kind", "status", "winner", "ended_by", "games_a", "games_b", "table_id", "cascade_id")
OF_THE_START = ("seating", "first_mano", "four_kings")
PAIRS = ("pair_a_id", "pair_b_id")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a stored result or pair. `what`: the kind of its event; `sets_aside`: the matches
    that the actor confirmed to be set aside; `before`: the changed row as it was; `back`: pairs
    that return; `with_it`: pairs that change with `pair`, and their status before; `recalls`:
    whether beaten pairs may be called back from the consolation."""

    what: str
    actor: Actor
    reason: str
    sets_aside: Collection[int] = ()
    match: Match | None = None
    pair: Pair | None = None
    before: Mapping[str, Any] = field(default_factory=dict)
    back: Collection[int] = ()
    with_it: Mapping[int, str] = field(default_factory=dict)
    recalls: bool = True


@dataclass(frozen=True, slots=True)
class SetAside:
    """What was set aside, for the event and the pages. `matches`: each match as it was played, and
    the match that took its slot."""

    cascade: Cascade
    matches: tuple[tuple[Match, Match], ...]
    called_off: tuple[Match, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "set_aside": [
                {**records.match_state(old), "slot": records.match_ref(new)}
                for old, new in self.matches
            ],
            "called_off": [records.match_state(match) for match in self.called_off],
        }

    @property
    def topics(self) -> tuple[str, ...]:
        touched = [*(old for old, _new in self.matches), *self.called_off]
        return (*(f"match:{match.pk}" for match in touched), "consolation", "tables", "desk")


def row_of(match: Match) -> dict[str, Any]:
    """The fields of a match that are restored when a change is taken back."""
    row = {name: getattr(match, name) for name in (*KEPT, *OF_THE_START, *PAIRS)}
    times = {name: getattr(match, name) for name in ("started_at", "finished_at")}
    return {**row, **{name: at.isoformat() if at else None for name, at in times.items()}}


def set_aside(
    *, tournament: Tournament, found: Following, change: Change | None
) -> SetAside | None:
    """Sets aside and calls off what `found` says, when the change names exactly these matches.

    Afterwards `found.matches` holds the new rows of the slots. None when nothing is set aside.
    Raises Refusal (later_match_begun, in_consolation), NotAllowed, Conflict (cascade_changed).
    """
    must_be_seen(found, change)
    if not found.sets_aside or change is None:
        return None
    cascade = _keep(tournament, found, change)
    called_off = tuple(_call_off(match) for match in found.called_off)
    fell = tuple((match, _replaced(found, match, cascade)) for match in found.undone)
    return SetAside(cascade, fell, called_off)


def table_still_free(match: Match) -> Any:
    """The table of a match that goes on; None when another match is being played there, or when
    there are fewer tables by now."""
    if match.table is None or match.table.number > match.tournament.tables_count:
        return None
    if match.started_at is None:
        return match.table
    taken = Match.objects.filter(table=match.table, status="playing").exclude(pk=match.pk)
    return None if taken.exists() else match.table


def must_be_seen(found: Following, change: Change | None, more: Sequence[Match] = ()) -> None:
    """Checks that the change names exactly the matches of `found` and `more`, which are to be set
    aside. Raises Unseen (later_match_begun, in_consolation) when it names none, Conflict
    (cascade_changed) when it names others, NotAllowed when a device names any."""
    falls = {*found.sets_aside, *(match.pk for match in more)}
    seen = set(change.sets_aside) if change else set()
    if seen and change is not None and change.actor.kind == "device":
        raise NotAllowed.one(
            "sets_aside",
            "not_an_organizer",
            _("This would undo later matches. Call the organizer to make this change."),
        )
    if seen == falls:
        return
    changed = change.match.pk if change and change.match else None
    view = view_of(found, but=changed, moved_out=more)
    current = {"cascade": view.to_json()}
    if not seen or change is None:
        raise Unseen([_standing_on_it((*more, *found.undone))], current=current)
    raise Conflict.over(
        "sets_aside",
        "cascade_changed",
        _("Other matches follow from this by now. Look at them again, then decide."),
        current=current,
    )


def _standing_on_it(undone: Sequence[Match]) -> Problem:
    """Why a result cannot be taken back before later matches that depend on it are confirmed."""
    if undone:
        message = _(
            "Match %(match)s, which depends on this result, has already begun or been decided. "
            "Look at all that would be undone, and confirm it; or leave this result as it is."
        )
        return Problem("match", "later_match_begun", said(message, match=undone[0].label))
    return Problem(
        "match",
        "in_consolation",
        _(
            "A pair of this match has a consolation match open. Finish it or call it off first, or "
            "confirm that it is called off with this."
        ),
    )


def _keep(tournament: Tournament, found: Following, change: Change) -> Cascade:
    """Stores what is needed to take the change back, before any row is changed."""
    changing = {found.matches[bout.place] for bout in found.changed}
    rows = {match.pk: row_of(match) for match in (*changing, *found.called_off)}
    if change.match is not None:
        rows[change.match.pk] = dict(change.before)
    pairs = {change.pair.pk: change.before["status"]} if change.pair is not None else {}
    return Cascade.objects.create(
        tournament=tournament,
        match=change.match,
        pair=change.pair,
        what=change.what,
        reason=change.reason,
        actor_label=change.actor.label[:120],
        at=timezone.now(),
        before={"matches": rows, "pairs": {**pairs, **change.with_it}},
    )


def _call_off(match: Match) -> Match:
    write(match, status="finished", winner="", ended_by="ruling", finished_at=timezone.now())
    return match


def leave_slot(match: Match, cascade: Cascade) -> None:
    """Takes a match out of its slot; its row stays as it was played."""
    ended = match.status == "finished"
    more = {} if ended else {"ended_by": "undone", "finished_at": timezone.now()}
    write(match, kind=Match.Kind.SET_ASIDE, status="finished", cascade=cascade, **more)


def _replaced(found: Following, match: Match, cascade: Cascade) -> Match:
    """The row that holds the slot from now on."""
    leave_slot(match, cascade)
    place = Place(match.round, match.slot)
    fresh = Match.objects.create(
        tournament_id=match.tournament_id,
        kind=Match.Kind.CHAMPIONSHIP,
        round=match.round,
        slot=match.slot,
        best_of=match.best_of,
        status="waiting",
    )
    found.matches[place] = fresh
    return fresh
