"""Exceptions that can be copied and sent from one process to another.

Python makes an exception again from its message alone. One that was made of more could not be made
again: a pool of processes that met it would wait for ever.
"""

from collections.abc import Callable
from functools import partial
from typing import Self


class Remade(Exception):
    """An exception that is made again from what it was made of."""

    _made_of: tuple[tuple[object, ...], dict[str, object]]

    def __new__(cls, *given: object, **named: object) -> Self:
        made = super().__new__(cls, *given)
        made._made_of = (given, named)
        return made

    def __reduce__(self) -> tuple[Callable[[], Self], tuple[()]]:
        given, named = self._made_of
        return partial(type(self), *given, **named), ()
