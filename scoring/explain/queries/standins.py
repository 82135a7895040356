"""Stand-ins for stored hands that cannot be read, because somebody edited them in the database.

Such a hand counts by the stones of its row, and is shown as a hand without cards with these stones.
The check of the log finds what was really entered.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from mus.faults import RecordRefused
from mus.quick import QUICK
from mus.reading import read
from mus.ruleset import ruleset_from
from scoring.course.models import Hand

UNREADABLE = (RecordRefused, LookupError, TypeError, ValueError, AttributeError)
"""The exceptions that reading such a record or settlement may raise."""

log = logging.getLogger(__name__)


def must_be_whole(record: Mapping[str, Any]) -> None:
    """Raises one of UNREADABLE when a stored record lacks what its pages need. Impossible cards or
    bets raise nothing and are shown as stored: the check of the log reports them."""
    ruleset_from(record.get("ruleset"))
    if QUICK not in record:
        read(record)
    if type(record["mano"]) is not int:
        raise TypeError("mano")


def stand_in(hand: Hand, error: Exception) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record and the settlement of a hand without cards, with the stones of this hand. Writes
    the hand and the error to the program's log."""
    log.error("Hand %s cannot be read (%r): it is shown by its stones", hand.pk, error)
    (a, b), (a_after, b_after) = hand.stones, hand.score
    before = [max(0, a_after - a), max(0, b_after - b)]
    record = {"score": before, "mano": 0, QUICK: {"stones": [a, b]}}
    ledger = [
        {"pair": side, "lance": None, "kind": QUICK, "stones": stones}
        for side, stones in (("A", a), ("B", b))
        if stones
    ]
    return record, {
        "ok": True,
        "winners": {},
        "ledger": ledger,
        "stones": [a, b],
        "score": [a_after, b_after],
        "game_winner": hand.game_winner or None,
        "penalties": [],
        "needs_ruling": False,
    }
