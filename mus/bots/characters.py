"""Players with some character: how boldly each bets, bluffs, sees and cuts the mus."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..invalid import InvalidValue


def _require_shares(traits: Character | Slips) -> None:
    """Raise `InvalidValue` unless every trait is a share from 0 to 1."""
    for trait in fields(traits):
        share = getattr(traits, trait.name)
        if trait.name == "name":
            continue
        if isinstance(share, bool) or not (isinstance(share, int | float) and 0 <= share <= 1):
            raise InvalidValue(trait.name, share, "Give a share from 0 to 1.")


@dataclass(frozen=True, slots=True)
class Character:
    """How a bot plays; every trait is a share from 0 to 1.

    `bold`: how little it needs to open or to raise. `bluff`: how often it bets on nothing.
    `trust`: how little it needs to see a bet. `patience`: how long it asks for mus. `ordago`: how
    gladly it stakes the game. `reckons`: how often it goes by chances, payments and its partner's
    signals (H8) instead.
    """

    name: str
    bold: float
    bluff: float
    trust: float
    patience: float
    ordago: float
    reckons: float = 0.0

    def __post_init__(self) -> None:
        _require_shares(self)


BOLD = Character("bold", bold=0.8, bluff=0.10, trust=0.6, patience=0.3, ordago=0.30)
TIMID = Character("timid", bold=0.2, bluff=0.01, trust=0.3, patience=0.6, ordago=0.03)
CAREFUL = Character("careful", bold=0.4, bluff=0.03, trust=0.4, patience=0.8, ordago=0.08)
BLUFFER = Character("bluffer", bold=0.6, bluff=0.30, trust=0.5, patience=0.4, ordago=0.25)
STEADY = Character(
    "steady", bold=0.5, bluff=0.06, trust=0.5, patience=0.5, ordago=0.12, reckons=1.0
)
"""Goes by chances and payments, and by what its partner has signalled (H8)."""
DOUBTER = Character("doubter", bold=0.4, bluff=0.05, trust=0.9, patience=0.5, ordago=0.10)

CHARACTERS = (BOLD, TIMID, CAREFUL, BLUFFER, STEADY, DOUBTER)
"""The cast from which a table is drawn when nobody chooses."""


@dataclass(frozen=True, slots=True)
class Slips:
    """How often, a hand, people do what the rules then have to mend; each a share from 0 to 1.

    `false_word`: one false declaration (a fifth of them put right in time, D0). `false_claim`: G0.
    `wrong_claim`: the table says the wrong stones. `exposed`: a card exposed in the deal (H6).
    `together`: partners who answer a bet at once (E5b).
    """

    false_word: float = 0.015
    false_claim: float = 0.005
    wrong_claim: float = 0.03
    exposed: float = 0.01
    together: float = 0.02

    def __post_init__(self) -> None:
        _require_shares(self)


USUAL_SLIPS = Slips()
NO_SLIPS = Slips(0.0, 0.0, 0.0, 0.0, 0.0)
