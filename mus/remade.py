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

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        exception = super().__new__(cls, *args)
        exception._made_of = (args, kwargs)
        return exception

    def __reduce__(self) -> tuple[Callable[[], Self], tuple[()]]:
        args, kwargs = self._made_of
        return partial(type(self), *args, **kwargs), ()
