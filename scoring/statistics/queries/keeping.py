"""Which games need their facts stored: those no longer played whose facts are missing or
outdated."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from scoring.course.models import Game, Hand
from scoring.statistics.models import KeptFacts
from scoring.statistics.rules.summing import ENGINE
from tournament.matches.models import Match

NEWEST = 200
"""How many of the newest versions of hands are searched for games changed after their facts were
stored. Older changes are found by the nightly job."""


def at_rest() -> QuerySet[Game]:
    """Games with hands that have ended, or whose match has ended."""
    ended = ~Q(winner="") | Q(match__status=Match.Status.FINISHED)
    return Game.objects.filter(ended, hand_count__gt=0)


def anything_to_keep() -> bool:
    """Whether facts of some game need to be stored. Three queries; one of them reads all games."""
    return bool(games_to_keep(1))


def games_to_keep(most: int, without: Collection[int] = ()) -> list[int]:
    """Games whose facts need to be stored, newest first. `without`: games to leave out."""
    games = at_rest().exclude(pk__in=without)
    changed = games.filter(pk__in=_changed()).order_by("-pk").values_list("pk", flat=True)
    if found := list(changed[:most]):
        return found
    held = KeptFacts.objects.filter(game=OuterRef("pk"), engine=ENGINE)
    missing = games.filter(~Exists(held)).order_by("-pk").values_list("pk", flat=True)
    return list(missing[:most])


def newest_of(games: Collection[int]) -> dict[int, int]:
    """Game → the newest version of any of its hands."""
    rows = Hand.objects.filter(game__in=games).order_by().values_list("game_id")
    return dict(rows.annotate(Max("pk")))


def _changed() -> list[int]:
    """Games with a version of a hand newer than their stored facts."""
    rows = Hand.objects.order_by("-pk").values_list("game_id", "pk")[:NEWEST]
    newest: dict[int, int] = {}
    for game, hand in rows:
        newest.setdefault(game, hand)
    known = KeptFacts.objects.filter(game__in=newest).order_by().values_list("game_id", "newest")
    return [game for game, of in known if newest[game] > of]
