"""A hand of which what is stored cannot be read, because somebody edited it in the database.

It counts by the stones of its row, and is shown as a hand without cards that came to these. The
check of the log says what was entered.
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
"""What reading such a record or settlement may raise."""

log = logging.getLogger(__name__)


def must_be_whole(record: Mapping[str, Any]) -> None:
    """Raises one of UNREADABLE when a stored record has not what its pages are made of. Cards or
    bets that cannot be are shown as they stand: the check of the log accuses them."""
    ruleset_from(record.get("ruleset"))
    if QUICK not in record:
        read(record)
    if type(record["mano"]) is not int:
        raise TypeError("mano")


def stand_in(hand: Hand, error: Exception) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record and the settlement of a hand without cards with the stones of this one; the log
    of the program names the hand and the error."""
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
