"""A match at a table: its tablet saves, corrects and takes back hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from mus.bots import Character
from scoring.course.queries.states import match_state
from scoring.hands.services import corrections, hands
from tournament.errors import Refusal
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match

Opened = list[dict[str, Any]]
"""Rulings that a hand opened, in the form of answers."""


@dataclass(slots=True)
class Counted:
    """Counts that cannot be read from the database afterwards."""

    hands: int = 0
    discrepancies: int = 0
    rulings: int = 0
    corrections: int = 0
    undone: int = 0


@dataclass(slots=True)
class Playing:
    """A match at a table: its players, its tablet, and its state as the tablet last got it."""

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
        """Saves the next hand; returns the rulings it opened."""
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
        """Corrects the last hand, whose stake was misread; returns the rulings then open. None when
        the correction was refused and the hand stays as saved."""
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
        """Takes back the last hand, as if it was entered before the pairs had agreed."""
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
