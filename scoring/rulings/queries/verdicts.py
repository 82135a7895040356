"""What a verdict of the Disciplinary Tribunal would change. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.queries.consequences import Consequences
from scoring.course.queries.stored import find_match
from scoring.rulings.models import TribunalCase
from scoring.rulings.queries.previews import game_decision_preview
from scoring.rulings.queries.repetitions import NOTHING, takes
from tournament.entries.models import Pair
from tournament.errors import NotFound, Refusal
from tournament.matches.models import Match
from tournament.matches.queries.advancing import Advance, advances_without
from tournament.matches.queries.cascades import NOTHING as NO_OTHER_MATCH
from tournament.matches.queries.cascades import CascadeView, if_won
from tournament.matches.queries.going_on import if_gone

Verdict = TribunalCase.Verdict


@dataclass(frozen=True, slots=True)
class VerdictPreview:
    """What follows from a verdict. `takes`: what the pair loses: "game", "match", "pair" (it is
    out), or "" for nothing more. `game`: the number of the lost game; `games_…` (of A and B) and
    `winner_…`: of its match; `leaves`: what the pair's opponents gain when it is out; `cascade`:
    later matches."""

    verdict: str
    takes: str
    game: int | None
    games_before: tuple[int, int]
    games_after: tuple[int, int]
    winner_before: str
    winner_after: str
    leaves: tuple[Advance, ...]
    cascade: CascadeView
    consequences: Consequences | None = field(default=None, repr=False)


def verdict_preview(*, case_id: int, tournament_id: int, verdict: str) -> VerdictPreview:
    """What `judge` would do with this verdict. Raises NotFound, Refusal (bad_verdict)."""
    found = TribunalCase.objects.filter(pk=case_id, pair__tournament_id=tournament_id)
    case = found.select_related("pair", "ruling__game").first()
    if case is None:
        raise NotFound.one(
            "case", "no_such_case", _("There is no such case. Choose one from the rulings.")
        )
    if verdict not in Verdict.values:
        raise Refusal.one("verdict", "bad_verdict", _("Choose one of the verdicts offered."))
    case.ruling.match = match = find_match(match_id=case.ruling.match_id)
    if verdict == Verdict.GAME and takes(case.ruling) != NOTHING:
        return _of_a_game(case, match)
    winner = loses_match_to(case, match)
    if verdict == Verdict.MATCH and winner is not None:
        return _plain(match, verdict, takes="match", winner_after=winner.value)
    if verdict == Verdict.DISQUALIFIED and case.pair.is_in:
        out = {"pair_id": case.pair_id, "tournament_id": tournament_id}
        return replace(
            _plain(match, verdict, takes="pair", leaves=advances_without(pair_id=case.pair_id)),
            cascade=if_gone(**out, status=Pair.Status.DISQUALIFIED),
        )
    return _plain(match, verdict)


def loses_match_to(case: TribunalCase, match: Match) -> Side | None:
    """The side that wins the match when the pair loses it; None when that side has already won, or
    the match was set aside."""
    winner = Side(case.ruling.proposed["loser"]).other
    return None if match.is_set_aside or match.winner == winner else winner


def _of_a_game(case: TribunalCase, match: Match) -> VerdictPreview:
    assert case.ruling.game is not None
    winner = Side(case.ruling.proposed["loser"]).other
    number, found = game_decision_preview(
        match_id=match.pk, winner=winner.value, game=case.ruling.game.number
    )
    return VerdictPreview(
        verdict=Verdict.GAME.value,
        takes="game",
        game=number,
        games_before=found.games_won_before,
        games_after=found.games_won_after,
        winner_before=found.winner_before,
        winner_after=found.winner_after,
        leaves=(),
        cascade=found.cascade,
        consequences=found,
    )


def _plain(
    match: Match,
    verdict: str,
    *,
    takes: str = "",
    winner_after: str = "",
    leaves: tuple[Advance, ...] = (),
) -> VerdictPreview:
    """A verdict that changes no game."""
    games = (match.games_a, match.games_b)
    cascade = NO_OTHER_MATCH
    if winner_after and match.status == Match.Status.FINISHED:
        cascade = if_won(match=match, winner=winner_after, ended_by="ruling")
    return VerdictPreview(
        verdict=verdict,
        takes=takes,
        game=None,
        games_before=games,
        games_after=games,
        winner_before=match.winner,
        winner_after=winner_after or match.winner,
        leaves=leaves,
        cascade=cascade,
    )
