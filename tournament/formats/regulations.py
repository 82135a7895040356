"""The regulations a tournament can be played under (rules of record §9), as data.

A new regulation is one more entry in `REGULATIONS`; docs/regulations.md says how to add it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

import mus
from mus import RULES_VERSION, Setting

GAMES_TO_WIN = range(1, 10)
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
    kings: int = field(init=False)  # this and `target`: of the engine's preset of this key
    four_kings_by_agreement: bool
    target: int = field(init=False)
    courtesy_minutes: int = 15
    format: str = "knockout"  # a key of `registry.FORMATS`
    substitutes: int | None = None  # most in one pair once drawn; None: as many as needed
    substitutes_until: int | None = None  # the last round in which one may come; None: the last

    def __post_init__(self) -> None:
        for name in ("kings", "target"):
            object.__setattr__(self, name, getattr(mus.PRESETS[self.key], name))

    def best_of(self, pairs: int, settings: Mapping[str, object]) -> int:
        """Games of a match when `pairs` pairs enter a tournament with these settings (T1)."""
        wins = settings.get("games_to_win")
        if isinstance(wins, int):
            return best_of_wins(wins)
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
        Regulation("brisbane-2024", "Brisbane 2024", 5, 3, 8, 32, True),
        Regulation("pagat", "Pagat", 3, 3, None, None, False),
        Regulation("euskal-herria", "Euskal Herria", 5, 5, None, None, False),
        Regulation("nabo", "NABO", 3, 3, None, None, False),
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


# What an organizer may change for a whole tournament: the settings of the hand that the engine
# declares (§10), without six seats, since matches are between pairs ...
HAND_SETTINGS: Mapping[str, Setting] = {
    name: setting for name, setting in mus.SETTINGS.items() if name != "seats"
}

# ... and those of the day, on which no hand depends. The default of each is the regulation's.
DAY_SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("games_to_win", None, GAMES_TO_WIN, "T1"),
        Setting("final_games_to_win", None, GAMES_TO_WIN, "T1"),
        Setting("substitutes", None, range(9), "T6"),
        Setting("substitutes_until", None, range(21), "T6"),
    )
}
SETTINGS: Mapping[str, Setting] = {**HAND_SETTINGS, **DAY_SETTINGS}

OF_SUBSTITUTES = ("substitutes", "substitutes_until")


def best_of_wins(wins: int) -> int:
    """The length of a match that `wins` games win: best of how many."""
    return 2 * wins - 1


def wins_of(best_of: int) -> int:
    """The games that win a match of this length."""
    return best_of // 2 + 1


BEST_OF = tuple(best_of_wins(wins) for wins in GAMES_TO_WIN)
"""Every length that a match may have, in games."""


def of_hands(settings: Mapping[str, object]) -> dict[str, object]:
    """The tournament's settings that decide how hands are settled."""
    return {name: value for name, value in settings.items() if name not in DAY_SETTINGS}


def allowed_setting(name: str, value: object) -> bool:
    """Whether `name` is a setting and `value` one of its values, of the same type: 40.0 is not
    stored as a number of stones."""
    setting = SETTINGS.get(name)
    if setting is None or isinstance(value, float):
        return False
    return setting.match(value) is not None
