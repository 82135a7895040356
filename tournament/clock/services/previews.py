"""What reducing the number of games (T5) does, and taking it back: the act itself, rolled back."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournament.championship.models import Tournament
from tournament.clock.queries.restoring import reduction
from tournament.clock.rules.lengths import of_round
from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.formats.regulations import BEST_OF
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all
from tournament.matches.services.preview import REASON, Act, bracket_now, rolled_back

FINISHED, PLAYING = Match.Status.FINISHED, Match.Status.PLAYING


@dataclass(frozen=True, slots=True)
class Reduction:
    """What becomes of unfinished matches under best of `best_of`. `won`: already won, end at once.
    `waiting`: already won, end once an official has decided an open question. `level`: the game in
    progress decides. `shorter`: how many others there are."""

    best_of: int
    won: tuple[MatchCard, ...]
    waiting: tuple[MatchCard, ...]
    level: tuple[MatchCard, ...]
    shorter: int


@dataclass(frozen=True, slots=True)
class Restoring:
    """Best of `fewer` from a round on becomes best of `best_of` again. `go_on`: matches that the
    reduction had ended; `longer`: how many have not ended; `stand`: matches that ended since, with
    fewer games; `in_the_way`: why the act is refused."""

    best_of: int
    fewer: int
    from_round: int
    go_on: tuple[MatchCard, ...] = ()
    longer: int = 0
    stand: tuple[MatchCard, ...] = ()
    in_the_way: tuple[StrOrPromise, ...] = ()


def reductions(act: Act, *, tournament_id: int, from_round: int = 1) -> tuple[Reduction, ...]:
    """Every number of games the tournament can go down to from a round on, the largest first.
    `act`: reduces the games, given `best_of`, `from_round` and `reason`."""
    with transaction.atomic():
        before = bracket_now(tournament_id).matches
        tournament = Tournament.objects.get(pk=tournament_id)
        if tournament.best_of is None:
            return ()
        now = tournament.best_of_round(from_round)

        def reduction_to(best_of: int) -> Reduction:
            return rolled_back(
                lambda: act(best_of=best_of, from_round=from_round, reason=REASON),
                lambda _falls: _reduced(best_of, before, _cards(tournament_id)),
            )

        return tuple(reduction_to(fewer) for fewer in reversed(BEST_OF) if fewer < now)


def restoring(act: Act, *, tournament_id: int, event: int) -> Restoring:
    """What follows if the reduction recorded by this event is taken back. `act`: takes it back,
    given `event` and `reason`. Raises NotFound (no_such_act), Refusal (newer_reduction,
    not_kept)."""
    with transaction.atomic():
        before = bracket_now(tournament_id).matches
        data = reduction(tournament_id, event)
        first = data["from_round"]
        best_of, fewer = of_round(first, **data["before"]), data["best_of"]
        touched = {one["match"]["id"] for one in data["matches"]}

        def look(_falls: tuple[int, ...]) -> Restoring:
            pairs = [(before[row.pk], row) for row in _cards(tournament_id) if row.pk in before]
            return Restoring(
                best_of,
                fewer,
                first,
                go_on=tuple(card_of(now) for was, now in pairs if _reopened(was, now)),
                longer=sum(
                    now.best_of > was.best_of and not _reopened(was, now) for was, now in pairs
                ),
                stand=tuple(
                    card_of(now)
                    for was, now in pairs
                    if now.pk in touched and was.status == now.status == FINISHED
                    if not now.is_set_aside
                ),
            )

        try:
            return rolled_back(lambda: act(event=event, reason=REASON), look)
        except NotFound:
            raise
        except Refusal as refused:
            says = tuple(problem.message for problem in refused.problems)
            return Restoring(best_of, fewer, first, in_the_way=says)


def _cards(tournament_id: int) -> list[Match]:
    rows = Match.objects.filter(tournament_id=tournament_id)
    return list(with_all(rows).order_by("kind", "round", "slot"))


def _reduced(best_of: int, before: dict[int, Match], after: list[Match]) -> Reduction:
    shorter = [
        row
        for row in after
        if (was := before.get(row.pk)) and was.status != FINISHED
        if was.best_of > best_of
    ]
    won = [row for row in shorter if row.status == FINISHED]
    playing = [row for row in shorter if row.status == PLAYING]
    waiting = [row for row in playing if max(row.games) >= row.wins_needed]
    level = [row for row in playing if row.best_of > best_of and row.games.a == row.games.b]
    return Reduction(
        best_of,
        won=tuple(map(card_of, won)),
        waiting=tuple(map(card_of, waiting)),
        level=tuple(map(card_of, level)),
        shorter=len(shorter) - len(won) - len(waiting) - len(level),
    )


def _reopened(was: Match, now: Match) -> bool:
    return was.status == FINISHED and now.status == PLAYING
