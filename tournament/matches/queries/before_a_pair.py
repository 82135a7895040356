"""What a pair has before it, as a number: for acts on a pair that somebody decides on a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.versions import version_made_of


def versions_of(*, pairs: Iterable[Pair]) -> dict[int, int]:
    """Pair → a number that is another one once its status, its players, its matches that have not
    ended or its opponents in them have changed. One query."""
    about: dict[int | None, list[Any]] = {
        pair.pk: [pair.status, pair.player_1, pair.player_2] for pair in pairs
    }
    known = Match.objects.filter(Q(pair_a__in=about) | Q(pair_b__in=about))
    not_ended = known.exclude(status=Match.Status.FINISHED).order_by("pk")
    for match, *both in not_ended.values_list("pk", "pair_a", "pair_b"):
        for pair_id in both:
            about.get(pair_id, []).append([match, *both])
    return {pk: version_made_of(facts) for pk, facts in about.items() if pk}
