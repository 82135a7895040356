"""What a partner has signalled, and what it may be taken to hold (H8)."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from ..holdings import Holding, holding_classes, holding_of_strengths
from ..lances import Lance
from ..play.state import HandState, Phase
from ..ruleset import RuleSet
from ..signals import Signal, holds, signals_of
from .feeling import Feeling, feelings, multiplicity


def signalled(holding: Holding, state: HandState) -> frozenset[str] | None:
    """The keys of the signals that one makes who holds this: all that are allowed and true.

    None where nobody signals: in a first hand (H4), and while somebody is without four cards.
    """
    if state.is_corrida or state.phase in (Phase.DISCARD, Phase.EXPOSED):
        return None
    return frozenset(
        signal.key for signal in _now(state.ruleset, state.lance) if holds(signal.key, holding)
    )


def expected(signals: frozenset[str], ruleset: RuleSet, lance: Lance | None) -> Feeling:
    """How good the cards of a partner feel who makes these signals and no others."""
    keys = tuple(signal.key for signal in _now(ruleset, lance))
    return _by_signals(ruleset.kings, keys)[signals]


def _now(ruleset: RuleSet, lance: Lance | None) -> tuple[Signal, ...]:
    """The signals that name cards; thirty only once pares has been played."""
    return tuple(
        signal
        for signal in signals_of(ruleset)
        if signal.binding and (lance is Lance.JUEGO or not signal.after_pares)
    )


@lru_cache(maxsize=16)
def _by_signals(kings: int, keys: tuple[str, ...]) -> Mapping[frozenset[str], Feeling]:
    """The mean feeling of all holdings of which the same signals are true."""
    sums: defaultdict[frozenset[str], list[float]] = defaultdict(lambda: [0.0] * 5)
    weights: defaultdict[frozenset[str], int] = defaultdict(int)
    table = feelings(kings)
    for strengths in holding_classes(kings):
        holding = holding_of_strengths(strengths)
        signals = frozenset(key for key in keys if holds(key, holding))
        weight = multiplicity(strengths, kings)
        weights[signals] += weight
        sums[signals] = [
            a + b * weight for a, b in zip(sums[signals], table[strengths], strict=True)
        ]
    return {signals: Feeling(*(s / weights[signals] for s in sums[signals])) for signals in sums}
