"""Matches that go on after they had stopped: what was decided about them meanwhile takes effect."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q

from mus.sides import SIDES
from scoring.course.models import Hand
from scoring.course.queries.consequences import games_won
from scoring.course.services import versions
from scoring.rulings.models import Ruling
from scoring.rulings.services.tribunal import LEFT
from tournament.clock.queries.restoring import REDUCED
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Cascade, Match

Stopped = Mapping[int, datetime]
"""Match → when it stopped."""


def stopped_by_leaving(pair_id: int) -> Stopped:
    """The matches of a pair that ended while they were played, because a pair left."""
    of_pair = Match.objects.filter(Q(pair_a=pair_id) | Q(pair_b=pair_id), ended_by__in=LEFT)
    begun = of_pair.filter(started_at__isnull=False, finished_at__isnull=False)
    return {pk: at for pk, at in begun.values_list("pk", "finished_at") if at is not None}


def stopped_by(cascade: Cascade) -> Stopped:
    """The matches that a cascade set aside."""
    return dict.fromkeys(cascade.set_aside.values_list("pk", flat=True), cascade.at)


def catch_up(*, stopped: Stopped, actor: Actor) -> None:
    """Brings the matches among these that go on into line with what changed since they stopped: the
    games won, and the end of a match that is won and waits for nothing. A match about which nothing
    changed stays as it was: an official may have opened it again. For services, after the event by
    which the matches go on."""
    rows = Match.objects.select_related("tournament", "pair_a", "pair_b", "table")
    for match in rows.filter(pk__in=stopped, status=Match.Status.PLAYING).order_by("pk"):
        if _has_changed(match, stopped[match.pk]):
            games = _games(match)
            winner = next((one for one in SIDES if games[one.position] >= match.wins_needed), None)
            versions.follow_games(match=match, games=games, winner=winner, actor=actor)


def _games(match: Match) -> tuple[int, int]:
    """The games won by hands and decisions; without any, the games entered for the match."""
    return games_won(match) if match.played_games.exists() else (match.games_a, match.games_b)


def _has_changed(match: Match, since: datetime) -> bool:
    reduced = Event.objects.filter(tournament=match.tournament_id, kind=REDUCED)
    if (
        Ruling.objects.filter(match=match, decided_at__gt=since).exists()
        or Hand.objects.filter(game__match=match, at__gt=since).exists()
        or reduced.filter(at__gt=since).exists()
    ):
        return True
    return _games(match) != (match.games_a, match.games_b)
