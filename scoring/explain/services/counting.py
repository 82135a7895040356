"""Chances counted in a process of its own, which gives way to everything else on the machine.

Counting one hand is up to a second of Python: in a thread of the server it would keep hands that
are being saved waiting, however small its slices. The process reads a deal a line and writes its
chances a line (`jobs.beside`). It is begun once for a backlog: between two shares it rests
(`resting`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from types import TracebackType
from typing import Any, Self

from jobs.beside import Beside, NoAnswer
from scoring.explain.rules.chances import Deal, chances_in

LONGEST_SECONDS = 120.0
"""For one deal; the slowest known takes one second of a machine with nothing else to do."""
RESTING_SECONDS = 60.0
"""So long a process waits for the next share; then there is none, or another worker has it."""
MOST_DEALS = 5_000
"""Then it is begun anew: what it has learned of holdings takes room."""


class NotCounted(Exception):
    """A deal that could not be counted, though it should."""


class Unreadable(NotCounted):
    """A deal that cannot be counted by this engine, however often it is tried."""


class Counter:
    """The process, begun with the first deal and ended with the block. For one thread."""

    def __init__(self) -> None:
        self._beside = Beside(__name__)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.stop()

    def chances(self, deal: Deal | None) -> dict[str, Any] | None:
        """What `chances_in` says of the deal. Raises NotCounted, or Unreadable of it."""
        if deal is None:
            return None
        asked = json.dumps(deal).encode()
        try:
            found = json.loads(self._beside.ask(asked, seconds=LONGEST_SECONDS))
        except (NoAnswer, ValueError) as error:
            self.stop()
            raise NotCounted(str(error)) from error
        if "error" in found:
            raise Unreadable(found["error"])
        told: dict[str, Any] | None = found["told"]
        return told

    @property
    def is_fit(self) -> bool:
        """Whether its process can go on with another share."""
        return self._beside.is_alive and self._beside.asked < MOST_DEALS

    def stop(self) -> None:
        """Ends the process; the next deal begins another."""
        self._beside.stop()


_door = Lock()
_at_rest: list[tuple[Counter, Timer]] = []
"""At most one, with what ends it; whoever takes it out has it alone."""


@contextmanager
def resting() -> Iterator[Counter]:
    """The counter that an earlier share left at rest, or a new one; left at rest after the block,
    for a minute, until `let_go`. Ended when the block raises, or another rests already."""
    counter = _taken() or Counter()
    try:
        yield counter
    except BaseException:
        counter.stop()
        raise
    with _door:
        if counter.is_fit and not _at_rest:
            end = Timer(RESTING_SECONDS, let_go)
            end.daemon = True
            _at_rest.append((counter, end))
            end.start()
            return
    counter.stop()


def let_go() -> None:
    """Ends the process at rest, if there is one: there is nothing to count."""
    counter = _taken()
    if counter is not None:
        counter.stop()


def _taken() -> Counter | None:
    with _door:
        if not _at_rest:
            return None
        counter, end = _at_rest.pop()
    end.cancel()
    if not counter.is_fit:
        counter.stop()  # somebody killed it meanwhile
    return counter


def answer(line: bytes) -> bytes:
    """The chances of a deal, or why they could not be counted; in the process beside."""
    return json.dumps(_answer(line)).encode()


def _answer(line: bytes) -> dict[str, Any]:
    try:
        return {"told": chances_in(json.loads(line))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
