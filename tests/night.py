"""How much is tried: a sample in CI, all of it by `make test-long`, which runs nightly.

Samples are the same ones by day, so that a red run is the change's. Each night draws others: the
header of the run says `RUN_SEED=…`, and the same number given to pytest repeats them. A record or
an act that fails at night becomes an example of its test.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path, PurePath
from random import SystemRandom

NIGHT = os.environ.get("RUN_LONG") == "1"
ROOT = Path(__file__).resolve().parents[1]

# In the environment, so that every process of the run has the same.
RUN_SEED = int(
    os.environ.setdefault("RUN_SEED", str(SystemRandom().randrange(10**9) if NIGHT else 0))
)


def of_many(few: int, *, nightly: int) -> int:
    """How many are tried: `few`, and more of them nightly."""
    return nightly if NIGHT else few


def seed_of(number: int) -> int:
    """The seed of one sample: `number` by day, another one in each night's run."""
    return number + RUN_SEED


def room_of(path: str) -> str:
    """The room that a file of the program or of its tests belongs to: `tournament/formats`."""
    parts = [part for part in PurePath(path).parent.parts if part != "tests"]
    return "/".join(parts[:2])


def rooms_of(paths: Iterable[str]) -> frozenset[str]:
    """The rooms of these files. What belongs to none touches none."""
    return frozenset(map(room_of, paths)) - {""}


def touched_rooms(root: Path) -> frozenset[str]:
    """The rooms in which this branch differs from `CI_BASE` (main), or on it the last commit; none
    where there is no history."""
    base = os.environ.get("CI_BASE", "main")
    try:
        at, fork = (
            _git(root, *asked) for asked in (("rev-parse", "HEAD"), ("merge-base", "HEAD", base))
        )
        changed = _git(root, "diff", "--name-only", f"{at}~1" if at == fork else fork)
    except (OSError, subprocess.CalledProcessError):
        return frozenset()
    return rooms_of(changed.splitlines())


def spared(each: int, *, room: str) -> int:
    """By day every how manieth is tried; 1 at night, and where the change touches the room or one
    below it."""
    if NIGHT or any(f"{one}/".startswith(f"{room}/") for one in touched_rooms(ROOT)):
        return 1
    return each


def _git(root: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return ran.stdout.strip()
