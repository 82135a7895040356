"""Random hands for the benchmarks: dealt, declared, bet and closed as a table might, by seed."""

import random
from typing import Any

from tests.mus.naive import Cards

Json = dict[str, Any]
PACK = [rank for rank in "RCS765432A" for _ in range(4)]
LANCES = ("grande", "chica", "pares", "juego")
FALSE_WORDS = 0.03


def random_records(count: int, seed: int) -> list[Json]:
    """`count` possible records under brisbane-2024, every one different from the last."""
    rng = random.Random(seed)
    return [_record(rng) for _ in range(count)]


def _record(rng: random.Random) -> Json:
    dealt = rng.sample(PACK, 16)
    fours = [dealt[4 * seat : 4 * seat + 4] for seat in range(4)]
    held = [Cards(four, 8) for four in fours]
    declared = {lance: [cards.has(lance) for cards in held] for lance in LANCES[2:]}
    if rng.random() < FALSE_WORDS:
        words = declared[rng.choice(LANCES[2:])]
        seat = rng.randrange(4)
        words[seat] = not words[seat]
    record: Json = {
        "ruleset": "brisbane-2024",
        "mano": rng.randrange(4),
        # Low enough that no deje ends the game before the last bet.
        "score": [rng.randrange(20), rng.randrange(20)],
        "cards": [" ".join(four) for four in fours],
        "declared": declared,
    }
    bets = _bets(rng, declared)
    if bets:
        record["bets"] = bets
    return record


def _bets(rng: random.Random, declared: dict[str, list[bool]]) -> Json:
    bets = {}
    for lance in LANCES:
        said = declared.get(lance, [True] * 4)
        both = any(said[0::2]) and any(said[1::2])
        if rng.random() < 0.6 or not (both or (lance == "juego" and True not in said)):
            continue
        bets[lance], seen_ordago = _calls(rng)
        if seen_ordago:
            break
    return bets


def _calls(rng: random.Random) -> tuple[list[Json], bool]:
    """A bet, sometimes raised, rarely an órdago, and its answer."""
    calls: list[Json] = []
    by, total = rng.randrange(2), 0
    while not calls or rng.random() < 0.25:
        total += rng.choice((2, 2, 2, 3, 5))
        calls.append({"by": "AB"[by], "call": "envido", "stake": total})
        by = 1 - by
    ordago = rng.random() < 0.03
    if ordago:
        calls.append({"by": "AB"[by], "call": "ordago"})
        by = 1 - by
    answer = rng.choice(("quiero", "no_quiero"))
    calls.append({"by": "AB"[by], "call": answer})
    return calls, ordago and answer == "quiero"
