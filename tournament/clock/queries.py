"""What reducing the number of games (T5) would do, said before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.championship.models import Tournament
from tournament.formats.registry import format_of
from tournament.formats.regulations import BEST_OF
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all


@dataclass(frozen=True, slots=True)
class Reduction:
    """Matches not ended, under best of `best_of`: those `won` already end at once; in those that
    are `level` the game in progress decides; the others are `shorter`."""

    best_of: int
    won: tuple[MatchCard, ...]
    level: tuple[MatchCard, ...]
    shorter: int


def reductions(*, tournament_id: int, from_round: int = 1) -> tuple[Reduction, ...]:
    """Every number of games the tournament could go down to from a round on, the largest first.
    Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.best_of is None:
        return ()
    now = tournament.best_of_round(from_round)
    unfinished = Match.objects.filter(tournament_id=tournament_id).exclude(status="finished")
    if from_round > 1:
        unfinished = unfinished.filter(kind="championship", round__gte=from_round)
    matches = list(with_all(unfinished).order_by("kind", "round", "slot"))
    return tuple(_reduction(best_of, matches) for best_of in reversed(BEST_OF) if best_of < now)


def rounds_left(*, tournament_id: int) -> tuple[int, ...]:
    """The rounds of the championship in which a match has not ended, and the one after the last,
    where rounds are still to be drawn. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    matches = Match.objects.filter(tournament=tournament, kind="championship")
    rounds = matches.exclude(status="finished").values_list("round", flat=True)
    found = sorted(set(rounds.order_by("round")))
    if found and format_of(tournament).by_rounds:
        found += [found[-1] + more for more in (1, 2, 3)]
    return tuple(found)


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
