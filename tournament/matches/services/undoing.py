"""The undo of a whole cascade: the matches set aside get their slots again. For services only."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import BySide, Side
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotFound
from tournament.formats.bouts import Bout, Place
from tournament.log import services as events
from tournament.log.rules.kinds import Step, step_of
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Cascade, Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import bare_matches, follow, twice
from tournament.matches.queries.undone import came_back
from tournament.matches.services import bracket
from tournament.matches.services.bracket import (
    KEPT,
    OF_THE_START,
    PAIRS,
    BracketChange,
    BracketUpdate,
    write,
)

SAME = ("status", "winner", "ended_by", "games_a", "games_b")
AS_LEFT = (*SAME, *PAIRS, "started_at")
STATUS_AFTER: Mapping[Step, Pair.Status] = {
    "reinstate": Pair.Status.ENTERED,
    "withdraw": Pair.Status.WITHDRAWN,
    "disqualify": Pair.Status.DISQUALIFIED,
}


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, ready for the event. `matches`: the matches that have their slots again;
    `moved_out`: those that held the slots meanwhile. A match that no longer fits, because another
    match changed since, stays set aside: it is in `followed`, not in `matches`. `consolation`: the
    states of the matches there that a pair loses or has again."""

    cascade: Cascade
    matches: tuple[Match, ...]
    moved_out: tuple[Match, ...]
    followed: BracketUpdate
    consolation: tuple[Mapping[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        pair, pairs = self.cascade.pair, changed_pairs(self.cascade)
        pairs_data = {"pairs": [*map(events.pair_record, pairs)]} if len(pairs) > 1 else {}
        followed = self.followed.to_json()
        held = [events.match_state(match) for match in self.moved_out]
        return {
            **followed,
            "takes_back": self.cascade.event_number,
            "what": self.cascade.what,
            "pair": events.pair_record(pair) if pair else None,
            **pairs_data,
            # Matches that go on, with their table, their length and how they began.
            "restored": [
                {
                    **events.match_state(match),
                    "table": match.table.number if match.table else None,
                    **{name: getattr(match, name) for name in ("best_of", *OF_THE_START)},
                }
                for match in self.matches
            ],
            "set_aside": [*held, *followed.get("set_aside", ())],
            "consolation": [*self.consolation],
        }


def to_take_back(*, cascade_id: int, actor: Actor) -> tuple[Tournament, Cascade]:
    """A cascade that can be taken back, read after its tournament is locked, for an official.

    Raises NotFound, NotAllowed, Conflict (already_undone, changed_since).
    """
    owner = Cascade.objects.filter(pk=cascade_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise NotFound.one(
            "cascade", "no_such_cascade", _("There is no such change. Choose one from its match.")
        )
    tournament = lock(tournament_id=owner, official=actor)
    cascade = Cascade.objects.select_related("match", "pair").get(pk=cascade_id)
    if cascade.undone_at is not None:
        raise Conflict.over(
            "cascade",
            "already_undone",
            _("This has been taken back already. Look at the match as it is now."),
            current={"event": cascade.event_number},
        )
    if not _stands(cascade):
        raise changed_since(cascade)
    return tournament, cascade


def changed_since(cascade: Cascade) -> Conflict:
    """The Conflict of a cascade that can no longer be taken back, because the match changed
    again."""
    return Conflict.over(
        "cascade",
        "changed_since",
        _(
            "This has been changed again since. Take the later change back first, or correct it as "
            "it is now."
        ),
        current={"event": cascade.event_number},
    )


def restore(
    *,
    tournament: Tournament,
    cascade: Cascade,
    actor: Actor,
    reason: str,
    sets_aside: Iterable[int] = (),
) -> Restored:
    """Restores every match and pair of the cascade, and works the bracket out again.

    `sets_aside`: matches begun or decided since that are set aside by it. Appends no event. Raises
    Refusal (later_match_begun, pair_busy), Conflict (cascade_changed).
    """
    again = list(cascade.set_aside.select_related("pair_a", "pair_b").order_by("round", "slot"))
    places = {(match.round, match.slot) for match in again}
    held = Match.objects.filter(tournament=tournament, kind="championship")
    rows_now = held.select_related("pair_a", "pair_b", "table").order_by("round", "slot")
    holders = [match for match in rows_now if (match.round, match.slot) in places]
    fallen = [match for match in holders if match.to_rules().is_fact]
    change = BracketChange("cascade.undone", actor, reason, tuple(sets_aside))
    # The cascade that sets aside the rows that held the slots meanwhile cannot be taken back.
    way_back = Cascade.objects.create(
        tournament=tournament,
        match=cascade.match,
        pair=cascade.pair,
        what=change.what,
        reason=reason,
        actor_label=actor.label[:120],
        at=timezone.now(),
        undone_at=timezone.now(),
    )
    for match in holders:
        bracket.leave_slot(match, way_back)
    rows = cascade.before["matches"]
    back = [*again] if cascade.match is None else [cascade.match, *again]
    tables = {match.pk: match.table_id for match in back}
    for match in back:
        _put_back(match, rows[str(match.pk)])
    for pk, status in cascade.before["pairs"].items():
        own = Pair.objects.filter(pk=int(pk), tournament=cascade.tournament_id)
        empty = cascade.before.get("place_stays_empty", False)
        own.update(status=status, place_stays_empty=empty)
    if cascade.pair is not None:
        cascade.pair.refresh_from_db(fields=["status", "place_stays_empty"])
    # The pairs whose leaving is taken back, if that was the change; and the pairs that had left a
    # match which stands again, and have come back since.
    since = {pk for match in again for pk in came_back(match)}
    changed = {pair.pk: pair.is_in for pair in changed_pairs(cascade)}
    returning = frozenset(pk for pk in {*since, *changed} if changed.get(pk, True))
    facts = _followed_then(cascade, rows_now)
    following = follow(tournament=tournament, facts=facts, back=returning)
    for on, other in twice(following, {Place(match.round, match.slot) for match in back}):
        raise guards.pair_is_busy(on, other)
    bracket.must_be_seen(following, change, more=fallen)
    full_change = replace(change, sets_aside=following.sets_aside, back=returning, facts=facts)
    followed = bracket.update(tournament=tournament, change=full_change)
    in_consolation = [
        state
        for pair in changed_pairs(cascade)
        for state in (
            bracket.resume_consolation(pair) if pair.is_in else bracket.lose_consolation(pair)
        )
    ]
    lengths = _lengths_then(facts, rows)
    followed = replace(followed, matches=(*followed.matches, *lengths))
    for match in _called_off(tournament, rows):
        _put_back(match, rows[str(match.pk)])
        back.append(match)
    cascade.undone_at = timezone.now()
    cascade.save(update_fields=["undone_at"])
    # A match is set aside again when another result that it depends on has changed.
    set_aside = (
        {old.pk: old for old, _new in followed.set_aside.matches} if followed.set_aside else {}
    )
    for pk in set_aside.keys() & tables.keys():
        write(set_aside[pk], table_id=tables[pk])  # it did not go on: no table was taken from it
    stand = tuple(match for match in back if match.pk not in set_aside)
    return Restored(cascade, stand, tuple(holders), followed, tuple(in_consolation))


def _followed_then(cascade: Cascade, rows_now: Iterable[Match]) -> dict[int, Bout]:
    """The matches that only followed from the change and are still as it left them, as they were
    before it. They cannot be worked out from the facts alone: a match that both pairs lost by
    leaving, or won before its winner left, depends on who left first."""
    before, after = cascade.before["matches"], cascade.after.get("matches", {})
    return {
        match.pk: _as_before(match, before[str(match.pk)])
        for match in rows_now
        if match != cascade.match
        and (left := after.get(str(match.pk))) is not None
        and all(bracket.match_row(match)[name] == left[name] for name in AS_LEFT)
    }


def _as_before(match: Match, row: Mapping[str, Any]) -> Bout:
    return replace(
        match.to_rules(),
        pairs=BySide(row["pair_a_id"], row["pair_b_id"]),
        status=row["status"],
        winner=Side(row["winner"]) if row["winner"] else None,
        ended_by=row["ended_by"],
    )


def _lengths_then(facts: Iterable[int], rows: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Gives each match that only followed, a bye perhaps, and has ended again the length that it
    had; yields its state for the event."""
    for match in Match.objects.filter(pk__in=facts, status="finished").order_by("pk"):
        row = rows[str(match.pk)]
        if row["status"] == "finished" and match.best_of != row.get("best_of", match.best_of):
            bracket.write(match, best_of=row["best_of"])
            yield {**events.match_state(match), "best_of": match.best_of}


def changed_pairs(cascade: Cascade) -> list[Pair]:
    """The pairs that left or came back with the change, as they are now."""
    return list(Pair.objects.filter(pk__in=cascade.pair_ids).order_by("number"))


def _stands(cascade: Cascade) -> bool:
    """Whether the match and the pairs that were changed are still as the change left them."""
    pairs = changed_pairs(cascade)
    if any(pair.status != STATUS_AFTER[step_of(cascade.what)] for pair in pairs):
        return False
    held = bare_matches(tournament_id=cascade.tournament_id, kind=Match.Kind.CHAMPIONSHIP)
    placed = {pk for match in held for pk in (match.pair_a_id, match.pair_b_id)}
    if not placed.issuperset(pair.pk for pair in pairs):
        return False  # a late pair has the place of one that left
    match = cascade.match
    if match is None or match.is_set_aside:
        return cascade.pair is not None
    # An earlier version of the program did not keep the pairs.
    kept = (name for name in (*SAME, *PAIRS) if name in cascade.after)
    return all(getattr(match, name) == cascade.after[name] for name in kept)


def _called_off(tournament: Tournament, rows: dict[str, Any]) -> list[Match]:
    """The called-off consolation matches that can go on: both pairs are beaten and have not left,
    and neither has another consolation match now."""
    off = Match.objects.filter(
        pk__in=[int(pk) for pk in rows], kind="consolation", ended_by="ruling", winner=""
    ).select_related("pair_a", "pair_b", "table")
    if not off:
        return []
    beaten = follow(tournament=tournament).beaten
    live = Match.objects.filter(
        tournament=tournament, kind="consolation", status__in=["ready", "playing"]
    )
    busy = {pk for both in live.values_list("pair_a", "pair_b") for pk in both}
    back = []
    for match in off:
        pairs = [pair for pair in (match.pair_a, match.pair_b) if pair is not None]
        if all(pair.is_in and pair.pk in beaten and pair.pk not in busy for pair in pairs):
            back.append(match)
    return back


def _put_back(match: Match, row: dict[str, Any]) -> None:
    # An earlier version of the program kept neither the pairs nor the start: they never changed.
    # It kept no length either.
    fields = {name: row[name] for name in (*KEPT, *OF_THE_START, *PAIRS) if name in row}
    for name in ("started_at", "finished_at"):
        if name in row:
            fields[name] = datetime.fromisoformat(row[name]) if row[name] else None
    if row["status"] != "finished":
        # A match that goes on has the games in force: they may be fewer since (T5).
        fields["best_of"] = match.best_of
        if row["status"] == "ready" and row["kind"] == Match.Kind.CHAMPIONSHIP:
            in_force = match.tournament.lengths.of_place(Place(match.round, match.slot))
            fields["best_of"] = min(match.best_of, in_force)
        match.table_id = row["table_id"]
        table = bracket.table_still_free(match)
        fields["table_id"] = table.pk if table else None
    write(match, **fields)
