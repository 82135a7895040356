"""What a device is answered for the actions it sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tournament.log.queries.heads import Head

Outcome = Literal["applied", "repeated", "conflict", "refused"]


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a request: a result for each action, the matches that changed as
    `scoring.outbox.queries.changed` tells them, and the head of the log before it and after."""

    results: tuple[Result, ...]
    changed: list[dict[str, Any]]
    before: Head
    after: Head


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one action. `hand`: as it is in effect, without what was sent; `current`: on a
    conflict the match as it stands, with the hand that stands in this one's place."""

    key: str | None
    outcome: Outcome
    errors: tuple[dict[str, str], ...] = ()
    settlement: Mapping[str, Any] | None = None
    hand: Mapping[str, Any] | None = None
    current: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "key": self.key,
            "outcome": self.outcome,
            "errors": list(self.errors),
        }
        for name in ("settlement", "hand", "current"):
            if (value := getattr(self, name)) is not None:
                answer[name] = value
        return answer
