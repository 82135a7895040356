"""The columns that no event tells of, and why that is harmless. All other columns, of the rows in a
tournament's file and of the rows that follow from its log, are compared with the log. Tests edit
each of them."""

from __future__ import annotations

from django.db.models import Model

from scoring.course.models import Game
from scoring.rulings.models import Ruling
from scoring.rulings.queries.review import NOT_PUBLIC
from tournament.entries.models import PRIVATE

OWN_NUMBER = "the number under which a machine keeps the row; what others say of it is compared"

NOT_COMPARED: dict[str, dict[str, str]] = {
    "tournament": {
        "id": OWN_NUMBER,
        "organizers": "accounts are of a machine; who came and went is in the log",
        "created_at": "when this machine first had it; the log has its own first hour",
    },
    "appeals": {"id": OWN_NUMBER},
    "table": {
        "id": OWN_NUMBER,
        "join_nonce": "a secret of the room, from which links are made; it decides nothing",
    },
    "device": {
        "id": OWN_NUMBER,
        "token_hash": "a secret of the tablet; what it sends is in the log under its number",
        "link_hash": "by which link it came; it decides only whether it comes in again",
        "last_seen_at": "whether it is in touch now",
        "unsent": "what it still holds now",
        "public_key": "signatures are held to the key of the log; compared where that tells one",
    },
    "pair": {
        "id": OWN_NUMBER,
        **dict.fromkeys(PRIVATE, "for the organizers alone, never in the log"),
    },
    "cascade": {
        "id": OWN_NUMBER,
        "before": "how the way back is found; taking back is an act of its own, told and compared",
        "after": "the same",
        "play": "the same",
    },
    "match": {"version": "counts writings, so that nobody overwrites unseen; it says nothing"},
    "game": {"id": OWN_NUMBER},
    "hand": {
        "id": OWN_NUMBER,
        "key": "by which a tablet knows its own hand again; it decides nothing of it",
        "digest": "the same",
    },
    "penalty": {"id": OWN_NUMBER},
    "ruling": {},
    "case": {},
    "terms": {"id": OWN_NUMBER},
    "result_terms": {
        "id": OWN_NUMBER,
        "nonce": "a secret of this machine, from which links are made; it decides nothing",
    },
    "screen": {"id": OWN_NUMBER},
    "pause": {},
    "prepared": {"id": OWN_NUMBER},
    "arrival": {"id": OWN_NUMBER},
    "opt_out": {"id": OWN_NUMBER},
    "referee": {"id": OWN_NUMBER, "name": "for the organizers alone, never in the log"},
    "post": {"id": OWN_NUMBER},
    "arrangement": {"id": OWN_NUMBER},
    "match_day": {"id": OWN_NUMBER},
    "postponement": {"id": OWN_NUMBER},
    "appointment": {"id": OWN_NUMBER},
    "seated_round": {"id": OWN_NUMBER},
}
"""Table → column → why the log need not tell of it."""
OF_OTHER_DAYS = {"seated_round"}
"""Tables without a row on a day of pairs: `tests/tournament/seatings` edits theirs."""


def is_compared(row: Model, table: str, column: str) -> bool:
    """Whether the log tells of this column of this row."""
    if column in NOT_COMPARED[table]:
        return False
    if isinstance(row, Ruling) and row.kind in NOT_PUBLIC:
        # What a table wrote is not public, and neither is what the desk made of it.
        return column not in ("proposed", "outcome", "reason")
    # A game without a counting hand has no first mano.
    return not (isinstance(row, Game) and column == "mano" and not row.hand_count)
