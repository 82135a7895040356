"""How many ways there are to deal unseen hands that are all no better than a key: exact counts.

For one key every class is below it, equal to it or above it. The classes form a tree, kind by
kind; branches with the same future are one state, so that few are left, and the hands are dealt
together kind by kind, carrying for each only its state. Hands are alike, so their order is not
kept: that is what makes it fast.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from ..lances import Lance
from ..ruleset import RuleSet
from .tables import Counts, LanceTable, table_of

Steps = tuple[tuple[int, int], ...]
"""From one state: how many cards of the kind may be taken, and the state that leads to."""
_BELOW, _EQUAL = 0, 1


class Comparison(NamedTuple):
    """A lance against one key: the first state, and the steps of every state, kind by kind.

    `start` is None when no class is left. The last states are 0 (below the key) and 1 (equal).
    """

    start: int | None
    steps: tuple[tuple[Steps, ...], ...]


def up_to(table: LanceTable, key: int) -> Comparison:
    """The classes that are not above `key`."""
    return _up_to(table.lance, table.ruleset, key)


def equal_to(table: LanceTable, key: int) -> Comparison:
    """The classes that are equal to `key`."""
    return _equal_to(table.lance, table.ruleset, key)


def deals_up_to(comparison: Comparison, unseen: Counts, hands: int) -> list[int]:
    """Ways to deal `hands` hands from `unseen` with none above the key, by how many equal it.

    Hands are told apart; `deals[j]` counts the deals in which any j of them equal the key.
    """
    deals = [0] * (hands + 1)
    if comparison.start is not None:
        now = {(comparison.start,) * hands: 1}
        for steps, available in zip(comparison.steps, unseen, strict=True):
            now = _dealt(now, (steps,) * hands, available, alike=hands)
        for states, ways in now.items():
            deals[states.count(_EQUAL)] += ways
    return deals


def deals_tied(equal: Comparison, up: Comparison, unseen: Counts) -> tuple[int, int]:
    """Ways to deal three hands with exactly two equal to a key and the third below it, and with
    all three equal to it. Hands are told apart.
    """
    if equal.start is None or up.start is None:
        return 0, 0
    now: dict[tuple[int, ...], int] = {(equal.start, equal.start, up.start): 1}
    for same, other, available in zip(equal.steps, up.steps, unseen, strict=True):
        now = _dealt(now, (same, same, other), available, alike=2)
    two = sum(ways for states, ways in now.items() if states[2] == _BELOW)
    three = sum(ways for states, ways in now.items() if states[2] == _EQUAL)
    return 3 * two, three


def all_deals(cards: int, hands: int) -> int:
    """Ways to deal `hands` hands of four from so many unseen cards."""
    ways = 1
    for number in range(hands):
        ways *= comb(cards - 4 * number, 4)
    return ways


def holdings_in(counts: Counts, unseen: Counts) -> int:
    """How many holdings of this class there are among the unseen cards."""
    ways = 1
    for count, available in zip(counts, unseen, strict=True):
        if count:
            ways *= comb(available, count)
    return ways


def _dealt(
    now: dict[tuple[int, ...], int],
    steps: Sequence[Sequence[Steps]],
    available: int,
    *,
    alike: int,
) -> dict[tuple[int, ...], int]:
    """Deal the cards of one kind to all hands, one after another; the first `alike` are alike."""
    after: dict[tuple[int, ...], int] = {}
    for states, ways in now.items():
        partial: list[tuple[tuple[int, ...], int, int]] = [((), available, ways)]
        for state, of_kind in zip(states, steps, strict=True):
            possible = of_kind[state]
            partial = [
                ((*done, following), left - count, so_far * _CHOOSE[left][count])
                for done, left, so_far in partial
                for count, following in possible
                if count <= left
            ]
        for reached, _, count in partial:
            key = (*sorted(reached[:alike]), *reached[alike:])
            after[key] = after.get(key, 0) + count
    return after


@lru_cache(maxsize=4096)
def _up_to(lance: Lance, ruleset: RuleSet, key: int) -> Comparison:
    table = table_of(lance, ruleset)
    return _built(table.pack, [(c, k == key) for c, k in table.key_of.items() if k <= key])


@lru_cache(maxsize=4096)
def _equal_to(lance: Lance, ruleset: RuleSet, key: int) -> Comparison:
    table = table_of(lance, ruleset)
    return _built(table.pack, [(c, True) for c in table.classes_of.get(key, ())])


def _built(pack: Counts, classes: Iterable[tuple[Counts, bool]]) -> Comparison:
    """The tree of these classes, branches with the same future made one."""
    known: list[dict[Steps, int]] = [{} for _ in pack]

    def state(kind: int, among: list[tuple[Counts, bool]]) -> int:
        if kind == len(pack):
            return _EQUAL if among[0][1] else _BELOW
        by_count: dict[int, list[tuple[Counts, bool]]] = {}
        for entry in among:
            by_count.setdefault(entry[0][kind], []).append(entry)
        steps = tuple((count, state(kind + 1, rest)) for count, rest in sorted(by_count.items()))
        return known[kind].setdefault(steps, len(known[kind]))

    among = list(classes)
    start = state(0, among) if among else None
    return Comparison(start, tuple(tuple(level) for level in known))


_CHOOSE = tuple(tuple(comb(n, k) for k in range(5)) for n in range(41))
