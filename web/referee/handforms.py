"""Makes the form of a hand of a match: with cards or without, for the next hand or a correction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mus import FirstHand, ruleset_from
from scoring.course.queries.states import MatchState
from tournament.matches.queries.matches import MatchCard
from web.handform import HandForm, QuickForm
from web.seats import pairs_of, seats_of


def hand_form(
    data: Mapping[str, Any] | None,
    *,
    match: MatchCard,
    state: MatchState,
    quick: bool,
    mano: int,
    is_first: bool,
    stored: Mapping[str, Any] | None,
) -> HandForm | QuickForm:
    """The form of a hand. `mano`: the seat whose turn it is. `is_first`: the first hand of a game,
    where the rule set may make the player who cuts mus the mano (H4). `stored`: a record for the
    first values."""
    ruleset = ruleset_from(state.ruleset)
    common: dict[str, Any] = {
        "pairs": pairs_of(match),
        "seats": [seat.player for seat in seats_of(match)],
        "mano": mano,
        "mano_free": is_first and ruleset.first_hand is FirstHand.CORRIDA,
        "stored": stored,
    }
    if quick:
        return QuickForm(data, target=state.target, **common)
    return HandForm(data, ruleset=ruleset, **common)
