"""Reading with a delay: a reader who is no official sees a tournament as it stood some time ago.

`publication`, a layer above this one, keeps the rows as they stood. Here is only how a query gets
from the current rows to the kept ones. Services, officials and programs set no `Reader`, and so
read the current rows. docs/decisions/0097 says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")


class Delayed(Exception):
    """A query for the public met a tournament with a delay while it read current rows."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(tournament_id)
        self.tournament_id = tournament_id


class NothingYet(Exception):
    """For a tournament with a delay, no kept state is old enough to be shown yet."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(tournament_id)
        self.tournament_id = tournament_id


class Reader(Protocol):
    """Reads the kept state of tournaments with a delay for the present request."""

    def apart(self) -> frozenset[int]:
        """The tournaments whose current rows the request must not read."""

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        """Inside this context, every query reads the tournament's kept state. Raises NothingYet, or
        Delayed where the whole answer must be made inside one such context."""

    def minutes(self) -> int | None:
        """The delay, in minutes, of the state being read; None while current rows are read."""


_reader: ContextVar[Reader | None] = ContextVar("reader_for_everybody", default=None)


@contextmanager
def reading(reader: Reader | None) -> Iterator[None]:
    """Inside this context, `reader` reads tournaments with a delay; None: they are read as they are
    now."""
    token = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(token)


def delay_shown() -> int | None:
    """The delay, in minutes, of the rows being read; None for current rows."""
    reader = _reader.get()
    return None if reader is None else reader.minutes()


def is_kept_apart(delay_minutes: int) -> bool:
    """Whether a tournament whose current row was just read, and has this delay, must be read again
    from the kept state."""
    reader = _reader.get()
    return bool(delay_minutes) and reader is not None and reader.minutes() is None


def as_shown(tournament_id: int) -> AbstractContextManager[None]:
    """Inside this context, queries read of this tournament only what the reader may see."""
    reader = _reader.get()
    if reader is None or tournament_id not in reader.apart():
        return nullcontext()
    return reader.kept(tournament_id)


def kept(tournament_id: int) -> AbstractContextManager[None]:
    """Inside this context, queries read the kept state. Only for a tournament that
    `is_kept_apart`."""
    reader = _reader.get()
    assert reader is not None
    return reader.kept(tournament_id)


def over_all(query: Callable[[frozenset[int]], Iterable[T]]) -> list[T]:
    """What `query` finds in all tournaments, each as the reader may see it. `query` gets the
    tournaments that it must leave out, and runs once more for each of these on its kept state."""
    reader = _reader.get()
    apart: frozenset[int] = frozenset() if reader is None else reader.apart()
    found = list(query(apart))
    for tournament_id in sorted(apart):
        try:
            with as_shown(tournament_id):
                found += query(frozenset())
        except NothingYet:
            continue
    return found
