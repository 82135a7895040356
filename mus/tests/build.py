"""Hands told in few words, and settlements read back as lines.

    settled("7 7 2 A", "3 3 S 2", "R R S A", "C C C 6", pares="A envido 4, B quiero")

Declarations are the truth about the cards unless `lies={"pares": {0: True}}` says otherwise.
The truth is told here from the card list alone, without the engine.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mus import settle_json

Json = dict[str, Any]

# The worked example of the general description: B has grande, A chica and pares, B juego.
EXAMPLE = ("7 7 2 A", "3 3 S 2", "R R S A", "C C C 6")
# Nobody has pares or juego: A the best grande, B the best chica, A the best punto (29 of seat 0).
QUIET = ("R C 5 4", "S 7 6 5", "C 7 5 4", "S 6 4 A")
# Only A has pares (seat 0 a par) and nobody juego.
ONLY_A_PARES = ("R R 5 4", "S 7 6 5", "C 7 5 4", "S 6 4 A")

POINTS = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}
CALLS = {"envido": "envido", "órdago": "ordago", "quiero": "quiero", "no": "no_quiero"}


def faces(four: str, kings: int = 8, ace: str = "2") -> list[str]:
    """The ranks of four cards as they count: with eight kings a 3 is a king and a 2 an ace, or
    another `ace`."""
    ranks = [token.partition("=")[2] or token[0] for token in four.split()]
    if kings == 8:
        ranks = [{"3": "R", ace: "A"}.get(rank, rank) for rank in ranks]
    return ranks


def total(four: str, kings: int = 8, ace: str = "2") -> int:
    return sum(POINTS[rank] for rank in faces(four, kings, ace))


def truth(lance: str, four: str, kings: int = 8, ace: str = "2") -> bool:
    if lance == "pares":
        return len(set(faces(four, kings, ace))) < 4
    return total(four, kings, ace) >= 31


def calls(text: str) -> list[Json]:
    """`"A envido 4, B órdago, A no"` as calls of the format."""
    told = []
    for said in filter(None, (part.strip() for part in text.split(","))):
        by, word, *stake = said.split()
        told.append({"by": by, "call": CALLS[word], **({"stake": int(stake[0])} if stake else {})})
    return told


def hand(
    *cards: str,
    mano: int = 0,
    score: Sequence[int] = (0, 0),
    lies: Mapping[str, Mapping[int, bool]] | None = None,
    rules: Json | None = None,
    false_claims: Sequence[int] = (),
    **bets: str,
) -> Json:
    """A record with these cards by seat (none: nobody had to show) and these bets by lance."""
    kings = (rules or {}).get("kings", 8)
    ace = "4" if (rules or {}).get("without_twos") else "2"
    record: Json = {"mano": mano, "score": list(score)}
    if rules:
        record["ruleset"] = rules
    if cards:
        record["cards"] = list(cards)
        record["declared"] = {
            lance: [
                (lies or {}).get(lance, {}).get(seat, truth(lance, four, kings, ace))
                for seat, four in enumerate(cards)
            ]
            for lance in ("pares", "juego")
        }
    if bets:
        record["bets"] = {lance: calls(text) for lance, text in bets.items()}
    if false_claims:
        record["infractions"] = [{"kind": "false_claim", "seat": seat} for seat in false_claims]
    return record


def settle(record: Json) -> Json:
    """The settlement of a record that must be possible."""
    answer = settle_json(record)
    assert answer["ok"], answer["errors"]
    return answer


def settled(*cards: str, **about: Any) -> Json:
    return settle(hand(*cards, **about))


def paid(answer: Json) -> list[str]:
    """The ledger as lines: `"B grande paso 1"`."""
    return [f"{e['pair']} {e['lance']} {e['kind']} {e['stones']}" for e in answer["ledger"]]


def paid_for(lance: str, answer: Json) -> list[str]:
    """The lines of one lance, without its name: `["A envite 4", "A pares 4"]`."""
    return [
        f"{e['pair']} {e['kind']} {e['stones']}" for e in answer["ledger"] if e["lance"] == lance
    ]


def penalties(answer: Json) -> list[str]:
    """The penalties as `"P1 at 0"`."""
    return [f"{p['clause']} at {p['seat']}" for p in answer["penalties"]]


def faults(record: object) -> list[str]:
    """Why a record is refused, as `"raise_too_small at bets.grande[1]"`."""
    answer = settle_json(record)
    assert not answer["ok"], f"was settled: {answer}"
    assert all(error["message"] for error in answer["errors"])
    return [f"{error['code']} at {error['path']}" for error in answer["errors"]]
