"""A hand entered by its outcome alone: stones taken, no cards, so nothing can be verified.

`{"quick": {"stones": [a, b]}}`, with `"game_winner"` when an órdago won the game or when both
pairs would have reached the target. It settles into the same shape as a verified hand, with one
entry of kind "quick" for each pair that took stones.
"""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from .faults import Fault, RecordRefused, fault
from .sides import SIDES, Side
from .values import whole

QUICK = "quick"
"""The field of the record, and the kind of its ledger entries."""
_FIELDS = {"stones", "game_winner"}


def settle_quick(value: object, *, score: tuple[int, int], target: int) -> dict[str, object]:
    """The settlement of an outcome, as JSON. `score`: before the hand; S2 and S6 end the game.

    Raises `RecordRefused`: bad_quick, quick_nothing_taken, quick_winner_unclear.
    """
    stones, game_winner = read_quick(value)
    stones = reach(stones, score=score, target=target, game_winner=game_winner)
    if stones == (0, 0):
        raise RecordRefused((Fault("quick_nothing_taken", "quick.stones", {}),))
    after = (score[0] + stones[0], score[1] + stones[1])
    won = game_won(after, target=target, game_winner=game_winner, path="quick.game_winner")
    return {
        "ok": True,
        "winners": {},
        "ledger": [
            {"pair": str(side), "lance": None, "kind": QUICK, "stones": stones[side.position]}
            for side in SIDES
            if stones[side.position]
        ],
        "stones": list(stones),
        "score": list(after),
        "game_winner": None if won is None else str(won),
        "penalties": [],
        "needs_ruling": False,
    }


def verify_alone(record: Mapping[str, object], *, context: Sequence[str], seats: int) -> None:
    """Raise `RecordRefused` where an outcome stands beside other fields than those of `context`
    (quick_stands_alone), or its mano is no seat of the table (bad_mano)."""
    others = [name for name in record if name not in (*context, QUICK)]
    if others:
        raise RecordRefused(tuple(Fault("quick_stands_alone", name, {}) for name in others))
    mano = whole(record["mano"])
    if mano is None or mano >= seats:
        raise RecordRefused((fault("bad_mano", "mano", last=seats - 1),))


def reach(
    stones: tuple[int, int], *, score: tuple[int, int], target: int, game_winner: Side | None
) -> tuple[int, int]:
    """`stones` with what the pair that won the game was still missing to the target (S6)."""
    missing = [max(0, target - score[0] - stones[0]), max(0, target - score[1] - stones[1])]
    if game_winner is None:
        return stones
    extra = missing[game_winner.position]
    a, b = stones
    return (a + extra, b) if game_winner is Side.A else (a, b + extra)


def game_won(
    after: tuple[int, int], *, target: int, game_winner: Side | None, path: str
) -> Side | None:
    """The pair that has won the game with these scores, if any.

    The loser of a game never reaches the target (S2). Raises `RecordRefused`
    (quick_winner_unclear) when both are there.
    """
    there = [side for side in SIDES if after[side.position] >= target]
    if len(there) > 1 or (game_winner is not None and there != [game_winner]):
        raise RecordRefused((Fault("quick_winner_unclear", path, {"target": target}),))
    return there[0] if there else None


def read_quick(value: object) -> tuple[tuple[int, int], Side | None]:
    """The stones of A and B, and who won the game. Raises `RecordRefused` (bad_quick)."""
    if not isinstance(value, Mapping) or not set(value) <= _FIELDS:
        raise RecordRefused((Fault("bad_quick", QUICK, {}),))
    stones, winner = value.get("stones", [0, 0]), value.get("game_winner")
    if not (isinstance(stones, list) and len(stones) == 2 and all(map(_is_count, stones))):
        raise RecordRefused((Fault("bad_quick", "quick.stones", {}),))
    if winner not in (None, "A", "B"):
        raise RecordRefused((Fault("bad_quick", "quick.game_winner", {}),))
    return (stones[0], stones[1]), None if winner is None else Side(winner)


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
