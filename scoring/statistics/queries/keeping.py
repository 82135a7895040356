"""Which games have facts that are to be kept, and are not: those that are no longer played."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from scoring.course.models import Game, Hand
from scoring.statistics.models import KeptFacts
from scoring.statistics.rules.summing import ENGINE
from tournament.matches.models import Match

NEWEST = 200
"""Among so many versions of hands is looked for a game that was changed after its facts were kept.
What was changed longer ago, while nobody looked, is found in the night."""


def at_rest() -> QuerySet[Game]:
    """Games with hands that have ended, or whose match has."""
    ended = ~Q(winner="") | Q(match__status=Match.Status.FINISHED)
    return Game.objects.filter(ended, hand_count__gt=0)


def anything_to_keep() -> bool:
    """Whether facts of some game are to be kept. Three queries; one
    goes over all games."""
    return bool(games_to_keep(1))


def games_to_keep(most: int, without: Collection[int] = ()) -> list[int]:
    """Games whose facts are to be kept, newest first; `without`: those that are left alone."""
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
    """Games with a version that is newer than the facts that are kept."""
    rows = Hand.objects.order_by("-pk").values_list("game_id", "pk")[:NEWEST]
    newest: dict[int, int] = {}
    for game, hand in rows:
        newest.setdefault(game, hand)
    known = KeptFacts.objects.filter(game__in=newest).order_by().values_list("game_id", "newest")
    return [game for game, of in known if newest[game] > of]
