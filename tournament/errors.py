"""What a service says when it will not do what it was asked.

A refusal carries every problem found at once. Each problem names the field it is about, a stable
code for programs, and a message for people that says what is wrong and what mends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from django.utils.functional import Promise, lazy

StrOrPromise = str | Promise


def _fill(message: StrOrPromise, params: Mapping[str, object]) -> str:
    return str(message) % params if params else str(message)


_fill_lazily = lazy(_fill, str)
FILL = _fill
"""What every text that `said` gives is made by."""


def said(message: StrOrPromise, **params: object) -> StrOrPromise:
    """`message` with its %(names)s filled in, translated only when it is shown to its reader."""
    filled: StrOrPromise = _fill_lazily(message, params)
    return filled


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. `field` is the path of the input ("player_1", "lines[3].club")."""

    field: str
    code: str
    message: StrOrPromise


class Refusal(Exception):
    """The request cannot be done as asked. Nothing has been changed."""

    status = 400

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(*(f"{p.field}: {p.code}" for p in self.problems))

    @classmethod
    def one(cls, field: str, code: str, message: StrOrPromise) -> Self:
        return cls((Problem(field, code, message),))

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(problem.code for problem in self.problems)


class Unseen(Refusal):
    """More would follow than whoever asks has said yes to. `current` tells all of it."""

    def __init__(self, problems: Iterable[Problem], *, current: Mapping[str, Any]) -> None:
        super().__init__(problems)
        self.current: dict[str, Any] = dict(current)


class NotAllowed(Refusal):
    """Whoever asks may not do this."""

    status = 403


class NotFound(Refusal):
    """There is no such thing, or none that whoever asks may know of."""

    status = 404


class Conflict(Refusal):
    """Somebody else was first. `current` is the state as it now stands, ready for JSON."""

    status = 409

    def __init__(
        self, problems: Iterable[Problem], *, current: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(problems)
        self.current: dict[str, Any] = dict(current or {})

    @classmethod
    def over(
        cls, field: str, code: str, message: StrOrPromise, *, current: Mapping[str, Any]
    ) -> Self:
        return cls((Problem(field, code, message),), current=current)
