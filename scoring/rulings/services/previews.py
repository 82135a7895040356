"""What another result or a verdict would change: the act itself, rolled back."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scoring.course.queries.consequences import Consequences
from scoring.course.queries.stored import find_hand, find_match, stored_match
from scoring.course.services.refolding import match_preview
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.cases import case_of, loses_match_to
from scoring.rulings.queries.words import NOTHING, takes
from scoring.rulings.services import rulings, tribunal
from tournament.log.rules.roles import Actor
from tournament.matches.queries.advancing import Advance, advances_without
from tournament.matches.queries.cascades import CascadeView
from tournament.matches.services.results import REASON, Act

Verdict = TribunalCase.Verdict


@dataclass(frozen=True, slots=True)
class ResultPreview:
    """A finished match before and after another result: games of A and B, the winner, and what
    follows in later matches."""

    games_before: tuple[int, int]
    games_after: tuple[int, int]
    winner_before: str
    winner_after: str
    cascade: CascadeView

    @property
    def changes_hands(self) -> bool:
        """Whether the other pair wins the match."""
        return self.winner_before != self.winner_after


@dataclass(frozen=True, slots=True)
class VerdictPreview(ResultPreview):
    """What follows from a verdict. `takes`: what the pair loses: "game", "match", "pair" (it is
    out), or "" for nothing more. `game`: the number of the lost game; `leaves`: what the pair's
    opponents gain when it is out."""

    verdict: str
    takes: str
    game: int | None
    leaves: tuple[Advance, ...]
    consequences: Consequences | None = field(default=None, repr=False)


def letting_count(
    *, match_id: int, game: int, number: int, counts: Collection[str], actor: Actor
) -> Act:
    """The act that lets false words of a hand count: its proposal is confirmed or, where none is
    open, its outcome is ruled as it stands. Raises NotFound."""
    hand = find_hand(
        stored=stored_match(match=find_match(match_id=match_id)), game=game, number=number
    )
    questions = Ruling.objects.filter(
        hand=hand, status=Ruling.Status.OPEN, kind=Ruling.Kind.NEEDS_RULING
    )
    how: dict[str, Any] = {"counts": counts, "reason": REASON, "actor": actor}
    proposal = questions.values_list("pk", flat=True).first()
    if proposal is not None:
        return partial(rulings.confirm, ruling_id=proposal, **how)
    return partial(
        rulings.overrule,
        match_id=match_id,
        game=game,
        number=number,
        stones=hand.stones,
        game_winner=hand.game_winner or None,
        **how,
    )


def result_preview(act: Act, *, match_id: int) -> ResultPreview:
    """What an act changes that gives a match another result. Raises what the act raises."""
    return ResultPreview(*_of_result(match_preview(act, match_id=match_id)))


def verdict_preview(
    *, case_id: int, tournament_id: int, verdict: str, actor: Actor
) -> VerdictPreview:
    """What `judge` does with this verdict. Raises NotFound, and what `judge` raises."""
    case = case_of(case_id=case_id, tournament_id=tournament_id)
    loses = _loses(case, verdict)
    leaves = advances_without(pair_id=case.pair_id) if loses == "pair" else ()
    act = partial(tribunal.judge, case_id=case_id, verdict=verdict, actor=actor, reason=REASON)
    changes = match_preview(act, match_id=case.ruling.match_id)
    game = case.ruling.game
    return VerdictPreview(
        *_of_result(changes),
        verdict=verdict,
        takes=loses,
        game=game.number if game is not None and loses == "game" else None,
        leaves=leaves,
        consequences=changes if loses == "game" else None,
    )


def _loses(case: TribunalCase, verdict: str) -> str:
    if verdict == Verdict.GAME and takes(case.ruling) != NOTHING:
        return "game"
    if verdict == Verdict.MATCH and loses_match_to(case, case.ruling.match) is not None:
        return "match"
    return "pair" if verdict == Verdict.DISQUALIFIED and case.pair.is_in else ""


def _of_result(
    changes: Consequences,
) -> tuple[tuple[int, int], tuple[int, int], str, str, CascadeView]:
    won = changes.games_won_before, changes.games_won_after
    return *won, changes.winner_before, changes.winner_after, changes.cascade
