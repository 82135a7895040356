"""Counts chances in the background and stores them beside the hands, newest hands first."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, Timer
from time import monotonic
from types import TracebackType
from typing import Any, Self

from django.db import transaction
from django.db.models import Exists, OuterRef

from jobs.beside import Beside, NoAnswer
from scoring.course.models import Hand
from scoring.explain.models import Chances
from scoring.explain.queries.chances import anything_to_count
from scoring.explain.rules import ENGINE, UNREADABLE, Deal, chances_in, deal_of, digest_of

# Counts chances in a separate process with low priority.
#
# Counting one hand takes up to a second of Python. In a thread of the server it would delay hands
# that are being saved. The process reads one deal per line and writes its chances per line
# (`jobs.beside`). It is started once for a backlog, and waits between two calls (`resting`).


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
        self._beside = Beside(__name__)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.stop()

    def chances(self, deal: Deal | None) -> dict[str, Any] | None:
        """The result of `chances_in` for the deal. Raises NotCounted or Unreadable."""
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
    """Runs in the separate process: the chances of a deal, or why they could not be counted, as a
    line."""
    return json.dumps(_answer(line)).encode()


def _answer(line: bytes) -> dict[str, Any]:
    try:
        return {"told": chances_in(json.loads(line))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


AT_ONCE = 25
"""How many hands are read and written together, in one short transaction."""
FROM_THE_END = 1_000
"""How many of the newest hands are searched first; older ones only when these are counted."""
DIGESTS_AT_ONCE = 500
LONGEST_FAULT = 200

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Counted:
    """How many hands were counted, and whether others wait. `faults`: failed, and are tried again;
    `unreadable`: cannot be counted, and are not tried again."""

    hands: int
    more: bool
    faults: tuple[str, ...]
    unreadable: tuple[str, ...] = ()


def count_chances(*, seconds: float) -> Counted:
    """Counts the chances of hands without chances of this engine, for about so many seconds.

    Several workers may do it at once, or twice: the result is the same. While more hands wait, the
    counting process is kept for the next call.
    """
    end = monotonic() + seconds
    done, faults, unreadable, tried = 0, [], list[str](), set[int]()
    with resting() as counter:
        while some := _uncounted(tried):
            made = []
            for hand in some:
                tried.add(hand["pk"])
                try:
                    made.append(_counted(hand, counter, unreadable))
                except NotCounted as error:
                    faults.append(f"hand {hand['pk']}: {error}")
                if monotonic() >= end:
                    break
            _keep(made)
            done += len(made)
            if monotonic() >= end:
                break
    more = bool(done) and anything_to_count()
    if not more:
        let_go()
    return Counted(done, more, tuple(faults), tuple(unreadable))


def forget_changed() -> int:
    """Deletes chances whose hand now has other cards than were counted, so that they are counted
    again; returns how many. This happens only when somebody edits a row: no service changes a hand.
    """
    rows = Chances.objects.filter(engine=ENGINE).order_by("pk")
    forgotten, last = 0, 0
    while some := rows.filter(pk__gt=last).values_list("pk", "deal", "hand__record")[
        :DIGESTS_AT_ONCE
    ]:
        found = list(some)
        last = found[-1][0]
        changed = [pk for pk, deal, record in found if digest_of(deal_of(record)) != deal]
        if changed:
            forgotten += Chances.objects.filter(pk__in=changed).delete()[0]
    return forgotten


def _uncounted(tried: set[int]) -> list[dict[str, Any]]:
    """Up to AT_ONCE hands to count, newest first."""
    newest = Hand.objects.order_by("-pk").values_list("pk", flat=True)[
        FROM_THE_END : FROM_THE_END + 1
    ]
    first = newest.first()
    near = {} if first is None else {"pk__gt": first}
    return _some(tried, **near) or (_some(tried) if near and anything_to_count() else [])


def _some(tried: set[int], **near: Any) -> list[dict[str, Any]]:
    counted = Chances.objects.filter(hand=OuterRef("pk"), engine=ENGINE)
    hands = Hand.objects.filter(~Exists(counted), **near).exclude(pk__in=tried).order_by("-pk")
    return [
        {"pk": pk, "record": record} for pk, record in hands.values_list("pk", "record")[:AT_ONCE]
    ]


def _counted(hand: dict[str, Any], counter: Counter, unreadable: list[str]) -> Chances:
    deal = deal_of(hand["record"])
    try:
        told = counter.chances(deal)
    except Unreadable as error:
        # Stored all the same: otherwise pages would wait for ever, and the job would fail for ever.
        told = {UNREADABLE: str(error)[:LONGEST_FAULT]}
        unreadable.append(f"hand {hand['pk']}: {error}")
        log.error("The cards of hand %s cannot be read: %s", hand["pk"], error)
    return Chances(hand_id=hand["pk"], engine=ENGINE, deal=digest_of(deal), told=told)


@transaction.atomic
def _keep(made: list[Chances]) -> None:
    """Stores the chances of hands that still exist: a tournament may have been removed
    meanwhile."""
    there = set(
        Hand.objects.filter(pk__in=[one.hand_id for one in made]).values_list("pk", flat=True)
    )
    Chances.objects.bulk_create(
        [one for one in made if one.hand_id in there],
        update_conflicts=True,
        unique_fields=["hand"],
        update_fields=["engine", "deal", "told"],
    )
