"""The signals between partners (H8), as data per regulation: gesture, meaning, when it is true.

A signal says what one holds, not all that one holds: two kings may be shown with three. The words
are English; a page translates them by their key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .cards import Card
from .holdings import Holding, holding_of, readings
from .lances import Lance
from .play.illegal import IllegalAction, is_legal
from .play.state import HandState, Phase, require_seat
from .ruleset import RuleSet

_KING, _ACE = 10, 1


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal. `key`: stable; `gesture`, `meaning`: in words; `source`: the document it is in.

    `after_pares`: only once pares has been played. `binding`: it names cards, so it must be true;
    the others only tell a mood.
    """

    key: str
    gesture: str
    meaning: str
    source: str
    after_pares: bool = False

    @property
    def binding(self) -> bool:
        """Whether the signal names cards, and so must be true (H8)."""
        return self.key in _ALIKE or self.key in _WORTH or self.key in _TOTAL


_ALIKE: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "two_kings": (_KING, 2),
        "three_kings": (_KING, 3),
        "four_kings": (_KING, 4),
        "two_aces": (_ACE, 2),
        "three_aces": (_ACE, 3),
        "four_aces": (_ACE, 4),
    }
)
"""The place in the order, and how many cards of it at least."""
_WORTH: Mapping[str, int] = MappingProxyType({"medias": 2, "duples": 3})
_TOTAL: Mapping[str, int] = MappingProxyType({"thirty_one": 31, "thirty": 30})


_BRISBANE = (
    Signal("two_kings", "Bite the lower lip", "Two kings, for grande", "B"),
    Signal("three_kings", "Bite the lower lip to one side", "Three kings, for grande", "B"),
    Signal("two_aces", "Show the tip of the tongue", "Two aces, for chica", "B"),
    Signal("three_aces", "Show the tip of the tongue to one side", "Three aces, for chica", "B"),
    Signal("medias", "Twist the lips a little, pressed to one side", "Medias", "B"),
    Signal("duples", "Raise the eyebrows", "Duples", "B"),
    Signal("thirty_one", "Wink", "Juego of 31", "B"),
    Signal("thirty", "Wink once pares has been played", "Thirty, for punto", "B", after_pares=True),
)
_GENERAL = (
    Signal("two_kings", "Bite the lower lip", "Two kings", "P"),
    Signal("four_kings", "Bite the lower lip twice", "Four kings", "P"),
    Signal("two_aces", "Show the tip of the tongue", "Two aces", "P"),
    Signal("four_aces", "Show the tip of the tongue twice", "Four aces", "P"),
    Signal("medias", "Twist the mouth to one side", "Medias", "P"),
    Signal("duples", "Raise both eyebrows", "Duples", "P"),
    Signal("thirty_one", "Wink", "Juego of 31", "P"),
)
_BLIND = Signal("bad_cards", "Close or lower both eyes", "Bad cards (ciego)", "P")

SIGNALS: Mapping[str, tuple[Signal, ...]] = MappingProxyType(
    {
        "brisbane-2024": _BRISBANE,
        "pagat": (_BLIND, *_GENERAL),
        # With four kings closing both eyes is generally not recognised (P).
        "euskal-herria": _GENERAL,
        "nabo": _GENERAL,
    }
)
"""The signals of each preset (H8), in the order in which its source has them."""


def signals_of(ruleset: RuleSet) -> tuple[Signal, ...]:
    """The signals allowed under a rule set: those of the preset it started from (H8)."""
    return SIGNALS[ruleset.preset]


def is_true(signal: Signal, cards: Sequence[Card], ruleset: RuleSet) -> bool:
    """Whether four cards bear out a signal (H8). A joker may stand for either (§10)."""
    return any(
        holds(signal.key, holding_of(reading, ruleset)) for reading in readings(cards, ruleset)
    )


def verify_signal(state: HandState, seat: int, signal: Signal) -> None:
    """Raise `IllegalAction` unless `seat` may make this signal now (H8, H4)."""
    require_seat(state, seat)
    if signal not in signals_of(state.ruleset):
        raise IllegalAction("not_a_signal")
    if state.is_corrida:
        raise IllegalAction("no_signals")
    if state.phase in (Phase.DISCARD, Phase.EXPOSED):
        raise IllegalAction("not_all_dealt")
    if signal.after_pares and state.lance is not Lance.JUEGO:
        raise IllegalAction("too_early")
    if not is_true(signal, state.cards[seat], state.ruleset):
        raise IllegalAction("untrue_signal", seat=seat)


def can_signal(state: HandState, seat: int, signal: Signal) -> bool:
    """Whether `seat` may make this signal now (H8)."""
    return is_legal(verify_signal, state, seat, signal)


def holds(key: str, holding: Holding) -> bool:
    """Whether a holding is what the signal names; one that names no cards is never untrue."""
    if key in _ALIKE:
        place, count = _ALIKE[key]
        return holding.strengths.count(place) >= count
    if key in _WORTH:
        return holding.pares_worth == _WORTH[key]
    return key not in _TOTAL or holding.total == _TOTAL[key]
