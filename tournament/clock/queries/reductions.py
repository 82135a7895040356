"""What reducing the number of games (T5) would do, shown before it is done."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.clock.rules.lengths import length_under
from tournament.errors import Conflict
from tournament.formats.registry import format_of
from tournament.formats.regulations import BEST_OF
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all
from tournament.versions import version_made_of


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


def reductions(
    *,
    tournament_id: int,
    from_round: int = 1,
    waits: Callable[[Match], bool] = lambda match: False,
) -> tuple[Reduction, ...]:
    """Every number of games the tournament could go down to from a round on, the largest first.
    `waits`: says of a match already won whether it would wait for an official. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.best_of is None:
        return ()
    now = tournament.best_of_round(from_round)
    unfinished = Match.objects.filter(tournament_id=tournament_id).exclude(status="finished")
    if from_round > 1:
        unfinished = unfinished.filter(kind="championship", round__gte=from_round)
    matches = list(with_all(unfinished).order_by("kind", "round", "slot"))
    return tuple(
        _reduction(best_of, matches, waits) for best_of in reversed(BEST_OF) if best_of < now
    )


def version_of(*, tournament_id: int, from_round: int = 1) -> int:
    """A number that changes when the numbers of games have changed, or when other matches would be
    over or level under a number of games that the tournament could go down to. Three queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    about: list[object] = [tournament.best_of, tournament.games_by_round]
    for option in reductions(tournament_id=tournament_id, from_round=from_round):
        over, level = ([card.id for card in cards] for cards in (option.won, option.level))
        about.append([option.best_of, over, level])
    return version_made_of(about)


def must_be_as_seen(*, tournament: Tournament, from_round: int, expected: int | None) -> None:
    """Raises Conflict (changed_meanwhile) unless `expected`, if given, is `version_of`."""
    if expected is None:
        return
    version = version_of(tournament_id=tournament.pk, from_round=from_round)
    if expected != version:
        now = {"best_of": tournament.best_of, "games_by_round": tournament.games_by_round}
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _(
                "Fewer games would do something else by now: a game has been won, or the number of "
                "games is another. Look at it again, then decide."
            ),
            current={**now, "version": version},
        )


def rounds_left(*, tournament_id: int) -> tuple[int, ...]:
    """The championship's rounds with an unfinished match, and the next three where the format draws
    rounds one by one. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    matches = Match.objects.filter(tournament=tournament, kind="championship")
    rounds = matches.exclude(status="finished").values_list("round", flat=True)
    found = sorted(set(rounds.order_by("round")))
    if found and format_of(tournament).by_rounds:
        found += [found[-1] + more for more in (1, 2, 3)]
    return tuple(found)


def _reduction(best_of: int, matches: list[Match], waits: Callable[[Match], bool]) -> Reduction:
    touched = [_shortened(match, best_of) for match in matches if match.best_of > best_of]
    level = [
        match for match in touched if match.best_of > best_of and match.games.a == match.games.b
    ]
    won = [m for m in touched if m.status == "playing" and max(m.games) >= m.wins_needed]
    held = {match.pk for match in won if waits(match)}
    return Reduction(
        best_of=best_of,
        won=tuple(card_of(match) for match in won if match.pk not in held),
        waiting=tuple(card_of(match) for match in won if match.pk in held),
        level=tuple(map(card_of, level)),
        shorter=len(touched) - len(won) - len(level),
    )


def _shortened(match: Match, best_of: int) -> Match:
    shorter = copy(match)
    games = (match.games.a, match.games.b)
    shorter.best_of = length_under(best_of, was=match.best_of, games=games)
    return shorter
