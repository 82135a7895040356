"""A match on a table: its tablet saves, mends and takes back hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from mus.bots import Character
from scoring.course.queries.states import match_state
from scoring.hands.services import corrections, hands
from tournament.errors import Refusal
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match

Opened = list[dict[str, Any]]
"""Rulings that a hand opened, as answers carry them."""


@dataclass(slots=True)
class Counted:
    """What the database does not tell afterwards."""

    hands: int = 0
    discrepancies: int = 0
    rulings: int = 0
    corrections: int = 0
    undone: int = 0


@dataclass(slots=True)
class Playing:
    """A match on a table: who plays it, its tablet, and its state as the tablet last had it."""

    match: Match
    tablet: Actor
    casts: tuple[tuple[Character, Character], tuple[Character, Character]]
    counted: Counted
    state: dict[str, Any] = field(default_factory=dict)
    sent: int = 0

    def __post_init__(self) -> None:
        self.look_again()

    def look_again(self) -> None:
        """Loads the state of the match."""
        self.state = match_state(match_id=self.match.pk, history=False).to_json(history=False)

    def save(self, entered: dict[str, Any]) -> Opened:
        """Saves the next hand; the rulings it opened."""
        following = self.state["next"]
        answer = hands.record(
            match_id=self.match.pk,
            record=entered,
            actor=self.tablet,
            key=self._new_key(),
            expected=(following["game"], following["hand"]),
        )
        self.state = answer.body["state"]
        self.counted.hands += 1
        opened: Opened = answer.body["rulings"]
        return opened

    def correct(self, entered: dict[str, Any]) -> Opened | None:
        """The referee sees at once that the stake was misread; the rulings then open. None when
        the hand could not be mended and stands as it was saved."""
        last = match_state(match_id=self.match.pk).history[-1]
        try:
            answer = corrections.correct(
                match_id=self.match.pk,
                game=last.game,
                number=last.number,
                record=entered,
                reason=_("The stake was misread."),
                actor=self.tablet,
                key=self._new_key(),
                expected_version=last.version,
            )
        except Refusal:
            return None
        self.state = answer.body["state"]
        self.counted.corrections += 1
        rulings = self.match.rulings.filter(status="open").order_by("id")
        return [{"id": r.pk, "kind": r.kind, "proposed": r.proposed} for r in rulings]

    def take_back(self) -> None:
        """The hand was entered before the pairs had agreed."""
        last = match_state(match_id=self.match.pk).history[-1]
        answer = corrections.undo(
            match_id=self.match.pk,
            reason=_("Entered before the pairs had agreed."),
            actor=self.tablet,
            key=self._new_key(),
            expected_version=last.version,
        )
        self.state = answer.body["state"]
        self.counted.undone += 1

    def _new_key(self) -> str:
        self.sent += 1
        return f"m{self.match.pk}-{self.sent}"
