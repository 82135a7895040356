"""Permissions of organizers, by role: an owner does everything; the desk runs the day; the head
referee makes rulings. Most acts are open to all organizers; some kinds of events are reserved (`by`
in `kinds.py`), and taking an act back is reserved like the act.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tournament.log.rules.kinds import DESK, EVERYBODY, KINDS, OWNER, REFEREE, ROLES, roles_of

__all__ = [
    "BOTH_PAIRS", "DESK", "ONE_PAIR", "OWNER", "REFEREE", "RESERVED", "ROLES", "Actor", "ActorKind",
    "may",
]  # fmt: skip

RESERVED: Mapping[str, frozenset[str]] = {
    name: roles_of(name) for name in KINDS if roles_of(name) != EVERYBODY
}
"""Kind of event → the roles that may bring it about; every other kind is open to all."""


def may(role: str, kind: str) -> bool:
    """Whether an organizer with this role may cause an event of this kind."""
    return role in RESERVED.get(kind, ROLES)


# Who does something. Every event names its actor.


ActorKind = Literal["user", "device", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, a table's tablet or a program. `label` is shown in the public log.

    `table_id`: the table that a tablet joined; whether it may still act there is checked elsewhere.
    `pair_id`: the pair whose phone it is; None for a tablet of the whole table.
    """

    kind: ActorKind
    id: int | None
    label: str
    table_id: int | None = None
    pair_id: int | None = None


BOTH_PAIRS = Actor("program", None, "both pairs")
"""Who gives a result that both pairs entered alike."""
ONE_PAIR = Actor("program", None, "one pair, unanswered")
"""Who gives a result that one pair entered, where the other was silent for the time set."""
