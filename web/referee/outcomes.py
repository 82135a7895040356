"""Sentences on what a hand does to its game and its match, before it is saved and after."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from mus.course import match_outcome
from mus.sides import LEVEL
from scoring.course.queries.consequences import Consequences
from scoring.course.queries.states import MatchState
from scoring.wording.reasons import waits_for
from tournament.matches.queries.matches import MatchCard
from web.seats import pairs_of

SELDOM_MORE = 40
"""More stones than this in one hand are a typing mistake, or an órdago that was not entered."""


def would_do(
    match: MatchCard, state: MatchState, *, stones: tuple[int, int], settlement: Mapping[str, Any]
) -> list[str]:
    """A hand without cards read back before it is saved: what each pair takes, and what that ends.

    `stones`: as typed. `settlement`: of that hand as the match's next one.
    """
    says = [
        _("%(pair)s takes %(stones)s and has %(score)s.")
        % {"pair": pair, "stones": settlement["stones"][side], "score": settlement["score"][side]}
        for side, pair in enumerate(pairs_of(match))
    ]
    if max(stones) > SELDOM_MORE:
        says.append(
            _("%(a)s – %(b)s: that is more than %(most)s stones in one hand.")
            % {"a": stones[0], "b": stones[1], "most": SELDOM_MORE}
        )
    winner = settlement["game_winner"]
    if winner and state.next is not None:
        says.append(
            _("It would end game %(number)s: %(pair)s wins %(won)s–%(lost)s.")
            % {"number": state.next.game, **_won(winner, settlement["score"], match)}
        )
        games = [of + (side == winner) for side, of in zip("AB", state.games_won, strict=True)]
        ends = state.outcome_with(games)
        if ends == LEVEL:
            words = _("It would end the match in a tie, %(a)s–%(b)s.")
            says.append(words % dict(zip("ab", games, strict=True)))
        elif ends:
            says.append(
                _("It would end the match: %(pair)s wins %(won)s–%(lost)s.")
                % _won(ends, games, match)
            )
    return says


def after_saving(answer: Mapping[str, Any], match: MatchCard) -> list[str]:
    """Sentences on what the saved hand ended; empty when the game goes on. `answer`: from the
    service."""
    hand = answer["hand"]
    if not hand["game_winner"]:
        return []
    won = _game_over(hand["game"], hand["game_winner"], hand["score"], match)
    return [won, *_match_over(answer["state"], match)]


def after_correcting(
    changes: Consequences, answer: Mapping[str, Any], match: MatchCard
) -> list[str]:
    """Sentences on games or matches that end otherwise after the correction."""
    says = [
        _game_over(game.number, game.winner_after, game.score_after, match)
        for game in changes.games
        if game.outcome_changes and game.winner_after
    ]
    return [*says, *_match_over(answer["state"], match)] if changes.result_changes else says


def _game_over(number: int, winner: str, score: Sequence[int], match: MatchCard) -> str:
    return _("Game %(number)s is over: %(pair)s wins %(won)s–%(lost)s.") % {
        "number": number,
        **_won(winner, score, match),
    }


def _match_over(state: Mapping[str, Any], match: MatchCard) -> list[str]:
    if state["awaiting_ruling"]:
        return [str(waits_for(is_won=_is_won(state)))]
    if state["awaits"]:
        name = pairs_of(match)["AB".index(state["awaits"])]
        return [_("Won; %(name)s must still agree") % {"name": name}]
    if state["status"] != "finished":
        return []
    if not state["winner"]:
        level = _("The match is over: it is tied, %(a)s–%(b)s.")
        return [level % dict(zip("ab", state["games_won"], strict=True))]
    over = _("The match is over: %(pair)s wins %(won)s–%(lost)s.")
    return [over % _won(state["winner"], state["games_won"], match)]


def _is_won(state: Mapping[str, Any]) -> bool:
    won, all_played = state["games_won"], state["all_played"]
    return match_outcome(won, best_of=state["best_of"], all_played=all_played) is not None


def _won(winner: str, score: Sequence[int], match: MatchCard) -> dict[str, object]:
    """Values for a sentence: the winner's name, and the score with the winner's number first."""
    side = "AB".index(winner)
    return {"pair": pairs_of(match)[side], "won": score[side], "lost": score[1 - side]}
