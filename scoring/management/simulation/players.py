"""One simulated table: bots play a hand; the referee writes it down, makes mistakes and corrects
them.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from mus.bots import CHARACTERS, USUAL_SLIPS, Character, Slips, play_hand
from mus.ruleset import ruleset_from

ENTERED = ("cards", "declared", "bets", "infractions", "claim")


def cast(rng: Random) -> tuple[Character, Character]:
    """The characters of two partners, the same for the whole championship."""
    return rng.choice(CHARACTERS), rng.choice(CHARACTERS)


def next_hand(
    state: Mapping[str, Any],
    *,
    casts: tuple[tuple[Character, Character], tuple[Character, Character]],
    rng: Random,
    slips: Slips = USUAL_SLIPS,
) -> dict[str, Any]:
    """The next hand of a match, as its table enters it. `state`: the match's state as JSON."""
    following = state["next"]
    seats = [casts[seat % 2][seat // 2] for seat in range(4)]
    played: Mapping[str, Any] = play_hand(
        ruleset=ruleset_from(state["ruleset"]),
        mano=following["mano"],
        score=(following["score"][0], following["score"][1]),
        rng=rng,
        characters=seats,
        first_of_game=following["mano_is_free"],
        slips=slips,
    )
    entered = {name: played[name] for name in ENTERED if played.get(name) is not None}
    return {**entered, "mano": played["mano"]} if following["mano_is_free"] else entered


def misread(entered: Mapping[str, Any]) -> dict[str, Any] | None:
    """The hand as a careless referee would write it: the last stake that was seen two stones
    higher. None when no stake can be mistaken."""
    bets: dict[str, Any] = dict(entered.get("bets") or {})
    for lance in reversed(list(bets)):
        calls = bets[lance]
        if len(calls) >= 2 and calls[-1]["call"] == "quiero" and "stake" in calls[-2]:
            wrong = {**calls[-2], "stake": calls[-2]["stake"] + 2}
            return {**entered, "bets": {**bets, lance: [*calls[:-2], wrong, calls[-1]]}}
    return None


def doubtful(entered: Mapping[str, Any]) -> dict[str, Any]:
    """The hand with both pairs wrong about their pares (PX), so that it needs a ruling."""
    first, second, *others = entered["declared"]["pares"]
    declared = {**entered["declared"], "pares": [not first, not second, *others]}
    rest = {name: value for name, value in entered.items() if name not in ("bets", "claim")}
    return {**rest, "declared": declared}


# Names for simulated pairs: towns and the parts of a town, never persons.


TOWNS = (
    "Getaria", "Zarautz", "Orio", "Mutriku", "Deba", "Zumaia", "Hondarribia", "Tolosa", "Azpeitia",
    "Azkoitia", "Oñati", "Bergara", "Eibar", "Ordizia", "Hernani", "Lesaka", "Bera", "Elizondo",
    "Doneztebe", "Leitza", "Altsasu", "Tafalla", "Lizarra", "Baztan", "Sara", "Senpere", "Azkaine",
    "Ainhoa", "Hazparne", "Baigorri", "Lekeitio", "Ondarroa", "Bermeo", "Mundaka", "Gernika",
    "Durango", "Elorrio", "Markina", "Balmaseda", "Orduña", "Laguardia", "Agurain", "Amurrio",
    "Labastida", "Brisbane", "Ayr", "Ingham", "Innisfail", "Mareeba", "Cairns",
)  # fmt: skip
PARTS = (
    "Iparra", "Hegoa", "Ekialdea", "Mendebala", "Goikoa", "Behekoa", "Portua", "Mendia", "Plaza",
    "Zubia", "Errota", "Elizaldea", "Erreka", "Hondartza", "Baratza", "Iturria", "Basoa", "Harana",
    "Muinoa", "Zelaia",
)  # fmt: skip
"""North, south, east, west, upper, lower, harbour, mountain, square, bridge, mill…"""

MOST_PAIRS = len(TOWNS) * len(PARTS) // 2


def entry_list(*, pairs: int, rng: Random, alone: bool = False) -> str:
    """The entry list of so many pairs as a club would paste it: two players and a club in each
    line. `alone`: of so many players, a name in each line."""
    towns = list(TOWNS)
    rng.shuffle(towns)
    lines = []
    for number in range(pairs):
        town = towns[number % len(towns)]
        turn = 2 * (number // len(towns))
        both = f"{town} {PARTS[turn]}, {town} {PARTS[turn + 1]}, {town}"
        lines.append(f"{town} {PARTS[turn]}" if alone else both)
    return "\n".join(lines)
