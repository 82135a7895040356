"""Reading for everybody: who is no official sees a tournament with a delay as it stood before.

Rows as they stood are kept by `publication`, which is above this room; here is only how a query
that meets a tournament with a delay gets from the rows of now to those. Without a reader, the
rows of now are read: so do services, officials and programs. docs/decisions/0097 says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")


class Delayed(Exception):
    """A tournament with a delay was met where rows of now are read for everybody."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(tournament_id)
        self.tournament_id = tournament_id


class NothingYet(Exception):
    """Nothing that is old enough is kept of a tournament with a delay."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(tournament_id)
        self.tournament_id = tournament_id


class Reader(Protocol):
    """How tournaments with a delay are read for whoever asks now."""

    def apart(self) -> frozenset[int]:
        """The tournaments whose rows of now are not to be read."""

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        """Inside, every query reads this tournament as everybody is shown it. Raises NothingYet,
        or Delayed where all of an answer has to be made inside."""

    def minutes(self) -> int | None:
        """The delay of what is read now; None when the rows of now are read."""


_reader: ContextVar[Reader | None] = ContextVar("reader_for_everybody", default=None)


@contextmanager
def reading(reader: Reader | None) -> Iterator[None]:
    """Inside, tournaments with a delay are read by `reader`; without one, as they are now."""
    token = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(token)


def delay_shown() -> int | None:
    """The delay, in minutes, of the rows that are read now; None for rows of now."""
    reader = _reader.get()
    return None if reader is None else reader.minutes()


def is_kept_apart(delay_minutes: int) -> bool:
    """Whether a tournament with this delay, just read, has to be read again as it is shown."""
    reader = _reader.get()
    return bool(delay_minutes) and reader is not None and reader.minutes() is None


def as_shown(tournament_id: int) -> AbstractContextManager[None]:
    """Inside, what is read of this tournament is what whoever asks may see of it."""
    reader = _reader.get()
    if reader is None or tournament_id not in reader.apart():
        return nullcontext()
    return reader.kept(tournament_id)


def kept(tournament_id: int) -> AbstractContextManager[None]:
    """Inside, the tournament is read as it is shown: for one that `is_kept_apart`."""
    reader = _reader.get()
    assert reader is not None
    return reader.kept(tournament_id)


def over_all(query: Callable[[frozenset[int]], Iterable[T]]) -> list[T]:
    """What `query` finds in all tournaments: of each as whoever asks may see it. It is told which
    tournaments it has to leave out, and asked once more inside each of these."""
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
