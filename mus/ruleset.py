"""House rules: one declaration of every setting (`RuleSet`), and the presets of §9.

A regulation is data: `ruleset_from` reads a preset's key, or a mapping with a preset and the
settings that differ from it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from .faults import Fault, RecordRefused, fault
from .invalid import InvalidValue, cut_short, require_one_of, require_whole
from .lances import LANCES, Lance


class RefusedRaise(StrEnum):
    """What a refused raise pays (E5): the total that stood before it, one stone, or one stone more
    than what stood. Nothing: nor does a refused first bet (no deje)."""

    PREVIOUS = "previous"
    ONE = "one"
    PLUS_ONE = "plus_one"
    NOTHING = "nothing"

    # Part of the key of the kept betting outcomes; Enum would hash in Python.
    __hash__ = str.__hash__


class RefusedRaiseIn(StrEnum):
    """What a refused raise pays in one lance, where it is not as in the others (E5)."""

    AS_ELSEWHERE = "as_elsewhere"
    PREVIOUS = "previous"
    ONE = "one"
    PLUS_ONE = "plus_one"


class JuegoReal(StrEnum):
    """Which 31 beats every other 31 (§10): three sevens and a ten-point card, in three forms."""

    NONE = "none"
    THREE_SEVENS = "three_sevens"
    SOTA_OROS = "sota_oros"
    FOURTH_SUIT = "fourth_suit"


class FalseWords(StrEnum):
    """What a false word about pares or juego costs (§6): as the table of §6 says; as it says, with
    two stones for the deje of a penalty; a number of stones; the game; or what the judges say."""

    TABLE = "table"
    TWO_STONES = "two_stones"
    FLAT = "flat"
    GAME = "game"
    JUDGES = "judges"


class MusVisto(StrEnum):
    """Whether a card exposed while dealing gives everybody a discard (H6)."""

    OBLIGATORY = "obligatory"
    OFF = "off"


class FirstHand(StrEnum):
    """How the first hand of a game finds its mano (H4)."""

    CORRIDA = "corrida"
    PLAIN = "plain"


_PRESETS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "brisbane-2024": {},
        "pagat": {"mus_visto": MusVisto.OFF, "first_hand": FirstHand.PLAIN},
        "euskal-herria": {"kings": 4, "target": 30},
        "nabo": {"kings": 4},
    }
)
"""What each regulation of §9 sets otherwise than `RuleSet` does."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One house rule: its default, the values it may have (a range for a number), its clause.

    Everything that lists the settings reads this: the schema, the tablet's tables, what a
    tournament may change, its form, and the words, which are keyed by `name`.
    """

    name: str
    default: object
    choices: tuple[object, ...] | range
    clause: str

    def match(self, value: object) -> object | None:
        """The choice that `value` equals, None when there is none. True is not 1; 40.0 is 40."""
        for choice in self.choices:
            if value == choice and isinstance(value, bool) == isinstance(choice, bool):
                return choice
        return None

    def from_text(self, text: str) -> object:
        """The choice that a form's text ("8", "true", "one") names. Raises `InvalidValue`."""
        for choice in self.choices:
            if text == self.to_text(choice):
                return choice
        values = self.choices
        if isinstance(values, range):
            kind = "an odd" if values.step == 2 else "a whole"
            remedy = f"Give {kind} number from {values[0]} to {values[-1]}."
        else:
            remedy = f"Give one of {', '.join(map(self.to_text, values))}."
        raise InvalidValue(self.name, text, remedy)

    @staticmethod
    def to_text(value: object) -> str:
        """A value as a form writes it."""
        return str(value).lower() if isinstance(value, bool) else str(value)


def _may_be(choices: Iterable[object], clause: str) -> Mapping[str, object]:
    """What the `Setting` of a field says beside its default."""
    return {"choices": choices if isinstance(choices, range) else tuple(choices), "clause": clause}


