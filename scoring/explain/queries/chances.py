"""What each holding and each pair could hope for in a hand: exact chances, never sampled."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus import LANCES, Card, Lance, card_from, holding_of, ruleset_from
from mus.odds import odds_of, odds_of_shown, sure_lances
from scoring.explain.queries.hands import HandPage
from scoring.wording import lance_name
from tournament.errors import StrOrPromise

PERCENT = 100
JUEGO_OR_PUNTO = _("Juego or punto")


@dataclass(frozen=True, slots=True)
class LanceChance:
    """A chance in percent; `certain` is "cannot_lose", "cannot_win" or "" for what is open."""

    lance: str
    percent: float
    certain: str

    @property
    def lance_name(self) -> StrOrPromise:
        """The lance as the column of a table names it: nobody knows before whether it is juego."""
        return JUEGO_OR_PUNTO if self.lance == Lance.JUEGO else lance_name(self.lance)


@dataclass(frozen=True, slots=True)
class SeatChances:
    """What a seat's four cards were worth against all that it could not see. `place`: 0 for the
    mano; `thirty_one` with place 0 is the 31 de mano."""

    seat: int
    place: int
    thirty_one: bool
    lances: tuple[LanceChance, ...]


@dataclass(frozen=True, slots=True)
class HandChances:
    """Each seat alone, and each pair knowing both its holdings (by "A" and "B")."""

    seats: tuple[SeatChances, ...]
    pairs: Mapping[str, tuple[LanceChance, ...]]


def hand_chances(*, record: Mapping[str, Any]) -> HandChances | None:
    """The chances in a hand whose cards were shown; None without cards or with six seats.

    None too when the rule set needs suits that the record does not have.
    """
    if not record.get("cards"):
        return None
    parts = [record["cards"], record["mano"], record.get("ruleset")]
    return _chances(json.dumps(parts, sort_keys=True))


@dataclass(frozen=True, slots=True)
class SureThing:
    """A seat whose four cards could lose this lance to nobody, whatever the others held."""

    player: str
    side: str
    lance_name: StrOrPromise
    is_31_of_the_mano: bool


def sure_things(*, hand: HandPage) -> tuple[SureThing, ...]:
    """What could not be lost in a hand whose cards were shown; nothing without cards.

    Nothing too where `hand_chances` is None.
    """
    record = hand.record
    if not record.get("cards"):
        return ()
    ruleset, mano = ruleset_from(record.get("ruleset")), record["mano"]
    found = []
    for number, (seat, four) in enumerate(
        zip(hand.lines.seats, _shown(record["cards"]), strict=True)
    ):
        place = (number - mano) % 4
        try:
            lances = sure_lances(four, place=place, ruleset=ruleset)
        except ValueError:
            return ()
        is_31 = place == 0 and holding_of(four, ruleset).total == 31
        found += [
            SureThing(seat.player, seat.side, lance_name(lance), is_31 and lance is Lance.JUEGO)
            for lance in lances
        ]
    return tuple(found)


@lru_cache(maxsize=256)
def _chances(text: str) -> HandChances | None:
    """The chances of a hand, kept: the same hand is asked for again and again."""
    cards, mano, named = json.loads(text)
    ruleset = ruleset_from(named)
    shown = _shown(cards)
    try:
        seats = tuple(_seat(seat, four, mano, ruleset) for seat, four in enumerate(shown))
        both = odds_of_shown(shown, mano=mano, ruleset=ruleset)
    except ValueError:
        return None
    pairs = {
        side: tuple(_chance(lance, odds[lance].pair) for lance in LANCES)
        for side, odds in zip("AB", both, strict=True)
    }
    return HandChances(seats, pairs)


def _seat(seat: int, four: list[Any], mano: int, ruleset: Any) -> SeatChances:
    place = (seat - mano) % 4
    odds = odds_of(four, place=place, ruleset=ruleset)
    lances = tuple(_chance(lance, odds[lance].alone) for lance in LANCES)
    return SeatChances(seat, place, holding_of(four, ruleset).total == 31, lances)


def _chance(lance: str, chance: Any) -> LanceChance:
    certain = "cannot_lose" if chance == 1 else "cannot_win" if chance == 0 else ""
    return LanceChance(str(lance), float(chance) * PERCENT, certain)


def _shown(cards: Sequence[Any]) -> list[list[Card]]:
    return [
        [card for token in _tokens(four) if (card := card_from(token)) is not None]
        for four in cards
    ]


def _tokens(four: str | list[str]) -> list[str]:
    return four.split() if isinstance(four, str) else four
