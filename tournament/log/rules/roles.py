"""Permissions of organizers, by role: an owner does everything; the desk runs the day; the head
referee makes rulings. Most acts are open to all organizers; only the kinds listed here are
reserved, and taking an act back is reserved like the act.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

OWNER, DESK, REFEREE = "owner", "desk", "referee"
ROLES = (OWNER, DESK, REFEREE)

_OWNERS = frozenset({OWNER})
_DESKS = frozenset({OWNER, DESK})
_REFEREES = frozenset({OWNER, REFEREE})

_ACTS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("organizer.added", "organizer.role_set", "tournament.changed",
         "contacts.erased", "texts.erased"),
        _OWNERS,
    ),
    **dict.fromkeys(
        ("pair.entered", "pairs.entered", "pair.took_place", "signup.terms_set",
         "results.terms_set", "matchdays.set", "draw.committed", "draw.made", "tables.count_set",
         "round.paired_by_hand", "round.seated"),
        _DESKS,
    ),
    **dict.fromkeys(
        ("ruling.made", "game.decided", "tribunal.heard", "tribunal.decided", "pair.disqualified",
         "appeals.window_set", "referee.added"),
        _REFEREES,
    ),
}  # fmt: skip

INVERSE_OF: Mapping[str, str] = {
    "appeal.reopened": "ruling.made",
    "appeal.withdrawn": "appeal.entered",
    "consolation.called_off": "consolation.paired",
    "consolation.opted_in": "consolation.opted_out",
    "device.revoked": "device.joined",
    "draw.commitment_cancelled": "draw.committed",
    "draw.undone": "draw.made",
    "game.decision_taken_back": "game.decided",
    "hand.undone": "hand.recorded",
    "match.start_undone": "match.started",
    "organizer.removed": "organizer.added",
    "pair.arrival_taken_back": "pairs.arrived",
    "pause.called_off": "pause.announced",
    "referee.removed": "referee.added",
    "round.order_taken_back": "round.order_entered",
    "round.pairing_taken_back": "round.paired_by_hand",
    "round.seating_undone": "round.seated",
    "result.link_revoked": "result.link_renewed",
    "result.taken_back": "result.said",
    "ruling.taken_back": "ruling.made",
    "tables.taken_back": "tables.assigned",
    "tournament.reduction_taken_back": "tournament.games_reduced",
    "tribunal.taken_back": "tribunal.decided",
}
"""Kind of event that takes an act back → the kind of the act. Both are reserved alike."""

UNDOES_SEVERAL = frozenset({
    "cascade.undone", "match.reopened", "match.replaced", "pair.reinstated",
})  # fmt: skip
"""Kinds that take back acts of several kinds. Their services name to `must_reach` the acts that are
taken back: these decide who may do it."""

RESERVED: Mapping[str, frozenset[str]] = {
    **_ACTS,
    **{inverse: _ACTS[act] for inverse, act in INVERSE_OF.items() if act in _ACTS},
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
