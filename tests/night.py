"""How much is tried: a sample in CI, all of it by `make test-long`, which runs nightly.

Samples are the same ones by day, so that a red run is the change's. Each night draws others: the
header of the run says `RUN_SEED=…`, and the same number given to pytest repeats them. A record or
an act that fails at night becomes an example of its test.
"""

from __future__ import annotations

import os
from random import SystemRandom

NIGHT = os.environ.get("RUN_LONG") == "1"

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
