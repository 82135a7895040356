"""The games of a tournament that count, with their facts. Every statistic starts from them."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.course.models import Game
from scoring.explain.queries.lines import pair_names, player_names
from scoring.statistics.queries.facts import facts_of_games, marks_of
from scoring.statistics.rules.summing import GameFacts, facts_of_game
from tournament.matches.models import Match

NOTHING = facts_of_game([])


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with the facts of its hands. `winner`: "" while it is played; `by_hands`: won by
    stones, not decided by an official."""

    match_id: int
    number: int
    pair_ids: tuple[int, int]
    pairs: tuple[str, str]
    players: tuple[str, ...]
    score: tuple[int, int]
    winner: str
    by_hands: bool
    facts: GameFacts


def games_played(*, tournament_id: int) -> tuple[PlayedGame, ...]:
    """Every game with a hand or a winner, in the order of matches. Four queries when all facts are
    remembered, otherwise five, and more for every further five hundred hands.

    Matches that were set aside are left out.
    """
    matches = {
        match.pk: match
        for match in Match.objects.filter(
            tournament_id=tournament_id, pair_a__isnull=False, pair_b__isnull=False
        )
        .exclude(kind=Match.Kind.SET_ASIDE)
        .select_related("pair_a", "pair_b")
    }
    of_them = {"game__match__in": list(matches)}
    facts = facts_of_games(marks_of(**of_them))
    games = Game.objects.filter(match__in=matches).order_by("match_id", "number")
    return tuple(
        _game(game, matches[game.match_id], facts.get(game.pk, NOTHING))
        for game in games
        if game.winner or game.pk in facts
    )


def _game(game: Game, match: Match, facts: GameFacts) -> PlayedGame:
    return PlayedGame(
        match_id=match.pk,
        number=game.number,
        pair_ids=(match.pair_a_id or 0, match.pair_b_id or 0),
        pairs=pair_names(match),
        players=player_names(match),
        score=(game.score_a, game.score_b),
        winner=game.winner,
        by_hands=game.ended_by == Game.EndedBy.HANDS,
        facts=facts,
    )
