"""Hands and matches as JSON: a writer's answer and the log say the same."""

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
    """The answer to a write, ready for JSON. `repeated`: it is the first answer again."""

    body: dict[str, Any]
    repeated: bool = False


def hand_json(hand: Hand) -> dict[str, Any]:
    """One version of a hand, whole: from all versions a match can be rebuilt."""
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
    """The same for the log, which tells why and when too; who is the event's own."""
    return {**hand_json(hand), "reason": hand.reason, "at": stamp(hand.at)}


def rulings_json(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """What waits for an official, as an answer tells it: id, kind and proposal."""
    return [{"id": r.pk, "kind": r.kind, "proposed": r.proposed} for r in rulings]


def current_state(match: Match, rows: Rows | None = None) -> dict[str, Any]:
    """The match as it stands now, as answers and conflicts carry it."""
    return state_of(match, rows, history=False).to_json(history=False)
