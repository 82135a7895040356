"""What the browser takes from the engine is what the engine would write today, and stays small."""

import gzip
from pathlib import Path
from random import Random

import pytest

from mus.version import RULES_VERSION
from tablet.twin import (
    rules_version,
    sample_records,
    version_module,
)
from tests.tablet.twin.engines import ROOT

MODULES = ROOT / "tablet/mus"
LARGEST = 30 * 1024


@pytest.mark.long
def test_the_version_is_that_of_todays_rules():
    assert rules_version() == RULES_VERSION, "run python -m tablet.twin"
    written = (ROOT / "mus/version.py").read_text(encoding="utf-8")
    assert written == version_module(RULES_VERSION)


def test_the_same_seed_samples_the_same_records():
    first, second = (list(sample_records(Random(5), 300)) for _ in range(2))
    assert first == second


def test_all_modules_together_are_small():
    assert sum(_zipped(path) for path in MODULES.glob("*.js")) <= LARGEST


def _zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))
