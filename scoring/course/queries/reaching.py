"""How far a change of hands reaches: what it would do to the matches after its own."""

from __future__ import annotations

from dataclasses import replace

from scoring.course.queries.consequences import Consequences, differs
from scoring.course.queries.correctable import follows_its_hands
from scoring.course.queries.stored import StoredMatch
from scoring.rulings.models import Ruling
from tournament.matches.queries import cascades

ASKS = (Ruling.Kind.NEEDS_RULING, Ruling.Kind.REPETITION)


def reaching(*, stored: StoredMatch, found: Consequences) -> Consequences:
    """`found` with its cascade. Nothing is written."""
    match = stored.match
    if not follows_its_hands(match, found.games_won_before):
        return found
    if not found.winner_after or _waits(stored, found):
        return replace(found, cascade=cascades.if_reopened(match=match))
    if found.winner_after != match.winner:
        won = cascades.if_won(match=match, winner=found.winner_after)
        return replace(found, cascade=won)
    return found


def _waits(stored: StoredMatch, found: Consequences) -> bool:
    """Whether the match, won as it is, would wait for an official's word."""
    open_ones = Ruling.objects.filter(match=stored.match, status=Ruling.Status.OPEN, kind__in=ASKS)
    return open_ones.exists() or any(
        after.ruled is None and after.settlement.get("needs_ruling")
        for row, game in zip(stored.games, found.course.games, strict=False)
        for hand, after in zip(row.hands, game.hands, strict=False)
        if differs(hand, after)
    )
