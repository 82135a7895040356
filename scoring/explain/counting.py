"""Counts chances in a separate process with low priority. It loads no Django.

Counting one hand takes up to a second of Python. In a thread of the server it would delay hands
that are being saved. The process reads one deal per line and writes its chances per line
(`jobs.beside`). It is started once for a backlog, and waits between two calls (`resting`).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any

from jobs.beside import NoAnswer, SideProcess
from scoring.explain.rules import Deal, chances_in

LONGEST_SECONDS = 120.0
"""The longest time for one deal; the slowest known takes one second on an idle machine."""
RESTING_SECONDS = 60.0
"""How long a process waits for the next call before it ends: by then nothing is left, or another
worker does it."""
MOST_DEALS = 5_000
"""After so many deals the process is started again: its cache of holdings takes memory."""


class NotCounted(Exception):
    """A deal could not be counted this time; it is tried again."""


class Unreadable(NotCounted):
    """This engine cannot count the deal; trying again does not help."""


class Counter:
    """The counting process. It starts with the first deal. For use by one thread."""

    def __init__(self) -> None:
        self._beside = SideProcess(__name__)

    def chances(self, deal: Deal | None) -> dict[str, Any] | None:
        """The result of `chances_in` for the deal. Raises NotCounted or Unreadable."""
        if deal is None:
            return None
        question = json.dumps(deal).encode()
        try:
            answer = json.loads(self._beside.ask(question, seconds=LONGEST_SECONDS))
        except (NoAnswer, ValueError) as error:
            self.stop()
            raise NotCounted(str(error)) from error
        if "error" in answer:
            raise Unreadable(answer["error"])
        chances: dict[str, Any] | None = answer["told"]
        return chances

    @property
    def is_fit(self) -> bool:
        """Whether the process can be used for another call."""
        return self._beside.is_alive and self._beside.asked < MOST_DEALS

    def stop(self) -> None:
        """Ends the process; the next deal begins another."""
        self._beside.stop()


_door = Lock()
_at_rest: list[tuple[Counter, Timer]] = []
"""At most one waiting process, with the timer that ends it. Whoever takes it out of the list has
sole use."""


@contextmanager
def resting() -> Iterator[Counter]:
    """A counter: the one that an earlier call left waiting, or a new one. After the block it waits
    RESTING_SECONDS for the next call. It is ended at once when the block raises or another one
    waits already."""
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
    """Ends the waiting process, if there is one."""
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
    """Runs in the separate process: a line with a deal's chances, or why there are none."""
    told: dict[str, Any] = {}
    try:
        told["told"] = chances_in(json.loads(line))
    except Exception as error:
        told["error"] = f"{type(error).__name__}: {error}"
    return json.dumps(told).encode()
