"""The exact chances in a deal as plain JSON: counted once, stored beside the hand."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from mus import LANCES, Card, card_from, holding_of, ruleset_from
from mus.odds import odds_of, odds_of_shown
from mus.version import RULES_VERSION

PERCENT = 100
COUNTING = 1
"""Increased whenever some deal gets other chances (tests/scoring/explain/test_counting.py)."""
ENGINE = f"{RULES_VERSION}.{COUNTING}"
"""Version of the counting. Chances with another version are counted again."""
UNREADABLE = "unreadable"
"""Key, in place of chances, of the reason why a deal could not be counted."""
LETTERS = 32

Deal = list[Any]
"""All that the chances of a hand depend on: its cards, its mano, its rule set."""


def deal_of(record: object) -> Deal | None:
    """The deal of a record, which may be any object; None where no cards were shown."""
    if not isinstance(record, Mapping) or not record.get("cards"):
        return None
    return [record["cards"], record.get("mano"), record.get("ruleset")]


def digest_of(deal: Deal | None) -> str:
    """A digest of the deal; empty for None."""
    return sha256(_text(deal).encode()).hexdigest()[:LETTERS] if deal else ""


def chances_in(deal: Deal | None) -> dict[str, Any] | None:
    """Each seat's chances and each pair's, lance by lance, as percent and "cannot_lose",
    "cannot_win" or "".

    None without cards, with six seats, or where the rule set needs suits that are not known.
    """
    if deal is None:
        return None
    cards, mano, named = deal
    ruleset = ruleset_from(named)
    cards_by_seat = shown_in(cards)
    try:
        seats = [_seat(seat, four, mano, ruleset) for seat, four in enumerate(cards_by_seat)]
        both = odds_of_shown(cards_by_seat, mano=mano, ruleset=ruleset)
    except ValueError:
        return None
    pairs = [[_chance(odds[lance].pair) for lance in LANCES] for odds in both]
    return {"seats": seats, "pairs": dict(zip("AB", pairs, strict=True))}


def shown_in(cards: Sequence[Any]) -> list[list[Card]]:
    """The cards of each seat, as a record has them."""
    return [
        [
            card
            for token in (four.split() if isinstance(four, str) else four)
            if (card := card_from(token)) is not None
        ]
        for four in cards
    ]


def _seat(seat: int, four: list[Card], mano: int, ruleset: Any) -> dict[str, Any]:
    place = (seat - mano) % 4
    odds = odds_of(four, place=place, ruleset=ruleset)
    return {
        "place": place,
        "thirty_one": holding_of(four, ruleset).total == 31,
        "lances": [_chance(odds[lance].alone) for lance in LANCES],
    }


def _chance(chance: Any) -> list[Any]:
    certain = "cannot_lose" if chance == 1 else "cannot_win" if chance == 0 else ""
    return [float(chance) * PERCENT, certain]


def _text(deal: Deal) -> str:
    return json.dumps(deal, sort_keys=True, separators=(",", ":"))
