"""Cascades: what each change did to later matches, and what taking it back would do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound
from tournament.formats.settling import BY_LEAVING
from tournament.matches.models import Cascade, Match
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
    cascades = _views(_rows().filter(pk=cascade_id, tournament_id=tournament_id))
    if not cascades:
        raise NotFound.one(
            "cascade", "no_such_cascade", _("There is no such change. Choose one from its match.")
        )
    return cascades[0]


def in_place_of(*, match_id: int) -> MatchCard | None:
    """The match that now has the slot of a match that was set aside."""
    old_match = Match.objects.filter(pk=match_id, kind=Match.Kind.SET_ASIDE).first()
    if old_match is None:
        return None
    now = Match.objects.select_related("pair_a", "pair_b", "table").filter(
        tournament_id=old_match.tournament_id,
        kind="championship",
        round=old_match.round,
        slot=old_match.slot,
    )
    match = now.first()
    return card_of(match) if match else None


def came_back(match: Match) -> tuple[int, ...]:
    """The pairs that lost this match by leaving, and are in again."""
    if match.ended_by not in BY_LEAVING:
        return ()
    pairs = [pair for pair in (match.pair_a, match.pair_b) if pair is not None and pair.is_in]
    return tuple(pair.pk for pair in pairs if pair.pk != match.winner_id)


def _rows() -> QuerySet[Cascade]:
    # Taking a cascade back stores a cascade too; it is not listed as a change.
    rows = Cascade.objects.exclude(what="cascade.undone")
    return rows.select_related("match", "pair").order_by("-id")


def _views(rows: QuerySet[Cascade]) -> tuple[CascadeOnRecord, ...]:
    cascades = list(rows.distinct())
    by_cascade: dict[int | None, list[Match]] = {}
    with_all = Match.objects.select_related("pair_a", "pair_b", "table")
    for match in with_all.filter(cascade__in=cascades).order_by("round", "slot"):
        by_cascade.setdefault(match.cascade_id, []).append(match)
    return tuple(_view(row, by_cascade.get(row.pk, ())) for row in cascades)


def _view(row: Cascade, matches: Iterable[Match]) -> CascadeOnRecord:
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
        kept=tuple(map(card_of, matches)),
        can_be_undone=row.undone_at is None,
    )
