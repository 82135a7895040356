"""Values that cannot be, refused where they are made: the field, what was given, the remedy.

`IllegalAction` is another thing: a value that can be, and may not be said or done just now.
"""

from typing import NoReturn, TypeVar

from .remade import Remade

Value = TypeVar("Value")

MOST = 2**53 - 1
"""The largest number that every JSON reader keeps exactly."""
MOST_SHOWN = 40
"""Characters of what was given that a message repeats."""


def cut_short(text: str) -> str:
    """The text for a message, cut short when it is endless."""
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


class InvalidValue(Remade, ValueError):
    """A value that no hand can have: its `field`, what was `given`, and the `remedy`."""

    def __init__(self, field: str, given: object, remedy: str) -> None:
        super().__init__(f"{field}: {cut_short(repr(given))} cannot be. {remedy}")
        self.field = field
        self.given = given
        self.remedy = remedy


def is_whole(value: object) -> bool:
    """Whether this is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def require_whole(field: str, value: object, *, least: int = 0, most: int = MOST) -> None:
    """Raise `InvalidValue` unless `value` is a whole number from `least` to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidValue(field, value, f"Give a whole number from {least} to {most}.")


def require_stones(field: str, value: object) -> None:
    """Raise `InvalidValue` unless these are the stones of A and of B: two whole numbers from 0 to
    `MOST`."""
    if (
        not isinstance(value, tuple)
        or len(value) != 2
        or not all((isinstance(n, int) and is_whole(n) and 0 <= n <= MOST) for n in value)
    ):
        remedy = f"Give two whole numbers from 0 to {MOST}: those of A and of B."
        raise InvalidValue(field, value, remedy)


def require_truth(field: str, value: object) -> None:
    """Raise `InvalidValue` unless `value` is True or False."""
    if not isinstance(value, bool):
        raise InvalidValue(field, value, "Give True or False.")


def require_one_of(field: str, value: object, choices: tuple[Value, ...]) -> Value:
    """The one of `choices` that `value` equals, which may be written plainly ("paso" for a kind).

    Raises `InvalidValue` when there is none; True is not 1.
    """
    for choice in choices:
        if value == choice and isinstance(value, bool) == isinstance(choice, bool):
            return choice
    return _refuse(field, value, choices)


def _refuse(field: str, value: object, choices: tuple[object, ...]) -> NoReturn:
    listed = ", ".join(str(choice) or '""' for choice in choices)
    raise InvalidValue(field, value, f"Give one of {listed}.")
