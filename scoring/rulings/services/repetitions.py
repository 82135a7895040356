"""Repeated false claims (G1): what they cost, and the order in which they must be decided."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game
from scoring.course.queries import ladder
from scoring.course.queries.consequences import consequences, with_decision
from scoring.course.queries.stored import stored_match
from scoring.course.services.refolding import carry_out
from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling
from scoring.rulings.queries.repetitions import NOTHING, takes
from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.matches.models import Match


def must_be_its_turn(ruling: Ruling) -> None:
    """Raises Refusal (earlier_open, case_open) while an earlier false claim of the pair is
    undecided."""
    if ruling.kind == Ruling.Kind.REPETITION and ruling.pair_id is not None:
        must_be_settled_before(pair_id=ruling.pair_id, before=ruling)


def must_be_settled_before(*, pair_id: int, before: Ruling | None = None) -> None:
    """Raises Refusal (earlier_open, case_open) while a false claim of the pair raised before this
    ruling, or a case of it, is undecided. None: a ruling that is not made yet."""
    if ladder.earlier_open(pair_id=pair_id, before=before):
        raise Refusal.one(
            "ruling",
            "earlier_open",
            _("An earlier false claim of this pair is still open. Decide that one first."),
        )
    if ladder.open_cases(pair_id=pair_id):
        raise Refusal.one(
            "ruling",
            "case_open",
            _("The Disciplinary Tribunal has a case of this pair open. Decide that case first."),
        )


def lose_game(
    tournament: Tournament,
    match: Match,
    ruling: Ruling,
    writing: Writing,
    data: dict[str, Any],
    kept: dict[str, Any] | None = None,
) -> bool:
    """Makes the pair lose the game in which it claimed falsely: the game in progress, or one that
    it had won. Returns whether it cost anything: False when the pair lost that game anyway. `kept`:
    as in `carry_out`."""
    if takes(ruling) == NOTHING:
        return False
    assert ruling.game is not None
    stored = stored_match(match=match)
    number = ruling.game.number
    winner = Side(ruling.proposed["loser"]).other
    carry_out(
        tournament=tournament,
        stored=stored,
        found=consequences(
            stored=stored, games=with_decision(stored, game=number, winner=winner), target=None
        ),
        writing=writing if writing.reason else replace(writing, reason="G1"),
        kind="ruling.made",
        data=data,
        decided_by={number: Game.EndedBy.FORFEIT.value},
        kept=kept,
    )
    return True
