"""Which organizer may do what: an owner everything; the desk runs the day; the head referee makes
rulings. Most acts are open to all organizers; only the kinds listed here are reserved."""

from __future__ import annotations

from collections.abc import Mapping

OWNER, DESK, REFEREE = "owner", "desk", "referee"
ROLES = (OWNER, DESK, REFEREE)

_OWNERS = frozenset({OWNER})
_DESKS = frozenset({OWNER, DESK})
_REFEREES = frozenset({OWNER, REFEREE})

RESERVED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("organizer.added", "organizer.removed", "organizer.role_set", "tournament.changed",
         "contacts.erased", "texts.erased"),
        _OWNERS,
    ),
    **dict.fromkeys(
        ("pair.entered", "pairs.entered", "pair.took_place", "signup.terms_set", "draw.made",
         "draw.undone", "tables.count_set"),
        _DESKS,
    ),
    **dict.fromkeys(
        ("ruling.made", "game.decided", "game.decision_taken_back", "tribunal.heard",
         "tribunal.decided", "tribunal.taken_back", "pair.disqualified", "appeals.window_set",
         "ruling.taken_back", "appeal.reopened", "referee.added", "referee.removed"),
        _REFEREES,
    ),
}  # fmt: skip
"""Kind of event → the roles that may bring it about; every other kind is open to all."""


def may(role: str, kind: str) -> bool:
    """Whether an organizer with this role may cause an event of this kind."""
    return role in RESERVED.get(kind, ROLES)
