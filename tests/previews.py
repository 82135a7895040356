"""Previews of acts, by the names that tests call them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from scoring.course.queries.consequences import Consequences
from scoring.course.services.refolding import match_preview
from scoring.hands.services import corrections
from scoring.rulings.models import Ruling
from scoring.rulings.services import cascades, games, rulings, taking_back, tribunal
from tests.tournament.play import PROGRAM
from tournament.entries.services import departures
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.cascades import CascadeView
from tournament.matches.services import matches, results
from tournament.matches.services.results import preview

WHY: dict[str, Any] = {"reason": "preview", "actor": PROGRAM}


def if_reopened(*, match: Match) -> CascadeView:
    act = partial(results.reopen, match_id=match.pk, **WHY)
    return preview(act, tournament_id=match.tournament_id, but=match.pk)


def reopening(*, match_id: int) -> CascadeView:
    return if_reopened(match=Match.objects.get(pk=match_id))


def if_won(*, match: Match, winner: str) -> CascadeView:
    """If the match, finished or not, is won by `winner` with no game for the other pair."""
    won = match.wins_needed
    score = (won, 0) if winner == "A" else (0, won)
    verb = matches.replace_result if match.status == "finished" else matches.record_result
    act = partial(verb, match_id=match.pk, games=score, **WHY)
    return preview(act, tournament_id=match.tournament_id, but=match.pk)


def if_back(*, pair_id: int, tournament_id: int) -> CascadeView:
    act = partial(departures.reinstate, pair_id=pair_id, allow_duplicate=True, **WHY)
    return preview(act, tournament_id=tournament_id)


def if_both_gone(*, match_id: int, tournament_id: int) -> CascadeView:
    act = partial(departures.both_absent, match_id=match_id, **WHY)
    return preview(act, tournament_id=tournament_id, but=match_id)


def if_taken_back(*, cascade_id: int) -> CascadeView:
    cascade = Cascade.objects.get(pk=cascade_id)
    act = partial(cascades.take_back, cascade_id=cascade_id, **WHY)
    return preview(act, tournament_id=cascade.tournament_id, but=cascade.match_id)


def undo_cascade(*, match_id: int) -> CascadeView:
    act = partial(corrections.undo, match_id=match_id, **WHY)
    return match_preview(act, match_id=match_id).cascade


def hand_ruling_preview(
    *,
    match_id: int,
    game: int,
    number: int,
    stones: Sequence[int],
    game_winner: str = "",
    counts: Collection[str] = (),
) -> Consequences:
    at = {"match_id": match_id, "game": game, "number": number, "counts": counts}
    act = partial(rulings.overrule, **at, stones=stones, game_winner=game_winner or None, **WHY)
    return match_preview(act, match_id=match_id, target=(game, number))


def claim_preview(*, match_id: int, game: int, number: int) -> Consequences:
    asked = Ruling.objects.get(
        match=match_id, game__number=game, hand__number=number, kind="claim", status="open"
    )
    act = partial(rulings.decide_claim, ruling_id=asked.pk, stands="claim", **WHY)
    return match_preview(act, match_id=match_id, target=(game, number))


def game_decision_preview(
    *, match_id: int, winner: str, game: int | None = None, ended_by: str = "ruling"
) -> Consequences:
    act: Any = partial(games.rule, match_id=match_id, game=game, winner=winner, **WHY)
    if not winner:
        act = partial(games.take_back, match_id=match_id, game=game, **WHY)
    elif game is None or ended_by == "forfeit":
        loser = "B" if winner == "A" else "A"
        act = partial(games.forfeit, match_id=match_id, game=game, loser=loser, **WHY)
    return match_preview(act, match_id=match_id)


def taken_back_preview(*, ruling_id: int, tournament_id: int) -> Consequences | None:
    asked = Ruling.objects.get(pk=ruling_id, match__tournament_id=tournament_id)
    act = partial(taking_back.take_back, ruling_id=ruling_id, **WHY)
    return _unless_nothing(match_preview(act, match_id=asked.match_id))


def verdict_back(*, case_id: int, tournament_id: int) -> CascadeView:
    of = {"case_id": case_id, "tournament_id": tournament_id}
    return preview(partial(tribunal.take_back, **of, **WHY), tournament_id=tournament_id)


def _unless_nothing(found: Consequences) -> Consequences | None:
    return found if found.anything else None
