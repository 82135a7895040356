"""`docs/promises.md` names tests that are there, one at least for every promise."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
ROWS = [
    line
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| promise", "|---"))
]
MEASURED = "measured, not tested"


def test_the_promises_are_all_there() -> None:
    assert len(ROWS) == 194
    assert sum(MEASURED in row for row in ROWS) == 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:50])
def test_a_promise_has_a_test_or_says_where_it_is_measured(row: str) -> None:
    assert "`test_" in row or MEASURED in row


def test_the_tests_that_hold_promises_are_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    there: set[str] = set()
    for file in [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "mus/tests").glob("test_*.py")]:
        there |= set(re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8")))
    assert sorted(named - there) == []
