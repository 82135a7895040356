"""Hands and matches as JSON, for the answers of services and for the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring.course.models import Hand
from scoring.course.queries.states import Rows, state_of
from scoring.rulings.models import Ruling
from tournament.log.rules.events import stamp
from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a write, ready for JSON. `repeated`: the request came before, and this is its
    first answer."""

    body: dict[str, Any]
    repeated: bool = False


def hand_json(hand: Hand) -> dict[str, Any]:
    """All fields of one version of a hand. A match can be rebuilt from all versions."""
    return {
        "game": hand.game.number,
        "number": hand.number,
        "version": hand.version,
        "void": hand.is_void,
        "verified": hand.verified,
        "record": hand.record,
        "settlement": hand.settlement,
        "ruled": hand.ruled,
        "stones": list(hand.stones),
        "score": list(hand.score),
        "game_winner": hand.game_winner or None,
    }


def hand_told(hand: Hand) -> dict[str, Any]:
    """`hand_json` for the log, with reason and time. The actor is in the event itself."""
    return {**hand_json(hand), "reason": hand.reason, "at": stamp(hand.at)}


def rulings_json(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """Rulings as an answer lists them: id, kind and proposal."""
    return [{"id": r.pk, "kind": r.kind, "proposed": r.proposed} for r in rulings]


def current_state(match: Match, rows: Rows | None = None) -> dict[str, Any]:
    """The present state of the match, as answers and conflicts contain it."""
    return state_of(match, rows, history=False).to_json(history=False)
