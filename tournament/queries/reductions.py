"""What reducing the number of games (T5) would do, said before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Match, Tournament
from tournament.queries.matches import MatchCard, card_of
from tournament.rules.regulations import BEST_OF


@dataclass(frozen=True, slots=True)
class Reduction:
    """Matches not ended, under best of `best_of`: those `won` already end at once; in those that
    are `level` the game in progress decides; the others are `shorter`."""

    best_of: int
    won: tuple[MatchCard, ...]
    level: tuple[MatchCard, ...]
    shorter: int


def reductions(*, tournament_id: int) -> tuple[Reduction, ...]:
    """Every number of games the tournament could go down to, the largest first. Two queries."""
    now = Tournament.objects.values_list("best_of", flat=True).get(pk=tournament_id)
    if now is None:
        return ()
    unfinished = Match.objects.filter(tournament_id=tournament_id).exclude(status="finished")
    matches = list(
        unfinished.select_related("pair_a", "pair_b", "table").order_by("kind", "round", "slot")
    )
    return tuple(_reduction(best_of, matches) for best_of in reversed(BEST_OF) if best_of < now)


def _reduction(best_of: int, matches: list[Match]) -> Reduction:
    needed = best_of // 2 + 1
    touched = [match for match in matches if match.best_of > best_of]
    level = [match for match in touched if min(match.games) >= needed]
    won = [m for m in touched if m.status == "playing" and max(m.games) >= needed > min(m.games)]
    return Reduction(
        best_of=best_of,
        won=tuple(map(card_of, won)),
        level=tuple(map(card_of, level)),
        shorter=len(touched) - len(won) - len(level),
    )
