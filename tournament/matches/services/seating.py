"""What is agreed before a match: who sits where, and the number of kings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.formats.regulations import REGULATIONS

PLAYERS = ([1, 2], [2, 1])


def seats(seating: Mapping[str, Sequence[int]] | None) -> dict[str, list[int]]:
    """Side → its players in seat order. None: player 1 sits first. Raises Refusal."""
    if seating is None:
        return {"A": [1, 2], "B": [1, 2]}
    given: Any = seating
    if isinstance(given, Mapping) and set(given) == {"A", "B"}:
        sides = {side: _players(given[side]) for side in ("A", "B")}
        if all(players in PLAYERS for players in sides.values()):
            return sides
    raise Refusal.one(
        "seating",
        "bad_seating",
        _("Say for each pair which of its players, 1 or 2, sits first: for example 1, 2."),
    )


def _players(players: object) -> list[int]:
    if not isinstance(players, list | tuple):
        return []
    return [player for player in players if type(player) is int]


def four_kings(tournament: Tournament, wanted: object) -> bool:
    """Whether the match is played with four kings (T4). Raises Refusal."""
    if type(wanted) is not bool:
        raise Refusal.one("four_kings", "bad_four_kings", _("Say yes or no."))
    offered = REGULATIONS[tournament.regulation].offers_four_kings(tournament.settings)
    if wanted and not offered:
        raise Refusal.one(
            "four_kings",
            "four_kings_not_offered",
            _("This regulation leaves no choice of kings. Leave the box empty."),
        )
    return wanted
