"""A hand entered by its outcome alone settles in the browser as it does in the engine."""

import json
from itertools import product
from random import Random

from mus.faults import RecordRefused
from mus.quick import settle_quick
from tests.night import seed_of
from tests.tablet.twin.engines import HERE, run_node

STONES = (0, 1, 5, 30, 39, 40, 41, -1, 1.5, "1", None, True)
ODD = (
    None, [], "quick", 3, {}, {"stones": None}, {"stones": [1]}, {"stones": [1, 2], "more": 1},
    {"game_winner": "A"}, {"game_winner": "C"}, {"stones": [1, 2], "game_winner": []},
)  # fmt: skip


def _settled(value: object, score: tuple[int, int], target: int) -> dict[str, object]:
    try:
        return settle_quick(value, score=score, target=target)
    except RecordRefused as refused:
        errors = [{"code": fault.code, "path": fault.path} for fault in refused.faults]
        return {"ok": False, "errors": errors}


def test_outcomes_settle_alike():
    rng = Random(seed_of(3))
    entered: list[object] = list(ODD)
    for a, b in product(STONES, repeat=2):
        entered += [{"stones": [a, b], "game_winner": won} for won in (None, "A", "B")]
        entered.append({"stones": [a, b]})
    cases = [
        (value, (rng.randrange(target), rng.randrange(target)), target)
        for value in entered
        for target in (40, 30, 50)
    ]
    there = run_node(HERE / "settle_quick_lines.mjs", [json.dumps(case) for case in cases])
    for case, settled in zip(cases, there, strict=True):
        assert json.loads(settled) == _settled(*case), case
