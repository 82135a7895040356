"""The programs that make draws make the same: the server, the page's JavaScript, the file that
stands alone, and the one that checks a tournament's whole file.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from tournament.commitment.rules import commitment_of, seed_of
from tournament.formats.registry import FORMATS
from tournament.formats.setting import Setting, Wishes

SAID = ("ñu", "a red barn", "órdago!", "31", "漢字")
ROOT = Path(__file__).resolve().parents[3]
RECIPES = {
    "mus-draw/1": "knockout",
    "mus-draw/2": "knockout",
    "mus-draw/3": "knockout",
    "mus-rounds/1": "repesca",
    "mus-rounds/2": "repesca",
    "mus-rounds/3": "repesca",
    "mus-circle/1": "round_robin",
    "mus-circle/2": "round_robin",
    "mus-groups/1": "groups",
    "mus-groups/2": "groups",
}
"""Recipe → a format that draws by it."""
IN_NODE = """
import {{ readFileSync }} from "node:fs";
import {{ draw, commitment, seedOf }} from {module};
for (const line of readFileSync(0, "utf8").split("\\n").filter(Boolean)) {{
  const told = JSON.parse(line);
  const seed = seedOf(told);
  console.log(JSON.stringify([commitment(told), seed, draw({{ ...told, seed }})]));
}}
"""


def cases(*, draws: int, seed: int) -> list[dict[str, Any]]:
    """Draws to be made: a recipe, pairs, some of which have left gaps in the numbers, seeds and
    clubs where the recipe knows any, a secret, words."""
    rng = Random(seed)
    return [_case(rng, rng.choice(list(RECIPES))) for _draw in range(draws)]


def _case(rng: Random, algorithm: str) -> dict[str, Any]:
    size = rng.randint(2, 64)
    numbers = sorted(rng.sample(range(1, 2 * size + 1), size))
    with_wishes = algorithm not in ("mus-draw/1", "mus-circle/1", "mus-circle/2")
    seeds = rng.sample(numbers, rng.randint(1, min(size, 9))) if with_wishes else []
    of_clubs = numbers if with_wishes and rng.random() < 0.8 else []
    clubs = [[number, f"club {rng.randint(1, 9)}"] for number in of_clubs if rng.random() < 0.8]
    case: dict[str, Any] = {
        "recipe": rng.choice(["mus-commit/1", "mus-commit/2"]),
        "algorithm": algorithm,
        "numbers": numbers,
        "seeds": seeds,
        "clubs": clubs,
        "head": f"{rng.getrandbits(256):064x}",
        "secret": f"{rng.getrandbits(256):064x}",
        "words": [rng.choice(SAID) * rng.randint(1, 9) for _ in range(rng.randint(1, 4))],
    }
    # The verifiers have the matches of the log; of groups, how many there are tells their sizes.
    return {**case, "matches": _matches(case, seed_of(secret=case["secret"], words=case["words"]))}


def _matches(case: dict[str, Any], seed: str) -> list[list[int | None]]:
    """The matches of a draw, by the program itself."""
    has_some = case["algorithm"] == "mus-groups/2"
    options = {"group_matches": 2 + len(case["numbers"]) % 5} if has_some else {}
    if case["algorithm"] == "mus-circle/2":
        options = {"rounds_each": 2 + len(case["numbers"]) % 3}
    format_ = FORMATS[RECIPES[case["algorithm"]]](Setting(options, recipe=case["algorithm"]))
    made = format_.draw(case["numbers"], seed, Wishes.from_json(case))
    assert made.algorithm == case["algorithm"]
    return [list(match) for match in made.matches]


def drawn(numbers: list[int], seed: str) -> tuple[tuple[int, int | None], ...]:
    """Round 1 of a knockout, by the program itself."""
    return FORMATS["knockout"](Setting()).draw(numbers, seed).matches


def by_the_server(case: dict[str, Any]) -> list[Any]:
    """Commitment, seed and matches as this program makes them."""
    given = {name: case[name] for name in ("recipe", "algorithm", "numbers", "head", "secret")}
    seed = seed_of(secret=case["secret"], words=case["words"])
    return [commitment_of(**given, wishes=Wishes.from_json(case)), seed, _matches(case, seed)]


def by_the_file(case: dict[str, Any]) -> list[Any]:
    """The same by a file that people download."""
    alone = _file("verify_draw")
    bound = alone.bound(case, case["recipe"])
    lines = [case["recipe"], case["algorithm"], *bound, case["head"], case["secret"]]
    seed = alone.sha256("\n".join(["mus-seed/1", case["secret"], *case["words"]]))
    return [alone.sha256("\n".join(lines)), seed, alone.draw({**case, "seed": seed})]


@cache
def _file(name: str) -> ModuleType:
    """A program that people download, with the files beside it."""
    sys.path.append(str(ROOT / "static" / "proof"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop()


def by_the_page(found: list[dict[str, Any]]) -> list[list[Any]] | None:
    """The same by the JavaScript of the draw's page; None where there is no Node.js."""
    node = shutil.which("node")
    if node is None:
        return None
    module = json.dumps(str(ROOT / "static" / "proof" / "draw.js"))
    program = IN_NODE.format(module=module)
    ran = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "-e", program], text=True, check=True,
        input="\n".join(json.dumps(case) for case in found), capture_output=True,
    )  # fmt: skip
    return [json.loads(line) for line in ran.stdout.split("\n") if line]


def disagreements(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The draws that the three do not make alike."""
    in_page = by_the_page(found)
    apart = []
    for place, case in enumerate(found):
        made = by_the_server(case)
        others = [in_page[place]] if in_page is not None else []
        others += [by_the_file(case)]
        if any(other != made for other in others):
            apart.append(case)
    return apart


def places(*, pairs: int, draws: int) -> Counter[tuple[int, int]]:
    """How often each pair came to each place of round 1, in so many draws by counted seeds."""
    counted: Counter[tuple[int, int]] = Counter()
    for number in range(draws):
        made = drawn(list(range(1, pairs + 1)), f"seed {number}")
        for place, pair in enumerate(one for match in made for one in match):
            if pair is not None:
                counted[pair, place] += 1
    return counted
