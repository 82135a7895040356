"""The answers to the actions of a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tournament.log.queries.log import Head

Outcome = Literal["applied", "repeated", "conflict", "refused"]


@dataclass(frozen=True, slots=True)
class Applied:
    """The answer to a request: a result for each action, the changed matches
    (`scoring.outbox.queries.changed`), and the log's head before and after."""

    results: tuple[Result, ...]
    changed: list[dict[str, Any]]
    before: Head
    after: Head


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one action. `hand`: with its values in effect, without the record; `current`:
    on a conflict, the present state of the match, with the hand stored at the same place."""

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
