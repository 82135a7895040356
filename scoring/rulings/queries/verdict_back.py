"""Whether a verdict of the Disciplinary Tribunal can be taken back by itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game
from scoring.rulings.models import TribunalCase
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.matches.models import Match

State, Verdict = TribunalCase.State, TribunalCase.Verdict


def must_stand_alone(case: TribunalCase) -> None:
    """Raises Refusal (still_open, pair_is_out, it_stands, later_decided) unless nothing hangs on
    the verdict: what it took has been given back or never was, and no later case of the pair was
    decided after it."""
    if case.state != State.DECIDED:
        raise Refusal.one("case", "still_open", _("This is not decided yet. Decide it."))
    if case.pair.status == Pair.Status.DISQUALIFIED:
        raise Refusal.one(
            "case",
            "pair_is_out",
            _(
                "The pair is disqualified. Bring it back first; a case by which it was "
                "disqualified waits again with that."
            ),
        )
    if _has_taken(case):
        raise Refusal.one(
            "case",
            "it_stands",
            _(
                "What this verdict took is still lost. Take back the decision on the game, or "
                "reopen the match, first; or take back the whole change on the page of its match."
            ),
        )
    later = TribunalCase.objects.filter(pair=case.pair, pk__gt=case.pk, state=State.DECIDED)
    if later.exists():
        raise Refusal.one(
            "case",
            "later_decided",
            _("A later case of this pair has been decided since. Take that verdict back first."),
        )


def _has_taken(case: TribunalCase) -> bool:
    """Whether a game or match that the verdict took is still the other pair's by a decision."""
    ruling, other = case.ruling, Side(case.ruling.proposed["loser"]).other.value
    if case.verdict == Verdict.GAME:
        game = ruling.game
        return game is not None and (game.winner, game.ended_by) == (other, Game.EndedBy.FORFEIT)
    if case.verdict == Verdict.MATCH:
        match = ruling.match
        return (match.winner, match.ended_by) == (other, Match.EndedBy.RULING)
    return False
