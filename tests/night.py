"""How much is tried: a sample in CI, all of it by `make test-long`, which runs nightly."""

from __future__ import annotations

import os

NIGHT = os.environ.get("RUN_LONG") == "1"


def of_many(few: int, *, nightly: int) -> int:
    """How many are tried: `few`, and more of them nightly."""
    return nightly if NIGHT else few
