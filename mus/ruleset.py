"""House rules: one documented object with defaults, and the presets of §9.

A regulation is data: `ruleset_from` reads a preset's key, or a mapping with a preset and the
settings that differ from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from .faults import Fault, RecordRefused, fault, shown_key
from .invalid import require_one_of, require_whole


class RefusedRaise(StrEnum):
    """What a refused raise pays (E5): the total that stood before it, or one stone."""

    PREVIOUS = "previous"
    ONE = "one"

    # Part of the key of the kept betting outcomes; Enum would hash in Python.
    __hash__ = str.__hash__


class JuegoReal(StrEnum):
    """Which 31 beats every other 31 (§10): three sevens and a ten-point card, in three forms."""

    NONE = "none"
    THREE_SEVENS = "three_sevens"
    SOTA_OROS = "sota_oros"
    FOURTH_SUIT = "fourth_suit"


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

_TARGETS = tuple(range(5, 101))
_CHOICES: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "kings": (8, 4),
        "target": _TARGETS,
        "refused_raise": tuple(RefusedRaise),
        "juego_real": tuple(JuegoReal),
        "jokers": (False, True),
        "seats": (4, 6),
        "deal_again_4567": (False, True),
        "mus_visto": tuple(MusVisto),
        "first_hand": tuple(FirstHand),
    }
)
_NAMED = tuple(name for name in _CHOICES if name not in ("target", "seats"))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The settings of §10 under which one hand is settled.

    `kings` 8 or 4 (C2, C3); `target` 5 to 100 stones (S7); `refused_raise` (E5); `juego_real`;
    `jokers`, the ten kings of Eibar; `seats` 4 or 6 (each for himself 2 to 6); `deal_again_4567`;
    `mus_visto` (H6); `first_hand` (H4). `preset` names the regulation the settings started from.

    Raises `InvalidValue` for a setting that there is not.
    """

    preset: str = "brisbane-2024"
    kings: int = 8
    target: int = 40
    refused_raise: RefusedRaise = RefusedRaise.PREVIOUS
    juego_real: JuegoReal = JuegoReal.NONE
    jokers: bool = False
    seats: int = 4
    deal_again_4567: bool = False
    mus_visto: MusVisto = MusVisto.OBLIGATORY
    first_hand: FirstHand = FirstHand.CORRIDA

    def __post_init__(self) -> None:
        require_one_of("preset", self.preset, tuple(_PRESETS))
        require_whole("target", self.target, least=_TARGETS[0], most=_TARGETS[-1])
        require_whole("seats", self.seats, least=2, most=6)
        for name in _NAMED:
            # A setting may be written plainly ("one"); what compares them asks for the thing.
            object.__setattr__(
                self, name, require_one_of(name, getattr(self, name), _CHOICES[name])
            )

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


PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {key: RuleSet(key, **settings) for key, settings in _PRESETS.items()}  # type: ignore[arg-type]
)
"""The presets of §9 by key. Their number of games belongs to the tournament, not to the hand."""


def setting_names() -> tuple[str, ...]:
    """The settings a mapping may hold beside `preset`, in the order of §10."""
    return tuple(_CHOICES)


def choices_of(setting: str) -> tuple[object, ...]:
    """The values that `setting` may take. KeyError when there is no such setting."""
    return _CHOICES[setting]


def ruleset_from(value: object) -> RuleSet:
    """The rule set that a record or a regulation names: a key, a mapping, or None (the default).

    Raises `RecordRefused` with every fault (`bad_ruleset`), each naming its path.
    """
    faults: list[Fault] = []
    ruleset = read_ruleset(value, faults)
    if faults:
        raise RecordRefused(tuple(faults))
    return ruleset


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
    found = PRESETS.get(key) if isinstance(key, str) else None
    if found is None:
        faults.append(fault("bad_ruleset", path, given=key))
        return PRESETS["brisbane-2024"]
    return found


def _overridden(value: dict[str, object], faults: list[Fault]) -> RuleSet:
    settings = dict(value)
    base = _preset(settings.pop("preset", "brisbane-2024"), "ruleset.preset", faults)
    changes: dict[str, object] = {}
    for name, given in settings.items():
        allowed = [choice for choice in _CHOICES.get(name, ()) if _same(given, choice)]
        if allowed:
            changes[name] = allowed[0]
        else:
            faults.append(fault("bad_ruleset", f"ruleset.{shown_key(name)}", given=given))
    return _changed(base, tuple(changes.items()))


@lru_cache(maxsize=256)
def _changed(base: RuleSet, changes: tuple[tuple[str, object], ...]) -> RuleSet:
    """`base` with these settings. A tournament plays by few rule sets, so they are kept."""
    return replace(base, **dict(changes)) if changes else base  # type: ignore[arg-type]


def _same(given: object, allowed: object) -> bool:
    """Equal and of one kind: JSON's true is not 1; 40.0 is 40."""
    return given == allowed and isinstance(given, bool) == isinstance(allowed, bool)
