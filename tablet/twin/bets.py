"""Sampled betting: calls that E1 to E5 allow, with occasional mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from mus.betting import deje
from mus.lances import DECLARED_LANCES, LANCES, Lance
from mus.ruleset import RuleSet
from mus.sides import SIDES, Side, side_of

Calls = list[dict[str, Any]]


def sample_bets(
    declared: Mapping[str, Sequence[bool]],
    *,
    score: Sequence[int],
    ruleset: RuleSet,
    refused: bool,
    rng: Random,
) -> dict[str, Any]:
    """Lance → calls. Betting mostly stops where the game ended and stays out of closed lances.

    `refused`: every open lance is bet and refused, as when nobody has to show.
    """
    bets: dict[str, Any] = {}
    stones = list(score)
    for lance in LANCES:
        if not _is_open(declared.get(lance)) and rng.random() < 0.97:
            continue
        if rng.random() < (0.05 if refused else 0.6):
            if rng.random() < 0.1:
                bets[str(lance)] = rng.choice(([], None))
            continue
        calls, ended = _calls(stones, ruleset, refused=refused, rng=rng)
        bets[str(lance)] = calls
        if ended and rng.random() < 0.9:
            break
    return bets


def refused_bets(
    declared: Mapping[str, Sequence[bool]], *, score: Sequence[int], target: int, rng: Random
) -> dict[str, Any]:
    """Bets that are refused in pares and juego, wherever allowed, until dejes end the game."""
    bets: dict[str, Any] = {}
    stones = list(score)
    for lance in DECLARED_LANCES:
        words = declared[lance]
        if not _is_open(words) or (lance is Lance.PARES and not any(words)):
            continue
        by = rng.choice(SIDES)
        refusal = {"by": str(by.other), "call": "no_quiero"}
        bets[str(lance)] = [{"by": str(by), "call": "envido"}, refusal]
        stones[by.position] += 1
        if stones[by.position] >= target:
            break
    return bets


def _is_open(words: Sequence[bool] | None) -> bool:
    """Whether both pairs, or (as with the punto) nobody, declared."""
    return words is None or len({side_of(seat) for seat, said in enumerate(words) if said}) != 1


def _calls(
    stones: list[int], ruleset: RuleSet, *, refused: bool, rng: Random
) -> tuple[Calls, bool]:
    """The calls on one lance and whether they ended the game; a deje is added to `stones`."""
    by = rng.choice(SIDES)
    calls: Calls = []
    standing = before = 0
    ordago = False
    while not ordago:
        before = standing
        ordago = rng.random() < 0.15
        if ordago:
            calls.append({"by": str(by), "call": "ordago"})
        else:
            call, standing = _envido(by, standing, rng)
            calls.append(call)
        by = by.other
        if rng.random() < 0.6:
            break
    see = not refused and rng.random() < 0.5
    calls.append({"by": str(by), "call": "quiero" if see else "no_quiero"})
    ended = ordago
    if not see:
        stones[by.other.position] += deje(before, ruleset.refused_raise)
        ended = stones[by.other.position] >= ruleset.target
    return _with_slip(calls, rng), ended


def _envido(by: Side, standing: int, rng: Random) -> tuple[dict[str, Any], int]:
    kind = rng.random()
    call: dict[str, Any] = {"by": str(by), "call": "envido"}
    if kind < 0.3:
        return call, standing + 2
    raised = rng.choice((2, 2, 3, 5, 10)) if kind < 0.95 else rng.choice((0, 1, 40, 8 * 10**15))
    return {**call, "stake": standing + raised}, standing + raised


def _with_slip(calls: Calls, rng: Random) -> Calls:
    """The calls, occasionally with one too many, one too few, or one out of place."""
    slip = rng.random()
    if slip < 0.02:
        calls.insert(rng.randrange(len(calls) + 1), _any_call(rng))
    elif slip < 0.03:
        calls.pop(rng.randrange(len(calls)))
    elif slip < 0.04:
        calls[rng.randrange(len(calls))] = _any_call(rng)
    elif slip < 0.05:
        rng.shuffle(calls)
    return calls


def _any_call(rng: Random) -> dict[str, Any]:
    call: dict[str, Any] = {
        "by": rng.choice("AB"),
        "call": rng.choice(("envido", "ordago", "quiero", "no_quiero")),
    }
    if rng.random() < 0.4:
        call["stake"] = rng.choice((None, 0, 1, 2, 3, 4, 7, -2))
    return call
