"""How far each tournament's log has come: what a stream compares to know that something changed."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import Tournament


def event_numbers(*, slugs: Sequence[str]) -> dict[str, int]:
    """slug → number of its newest event, in one query; a slug that does not exist is left out."""
    rows = Tournament.objects.filter(slug__in=slugs).values_list("slug", "event_number")
    return dict(rows)
