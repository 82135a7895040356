"""The questions that a version of a hand puts to an official, stored or still to be stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from mus.sides import SIDES, Side, side_of
from scoring.course.models import Hand
from scoring.course.queries import ladder
from scoring.rulings.models import Ruling

NEEDS_RULING, CLAIM = Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM
REPETITION = Ruling.Kind.REPETITION
FALSE_CLAIM = "G0"


class Settled(Protocol):
    """A stored hand, or a hand in the form in which it would be stored."""

    @property
    def record(self) -> Mapping[str, Any]: ...
    @property
    def settlement(self) -> Mapping[str, Any]: ...
    @property
    def ruled(self) -> object: ...
    @property
    def stones(self) -> tuple[int, int]: ...
    @property
    def score(self) -> tuple[int, int]: ...
    @property
    def game_winner(self) -> Any: ...


def asked(hand: Settled) -> dict[str, dict[str, Any] | None]:
    """Kind of question → what it proposes for this hand; None when the hand raises no such
    question."""
    settlement = hand.settlement
    claim = settlement.get("claim")
    ruled = hand.ruled is not None
    outcome = {
        "stones": list(hand.stones),
        "game_winner": str(hand.game_winner) if hand.game_winner else None,
        "clauses": [p["clause"] for p in settlement.get("penalties", [])],
    }
    disputed = None
    if claim is not None and not claim["agrees"]:
        disputed = {
            "stones": list(hand.stones),
            "claim": hand.record["claim"],
            "difference": claim["difference"],
        }
    return {
        NEEDS_RULING: outcome if settlement.get("needs_ruling") and not ruled else None,
        CLAIM: None if ruled else disputed,
    }


def guilty(settlement: Mapping[str, Any]) -> tuple[Side, ...]:
    """The pairs that claimed falsely in a hand (G0)."""
    seats = [p["seat"] for p in settlement.get("penalties", ()) if p["clause"] == FALSE_CLAIM]
    sides = {side_of(seat) for seat in seats}
    return tuple(side for side in SIDES if side in sides)


def was_guilty(previous: Hand | None) -> tuple[Side, ...]:
    """The pairs that claimed falsely in the version before, while it counted."""
    return () if previous is None or previous.is_void else guilty(previous.settlement)


def spoken(settlement: Mapping[str, Any]) -> tuple[Side, ...]:
    """The pairs with a false yes or no in a hand, without the pairs that also claimed falsely in
    it."""
    words = [p["seat"] for p in settlement.get("penalties", ()) if p["clause"] != FALSE_CLAIM]
    sides = {side_of(seat) for seat in words} - set(guilty(settlement))
    return tuple(side for side in SIDES if side in sides)


def is_decided(known: Iterable[Ruling], kind: str, proposed: Mapping[str, Any]) -> bool:
    """Whether an official has confirmed or dismissed exactly this proposal for the hand."""
    return any(
        r.kind == kind
        and r.proposed == proposed
        and (r.status == Ruling.Status.CONFIRMED or _is_dismissed(r))
        for r in known
    )


def is_superseded(ruling: Ruling) -> bool:
    """Whether the ruling was closed only because its hand changed, without a decision."""
    return ladder.fell_away(ruling.outcome)


def _is_dismissed(ruling: Ruling) -> bool:
    outcome = ruling.outcome or {}
    return ruling.status == Ruling.Status.DISMISSED and not outcome.get("superseded")
