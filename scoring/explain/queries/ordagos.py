"""The last órdagos that were seen."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from scoring.course.models import Hand
from scoring.wording.penalties import lance_name
from tournament.errors import StrOrPromise
from tournament.formats.bouts import label
from tournament.matches.models import Match

SCAN_LIMIT = 60
"""How many hands that ended a game are looked at; a seen órdago always ends a game."""


@dataclass(frozen=True, slots=True)
class Ordago:
    """An órdago that was seen: who won it against whom, in which lance, and in which hand."""

    match_id: int
    label: str
    game: int
    number: int
    lance: StrOrPromise
    winner: str
    loser: str
    stones: int
    at: datetime


def last_ordagos(*, tournament_id: int) -> tuple[Ordago, ...]:
    """The last five seen órdagos, the newest first, without matches set aside. One query."""
    hands = (
        Hand.objects.filter(game__match__tournament_id=tournament_id, is_current=True)
        .exclude(game_winner="")
        .exclude(is_void=True)
        .exclude(game__match__kind=Match.Kind.SET_ASIDE)
        .select_related("game__match__pair_a", "game__match__pair_b")
        .order_by("-at", "-id")[:SCAN_LIMIT]
    )
    return tuple(islice((ordago for hand in hands if (ordago := _ordago(hand))), 5))


def _ordago(hand: Hand) -> Ordago | None:
    paid = next((entry for entry in _ledger(hand) if entry["kind"] == "ordago"), None)
    match = hand.game.match
    if paid is None or match.pair_a is None or match.pair_b is None:
        return None
    won = (match.pair_a.name, match.pair_b.name)
    # An official may have given it to the other pair, against the cards.
    winner, loser = won if hand.game_winner == "A" else won[::-1]
    return Ordago(
        match_id=match.pk,
        label=label(match.kind, match.round, match.slot),
        game=hand.game.number,
        number=hand.number,
        lance=lance_name(paid["lance"]),
        winner=winner,
        loser=loser,
        stones=paid["stones"],
        at=hand.at,
    )


def _ledger(hand: Hand) -> list[dict[str, Any]]:
    settlement = hand.settlement or {}
    return list(settlement.get("ledger", ()))
