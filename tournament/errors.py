"""The exceptions with which a service refuses a request.

A refusal carries every problem found at once. Each problem names the field it is about, a stable
code for programs, and a message for people that says what is wrong and how to correct it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import mod
from typing import Any, Self

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

StrOrPromise = str | Promise


def _fill(message: StrOrPromise, params: Mapping[str, object]) -> str:
    return str(mod(message, params)) if params else str(message)


_fill_lazily = lazy(_fill, str)
FILL = _fill
"""The lazy function that makes every text returned by `lazy_text`."""


def lazy_text(message: StrOrPromise, **params: object) -> StrOrPromise:
    """`message` with its %(names)s filled in, translated only when it is shown to its reader."""
    filled: StrOrPromise = _fill_lazily(message, params)
    return filled


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a request. `field` is the path of the input ("player_1", "lines[3].club")."""

    field: str
    code: str
    message: StrOrPromise


MOST_PROBLEMS = 500
"""A refusal names no more: a request of thousands of unknown names is not answered with each."""


class Refusal(Exception):
    """The request cannot be done as asked. Nothing has been changed."""

    status = 400

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(islice(problems, MOST_PROBLEMS))
        super().__init__(*(f"{p.field}: {p.code}" for p in self.problems))

    @classmethod
    def one(cls, field: str, code: str, message: StrOrPromise, **params: object) -> Self:
        """A refusal with one problem. `params`: what is filled in, as by `lazy_text`."""
        return cls((Problem(field, code, lazy_text(message, **params) if params else message),))

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(problem.code for problem in self.problems)


class Unseen(Refusal):
    """The request would have more consequences than the sender has agreed to. `current` lists them
    all."""

    def __init__(self, problems: Iterable[Problem], *, current: Mapping[str, Any]) -> None:
        super().__init__(problems)
        self.current: dict[str, Any] = dict(current)


class NotAllowed(Refusal):
    """The sender has no right to do this."""

    status = 403


class NotFound(Refusal):
    """The thing does not exist, or the sender may not know of it."""

    status = 404


class Conflict(Refusal):
    """Somebody else changed the thing first. `current` is its state now, ready for JSON."""

    status = 409

    def __init__(
        self, problems: Iterable[Problem], *, current: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(problems)
        self.current: dict[str, Any] = dict(current or {})

    @classmethod
    def over(
        cls,
        field: str,
        code: str,
        message: StrOrPromise,
        *,
        current: Mapping[str, Any],
        **params: object,
    ) -> Self:
        """As `one`, with what stands now."""
        return cls(cls.one(field, code, message, **params).problems, current=current)


# The NotFound for a tournament, a match or a pair that does not exist.


def no_such_tournament() -> NotFound:
    """The NotFound for an address or a number that no tournament has."""
    return NotFound.one(
        "tournament",
        "no_such_tournament",
        _("There is no such tournament. Choose one from the list."),
    )


def no_such_match() -> NotFound:
    """The NotFound for a number that no match has."""
    return NotFound.one(
        "match", "no_such_match", _("There is no such match. Choose one from the bracket.")
    )


def no_such_pair() -> NotFound:
    """The NotFound for a number that no pair has."""
    return NotFound.one(
        "pair", "no_such_pair", _("There is no such pair. Choose one from the entry list.")
    )
