"""Names for simulated pairs: towns and the parts of a town, never persons."""

from __future__ import annotations

from random import Random

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


def entry_list(*, pairs: int, rng: Random) -> str:
    """The entry list of so many pairs as a club would paste it: two players and a club in each
    line."""
    towns = list(TOWNS)
    rng.shuffle(towns)
    lines = []
    for number in range(pairs):
        town = towns[number % len(towns)]
        turn = 2 * (number // len(towns))
        lines.append(f"{town} {PARTS[turn]}, {town} {PARTS[turn + 1]}, {town}")
    return "\n".join(lines)
