"""Matches that one act began together, and which of them can begin again."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Game, Hand
from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.going_on import if_not_begun
from tournament.matches.queries.matches import MatchCard, card_of, with_all


@dataclass(frozen=True, slots=True)
class BegunTogether:
    """`untouched`: being played, without a counting hand or a decided game; `stay`: all others.
    `stood_on`: the matches of `stay` that are untouched but were opened again: if their start were
    taken back, later matches would fall."""

    untouched: tuple[MatchCard, ...]
    stay: tuple[MatchCard, ...]
    stood_on: tuple[MatchCard, ...] = ()


def begun_together(*, tournament_id: int, first: int) -> BegunTogether:
    """The matches that one act began; `first`: number of its first event.

    Raises NotFound (no_such_act).
    """
    told = Event.objects.filter(
        tournament_id=tournament_id, kind="match.started", sealed__together=first
    )
    ids = [data["match"]["id"] for data in told.values_list("sealed", flat=True)]
    found = Match.objects.filter(tournament_id=tournament_id, pk__in=ids).exclude(
        kind=Match.Kind.SET_ASIDE
    )
    if not ids:
        raise NotFound.one(
            "first", "no_such_act", _("No matches began together there. Look at the desk again.")
        )
    rows = list(with_all(found).order_by("kind", "round", "slot"))
    played = _with_hands(ids)
    free = {
        row.pk
        for row in rows
        if row.status == Match.Status.PLAYING and row.pk not in played and not any(row.games)
    }
    fixed = _stood_on([row for row in rows if row.pk in free], tournament_id)
    return BegunTogether(
        untouched=tuple(card_of(row) for row in rows if row.pk in free - fixed),
        stay=tuple(card_of(row) for row in rows if row.pk not in free - fixed),
        stood_on=tuple(card_of(row) for row in rows if row.pk in fixed),
    )


def _stood_on(matches: list[Match], tournament_id: int) -> set[int]:
    """The matches among these whose start cannot be taken back without later matches falling."""
    known = Match.objects.filter(tournament_id=tournament_id, kind=Match.Kind.CHAMPIONSHIP)
    begun = known.filter(status__in=[Match.Status.PLAYING, Match.Status.FINISHED])
    latest = begun.aggregate(latest=Max("round"))["latest"] or 0
    earlier = (match.pk for match in matches if match.round < latest)
    return {pk for pk in earlier if if_not_begun(match_id=pk).sets_aside}


def _with_hands(ids: list[int]) -> set[int]:
    """The matches in which a hand counts or a game has been decided."""
    hands = Hand.objects.filter(game__match__in=ids, is_current=True, is_void=False)
    games = Game.objects.filter(~Q(winner=""), match__in=ids)
    return {*hands.values_list("game__match", flat=True), *games.values_list("match", flat=True)}
