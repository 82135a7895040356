"""The regulations a tournament can be played under (rules of record §9), as data.

A new regulation is one more entry in `REGULATIONS`; docs/regulations.md says how to add it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from mus.version import RULES_VERSION

BEST_OF = (1, 3, 5, 7, 9)
MOST_PAIRS = 2048


@dataclass(frozen=True, slots=True)
class Regulation:
    """How a championship is run. `games`: best of how many (T1); `cap_warning`: in pairs."""

    key: str
    name: str
    games: int
    games_when_crowded: int
    crowded_above: int | None
    cap_warning: int | None
    kings: int
    four_kings_by_agreement: bool
    target: int
    courtesy_minutes: int = 15
    format: str = "knockout"  # a key of `registry.FORMATS`
    substitutes: int | None = None  # most in one pair once drawn; None: as many as needed
    substitutes_until: int | None = None  # the last round in which one may come; None: the last

    def best_of(self, pairs: int) -> int:
        """Games of a match when `pairs` pairs enter (T1)."""
        if self.crowded_above is not None and pairs > self.crowded_above:
            return self.games_when_crowded
        return self.games

    def offers_four_kings(self, settings: Mapping[str, object]) -> bool:
        """Whether two pairs may agree on four kings for their match (T4): only where eight is the
        rule."""
        return self.four_kings_by_agreement and settings.get("kings", self.kings) != 4


REGULATIONS: Mapping[str, Regulation] = {
    regulation.key: regulation
    for regulation in (
        Regulation("brisbane-2024", "Brisbane 2024", 5, 3, 8, 32, 8, True, 40),
        Regulation("pagat", "Pagat", 3, 3, None, None, 8, False, 40),
        Regulation("euskal-herria", "Euskal Herria", 5, 5, None, None, 4, False, 30),
        Regulation("nabo", "NABO", 3, 3, None, None, 4, False, 40),
    )
}


def evidence(regulation: str, settings: Mapping[str, object]) -> dict[str, str]:
    """The rules of a tournament, for its log: the regulation's name, the hash of the regulation
    with the tournament's settings, and the version of the rules that settle hands."""
    told = asdict(REGULATIONS[regulation])
    unsaid = [name for name in OF_SUBSTITUTES if told[name] is None]  # as logs before them told it
    told = {name: value for name, value in told.items() if name not in unsaid}
    data = {"regulation": told, "settings": dict(settings)}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"regulation": regulation, "sha256": digest, "engine": RULES_VERSION}


# Settings an organizer may change for a whole tournament (§10), with their allowed values. Matches
# here are between pairs, so there is no setting for six seats.
SETTINGS: Mapping[str, tuple[object, ...] | range] = {
    "kings": (8, 4),
    "target": range(5, 101),
    "refused_raise": ("previous", "one"),
    "juego_real": ("none", "three_sevens", "sota_oros", "fourth_suit"),
    "jokers": (False, True),
    "deal_again_4567": (False, True),
    "mus_visto": ("obligatory", "off"),
    "first_hand": ("corrida", "plain"),
}


# Settings of the day: no hand depends on them, and the rules engine does not know them.
OF_SUBSTITUTES = ("substitutes", "substitutes_until")
DAY_SETTINGS: Mapping[str, tuple[object, ...] | range] = {
    "substitutes": range(9),
    "substitutes_until": range(21),
}


def of_hands(settings: Mapping[str, object]) -> dict[str, object]:
    """The tournament's settings that decide how hands are settled."""
    return {name: value for name, value in settings.items() if name not in DAY_SETTINGS}


def allowed_setting(name: str, value: object) -> bool:
    """Whether `name` is a setting and `value` one of its values. True does not count as 1 here."""
    allowed = SETTINGS.get(name) or DAY_SETTINGS.get(name, ())
    return any(type(value) is type(choice) and value == choice for choice in allowed)