_IN_ONE_LANCE = _may_be(RefusedRaiseIn, "E5")
# Not a rank on whose suits jokers or a juego real hang.
_NINTH = _may_be(("none", "C", "6", "5", "4"), "C2 §10")
_AS_ELSEWHERE = RefusedRaiseIn.AS_ELSEWHERE


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The settings of §10 under which one hand is settled; each is declared here and nowhere else.

    `preset` names the regulation the settings started from. A stored rule set that lacks a setting
    has its default. Raises `InvalidValue` for a value that is not among a setting's choices.
    """

    preset: str = "brisbane-2024"
    # A 3 is a king and a 2 an ace, or they are themselves.
    kings: int = field(default=8, metadata=_may_be((8, 4), "C2 C3"))
    # 36 cards. With eight kings a 4 is an ace in place of the 2.
    without_twos: bool = field(default=False, metadata=_may_be((False, True), "§10"))
    # One card of this rank counts as a king, or as an ace, and is written as one.
    ninth_king: str = field(default="none", metadata=_NINTH)
    ninth_ace: str = field(default="none", metadata=_NINTH)
    # Stones that win a game.
    target: int = field(default=40, metadata=_may_be(range(5, 101), "S7"))
    refused_raise: RefusedRaise = field(
        default=RefusedRaise.PREVIOUS, metadata=_may_be(RefusedRaise, "E5")
    )
    refused_raise_in_grande: RefusedRaiseIn = field(default=_AS_ELSEWHERE, metadata=_IN_ONE_LANCE)
    refused_raise_in_chica: RefusedRaiseIn = field(default=_AS_ELSEWHERE, metadata=_IN_ONE_LANCE)
    refused_raise_in_pares: RefusedRaiseIn = field(default=_AS_ELSEWHERE, metadata=_IN_ONE_LANCE)
    # Of the punto too.
    refused_raise_in_juego: RefusedRaiseIn = field(default=_AS_ELSEWHERE, metadata=_IN_ONE_LANCE)
    juego_real: JuegoReal = field(default=JuegoReal.NONE, metadata=_may_be(JuegoReal, "§10"))
    # Ten kings, as in Eibar: the sotas of copas and oros stand for a king or an ace.
    jokers: bool = field(default=False, metadata=_may_be((False, True), "§10"))
    # Six: two teams of three.
    seats: int = field(default=4, metadata=_may_be((4, 6), "§10"))
    # Whoever is dealt 4-5-6-7 may show them and be dealt again.
    deal_again_4567: bool = field(default=False, metadata=_may_be((False, True), "§10"))
    mus_visto: MusVisto = field(default=MusVisto.OBLIGATORY, metadata=_may_be(MusVisto, "H6"))
    false_words: FalseWords = field(default=FalseWords.TABLE, metadata=_may_be(FalseWords, "§6"))
    # The stones of a flat penalty.
    false_word_stones: int = field(default=5, metadata=_may_be(range(1, 41), "§6"))
    first_hand: FirstHand = field(default=FirstHand.CORRIDA, metadata=_may_be(FirstHand, "H4"))

    def __post_init__(self) -> None:
        require_one_of("preset", self.preset, tuple(_PRESETS))
        for name, setting in SETTINGS.items():
            value, choices = getattr(self, name), setting.choices
            if name == "seats":
                # 2, 3 and 5 are no choice of a record: each plays for himself (`mus.everyone`).
                require_whole(name, value, least=2, most=6)
            elif isinstance(choices, range):
                require_whole(name, value, least=choices[0], most=choices[-1])
            else:
                # A setting may be written plainly ("one"); what compares them asks for the thing.
                object.__setattr__(self, name, require_one_of(name, value, choices))

    def refused_raise_of(self, lance: Lance) -> RefusedRaise:
        """What a refused raise pays in a lance (E5)."""
        own: RefusedRaiseIn = getattr(self, _REFUSED_RAISE_IN[lance])
        return self.refused_raise if own is _AS_ELSEWHERE else RefusedRaise(own)

    def most_of(self, rank: str) -> int:
        """How many cards of a rank are in the pack (C1, §10)."""
        if rank == "2" and self.without_twos:
            return 0
        ninth = {"R": self.ninth_king, "A": self.ninth_ace}
        return 4 + (ninth.get(rank, "none") != "none") - [*ninth.values()].count(rank)

    @property
    def needs_suits(self) -> bool:
        """Whether a hand can only be judged when suits are known (C5: the variants alone)."""
        return self.jokers or self.juego_real in (JuegoReal.SOTA_OROS, JuegoReal.FOURTH_SUIT)

    def to_json(self) -> dict[str, object]:
        """The settings as plain JSON: `{"preset": …, setting: value …}`, every setting named."""
        return {
            f.name: str(v) if isinstance(v := getattr(self, f.name), StrEnum) else v
            for f in fields(self)
        }


_REFUSED_RAISE_IN = {lance: f"refused_raise_in_{lance}" for lance in LANCES}
SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        f.name: Setting(f.name, f.default, f.metadata["choices"], f.metadata["clause"])
        for f in fields(RuleSet)
        if f.metadata
    }
)
"""Every setting of a rule set by name, in the order of §10."""

PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {key: RuleSet(key, **settings) for key, settings in _PRESETS.items()}  # type: ignore[arg-type]
)
"""The presets of §9 by key. Their number of games belongs to the tournament, not to the hand."""


def ruleset_from(value: object) -> RuleSet:
    """The rule set that a record or a regulation names: a key, a mapping, or None (the default).

    Raises `RecordRefused` with every fault (`bad_ruleset`), each naming its path.
    """
    faults: list[Fault] = []
    ruleset = read_ruleset(value, faults)
    if faults:
        raise RecordRefused(tuple(faults))
    return ruleset


def with_target(ruleset: object, target: int | None) -> object:
    """The rule set that a record names, for a game of `target` stones; None: as it is (S7)."""
    if target is None or ruleset_from(ruleset).target == target:
        return ruleset
    named = {"preset": ruleset} if isinstance(ruleset, str) else ruleset
    return {**(named if isinstance(named, dict) else {}), "target": target}


def read_ruleset(value: object, faults: list[Fault]) -> RuleSet:
    """Like `ruleset_from`, appending to `faults` instead of raising.

    What could be read is kept, so that the rest of a record is judged by as much as was said.
    """
    if value is None:
        return PRESETS["brisbane-2024"]
    if isinstance(value, RuleSet):
        return value
    if isinstance(value, dict):
        return _overridden(value, faults)
    return _preset(value, "ruleset", faults)


def _preset(key: object, path: str, faults: list[Fault]) -> RuleSet:
    ruleset = PRESETS.get(key) if isinstance(key, str) else None
    if ruleset is None:
        faults.append(fault("bad_ruleset", path, given=key))
        return PRESETS["brisbane-2024"]
    return ruleset


def _overridden(value: dict[str, object], faults: list[Fault]) -> RuleSet:
    settings = dict(value)
    base = _preset(settings.pop("preset", "brisbane-2024"), "ruleset.preset", faults)
    changes: dict[str, object] = {}
    for name, entry in settings.items():
        setting = SETTINGS.get(name)
        choice = setting.match(entry) if setting else None
        if choice is not None:
            changes[name] = choice
        else:
            faults.append(fault("bad_ruleset", f"ruleset.{cut_short(str(name))}", given=entry))
    return _changed(base, tuple(changes.items()))


@lru_cache(maxsize=256)
def _changed(base: RuleSet, changes: tuple[tuple[str, object], ...]) -> RuleSet:
    """`base` with these settings. A tournament plays by few rule sets, so they are kept."""
    return replace(base, **dict(changes)) if changes else base  # type: ignore[arg-type]
