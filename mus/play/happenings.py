"""What happened at the table: one frozen record for each action, in order they are the hand.

A record holds all that chance and the players brought in, so that `replay` comes to the same
state without an rng.
"""

from dataclasses import dataclass

from ..cards import Card
from ..lances import Lance
from ..ruleset import RuleSet
from .words import Word


@dataclass(frozen=True, slots=True)
class Began:
    """The deal (H1): the cards go one by one from the mano. `first_of_game`: H4 applies."""

    ruleset: RuleSet
    mano: int
    score: tuple[int, int]
    deck: tuple[Card, ...]
    first_of_game: bool


@dataclass(frozen=True, slots=True)
class Exposed:
    """A card was exposed while dealing: everybody is entitled to a discard (H6)."""


@dataclass(frozen=True, slots=True)
class DealtAgain:
    """A seat showed the 4-5-6-7 it was dealt and got four new cards (§10)."""

    seat: int
    drawn: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SaidMus:
    """A seat wants mus; `for_pair`: said without “por mi parte”, for its partner too (H2, B)."""

    seat: int
    for_pair: bool = False


@dataclass(frozen=True, slots=True)
class CutMus:
    """A seat said *no hay mus* (H2); in a corrida it is the mano from here on (H4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat's discard and what it was dealt (H2).

    `new_stock`: the order of the shuffled discards when the stock had ended (H3), else None.
    """

    seat: int
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    new_stock: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat said yes or no to pares or juego (E7)."""

    seat: int
    lance: Lance
    said: bool


@dataclass(frozen=True, slots=True)
class PutRight:
    """A seat put its declaration right before the mano spoke (D0)."""

    seat: int
    lance: Lance
    said: bool


@dataclass(frozen=True, slots=True)
class Spoke:
    """A seat's word in a lance. `stake`: the total that stands after a bet, in stones; else 0."""

    seat: int
    lance: Lance
    word: Word
    stake: int


@dataclass(frozen=True, slots=True)
class SpokeTogether:
    """Partners spoke at once, and which word stood (E5b). `words`: seat and word, in order.

    `larger`: the more aggressive word stood, as P has it, not the smaller.
    """

    lance: Lance
    words: tuple[tuple[int, Word], ...]
    stood: int
    stake: int
    larger: bool = False


@dataclass(frozen=True, slots=True)
class Showed:
    """A seat's cards on the table (H7), its jokers saying what they stand for (§10)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RefusedToShow:
    """A seat would not show: judged as a false claim; an official turns its cards (H7, G0)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ClaimedFalsely:
    """A seat turned out to have claimed cards or a play that it did not hold (G0)."""

    seat: int


Happening = (
    Began | Exposed | DealtAgain | SaidMus | CutMus | Discarded | Declared | PutRight | Spoke
    | SpokeTogether | Showed | RefusedToShow | ClaimedFalsely
)  # fmt: skip
"""Any record of a hand."""
