"""Counts chances in the background and stores them beside the hands, newest hands first."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from scoring.course.models import Hand
from scoring.explain.counting import (
    Counter,
    NotCounted,
    Unreadable,
    let_go,
    resting,
)
from scoring.explain.models import Chances
from scoring.explain.queries.chances import anything_to_count
from scoring.explain.rules import ENGINE, UNREADABLE, deal_of, digest_of

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
        while batch := _uncounted(tried):
            new_rows = []
            for hand in batch:
                tried.add(hand["pk"])
                try:
                    new_rows.append(_counted(hand, counter, unreadable))
                except NotCounted as error:
                    faults.append(f"hand {hand['pk']}: {error}")
                if monotonic() >= end:
                    break
            _keep(new_rows)
            done += len(new_rows)
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
    columns = rows.values_list("pk", "deal", "hand__record")
    while batch := list(columns.filter(pk__gt=last)[:DIGESTS_AT_ONCE]):
        last = batch[-1][0]
        changed = [pk for pk, deal, record in batch if digest_of(deal_of(record)) != deal]
        if changed:
            forgotten += Chances.objects.filter(pk__in=changed).delete()[0]
    return forgotten


def _uncounted(tried: set[int]) -> Sequence[Mapping[str, Any]]:
    """Up to AT_ONCE hands to count, newest first."""
    newest = Hand.objects.order_by("-pk").values_list("pk", flat=True)[
        FROM_THE_END : FROM_THE_END + 1
    ]
    first = newest.first()
    near = {} if first is None else {"pk__gt": first}
    return _batch(tried, **near) or (_batch(tried) if near and anything_to_count() else [])


def _batch(tried: set[int], **near: Any) -> Sequence[Mapping[str, Any]]:
    counted = Chances.objects.filter(hand=OuterRef("pk"), engine=ENGINE)
    hands = Hand.objects.filter(~Exists(counted), **near).exclude(pk__in=tried).order_by("-pk")
    return list(hands.values("pk", "record")[:AT_ONCE])


def _counted(hand: Mapping[str, Any], counter: Counter, unreadable: list[str]) -> Chances:
    deal = deal_of(hand["record"])
    try:
        chances = counter.chances(deal)
    except Unreadable as error:
        # Stored all the same: otherwise pages would wait for ever, and the job would fail for ever.
        chances = {UNREADABLE: str(error)[:LONGEST_FAULT]}
        unreadable.append(f"hand {hand['pk']}: {error}")
        log.error("The cards of hand %s cannot be read: %s", hand["pk"], error)
    return Chances(hand_id=hand["pk"], engine=ENGINE, deal=digest_of(deal), told=chances)


@transaction.atomic
def _keep(rows: list[Chances]) -> None:
    """Stores the chances, except of hands that were removed meanwhile."""
    there = set(
        Hand.objects.filter(pk__in=[row.hand_id for row in rows]).values_list("pk", flat=True)
    )
    Chances.objects.bulk_create(
        [row for row in rows if row.hand_id in there],
        update_conflicts=True,
        unique_fields=["hand"],
        update_fields=["engine", "deal", "told"],
    )
