"""Cascades: what each change did to later matches, and what taking it back would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from mus.sides import BySide, Side
from tournament.entries.models import Pair
from tournament.errors import NotFound
from tournament.formats.bouts import Bout, Place, Status
from tournament.formats.settling import BY_LEAVING
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.cascades import CascadeView, Following, follow, view_of
from tournament.matches.queries.going_on import must_play_one_at_a_time
from tournament.matches.queries.matches import MatchCard, card_of


@dataclass(frozen=True, slots=True)
class CascadeOnRecord:
    """One change that affected later matches. `what` and `event`: kind and number of its event;
    `match` or `pair`: what was changed; `kept`: the matches set aside by it, as they were played.
    """

    id: int
    what: str
    event: int | None
    reason: str
    by: str
    at: datetime
    match_id: int | None
    match: str
    pair_number: int | None
    kept: tuple[MatchCard, ...]
    can_be_undone: bool

    @property
    def kind(self) -> str:
        """The kind of its event. The log's words for the event are found by it."""
        return self.what


def cascades_of(*, tournament_id: int) -> tuple[CascadeOnRecord, ...]:
    """Every cascade of a tournament, the latest first. Two queries."""
    return _views(_rows().filter(tournament_id=tournament_id))


def cascades_of_match(*, match_id: int) -> tuple[CascadeOnRecord, ...]:
    """The cascades that a change of this match began, and the one that set this match aside, the
    latest first."""
    return _views(_rows().filter(match_id=match_id) | _rows().filter(set_aside=match_id))


def cascades_of_pair(*, pair_id: int) -> tuple[CascadeOnRecord, ...]:
    """The cascades that began when this pair left, alone or with another, or was brought back."""
    both = _rows().filter(before__pairs__has_key=str(pair_id))
    return _views(_rows().filter(pair_id=pair_id) | both)


def cascade_on_record(*, cascade_id: int, tournament_id: int) -> CascadeOnRecord:
    """One cascade of a tournament. Raises NotFound."""
    found = _views(_rows().filter(pk=cascade_id, tournament_id=tournament_id))
    if not found:
        raise NotFound.one(
            "cascade", "no_such_cascade", _("There is no such change. Choose one from its match.")
        )
    return found[0]


def in_place_of(*, match_id: int) -> MatchCard | None:
    """The match that now has the slot of a match that was set aside."""
    kept = Match.objects.filter(pk=match_id, kind=Match.Kind.SET_ASIDE).first()
    if kept is None:
        return None
    now = Match.objects.select_related("pair_a", "pair_b", "table").filter(
        tournament_id=kept.tournament_id, kind="championship", round=kept.round, slot=kept.slot
    )
    match = now.first()
    return card_of(match) if match else None


def if_taken_back(*, cascade_id: int) -> CascadeView:
    """What follows if the cascade is taken back. These matches are set aside: matches played since
    in the restored slots, later matches that depend on them, and restored matches that no longer
    fit. Raises Refusal (pair_busy) when a pair would have two matches going on."""
    cascade = Cascade.objects.select_related("tournament", "match").get(pk=cascade_id)
    aside = list(cascade.set_aside.select_related("pair_a", "pair_b"))
    kept = {Place(match.round, match.slot): match for match in aside}
    holders = Match.objects.filter(
        tournament_id=cascade.tournament_id, kind="championship"
    ).select_related("pair_a", "pair_b", "table")
    rows = cascade.before.get("matches", {})
    facts: dict[int, Bout] = {}
    fallen = []
    for holder in holders:
        again = kept.get(Place(holder.round, holder.slot))
        if again is not None:
            facts[holder.pk] = _as_it_was(again, rows[str(again.pk)])
            fallen += [holder] if holder.to_rules().is_fact else []
        elif holder.pk == cascade.match_id:
            facts[holder.pk] = _as_it_was(holder, rows[str(holder.pk)])
    was = {int(pk): status for pk, status in cascade.before.get("pairs", {}).items()}
    own = {pk for pk, status in was.items() if status == Pair.Status.ENTERED}
    leaving = {pk: status for pk, status in was.items() if pk not in own}
    back = own | {pk for match in aside for pk in came_back(match)} - leaving.keys()
    found = follow(tournament=cascade.tournament, facts=facts, back=back, leaving=leaving)
    must_play_one_at_a_time(found, {fact.place for fact in facts.values()})
    return view_of(_standing_again(found, kept), but=cascade.match_id, moved_out=fallen)


def came_back(match: Match) -> tuple[int, ...]:
    """The pairs that lost this match by leaving, and are in again."""
    if match.ended_by not in BY_LEAVING:
        return ()
    pairs = [pair for pair in (match.pair_a, match.pair_b) if pair is not None and pair.is_in]
    return tuple(pair.pk for pair in pairs if pair.pk != match.winner_id)


def _standing_again(found: Following, kept: Mapping[Place, Match]) -> Following:
    """`found`, with the restored matches in place of those that held their slots meanwhile."""
    for place, again in kept.items():
        found.matches[place] = again
    undone = (kept.get(Place(match.round, match.slot), match) for match in found.undone)
    return replace(found, undone=tuple(undone))


def _as_it_was(match: Match, row: dict[str, Any]) -> Bout:
    winner = Side(row["winner"]) if row["winner"] else None
    bare = match.to_rules()
    return replace(
        bare,
        pairs=BySide(row.get("pair_a_id", bare.pairs.a), row.get("pair_b_id", bare.pairs.b)),
        begun=bool(row.get("started_at", bare.begun)),
        status=cast(Status, row["status"]),
        winner=winner,
        ended_by=row["ended_by"],
    )


def _rows() -> QuerySet[Cascade]:
    # Taking a cascade back stores a cascade too; it is not listed as a change.
    rows = Cascade.objects.exclude(what="cascade.undone")
    return rows.select_related("match", "pair").order_by("-id")


def _views(rows: QuerySet[Cascade]) -> tuple[CascadeOnRecord, ...]:
    found = list(rows.distinct())
    kept: dict[int | None, list[Match]] = {}
    with_all = Match.objects.select_related("pair_a", "pair_b", "table")
    for match in with_all.filter(cascade__in=found).order_by("round", "slot"):
        kept.setdefault(match.cascade_id, []).append(match)
    return tuple(_view(row, kept.get(row.pk, ())) for row in found)


def _view(row: Cascade, kept: Iterable[Match]) -> CascadeOnRecord:
    return CascadeOnRecord(
        id=row.pk,
        what=row.what,
        event=row.event_number,
        reason=row.reason,
        by=row.actor_label,
        at=row.at,
        match_id=row.match_id,
        match=row.match.label if row.match else "",
        pair_number=row.pair.number if row.pair else None,
        kept=tuple(map(card_of, kept)),
        can_be_undone=row.undone_at is None,
    )
