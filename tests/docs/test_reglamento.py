"""`docs/reglamento.md` names only what is there, and every sentence of the regulation."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reglamento.md").read_text(encoding="utf-8")
SENTENCES = 102
ROWS = [line for line in PAGE.splitlines() if re.match(r"\| \d+ \|", line)]


def test_every_sentence_of_the_regulation_is_there_in_order():
    numbers = [int(row.split("|")[1]) for row in ROWS]
    assert numbers == list(range(1, SENTENCES + 1))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"B{row.split('|')[1].strip()}")
def test_a_sentence_has_code_and_a_test_or_is_seen_to_at_the_table(row):
    _, _, _, _, code, shown, _ = row.split("|")
    assert "`" in code or "at the table" in shown
    assert "`test_" in shown or "at the table" in shown


def test_all_code_that_is_named_is_there():
    named = set(re.findall(r"`([\w/]+\.py):(\w+)`", PAGE))
    assert len(named) > 40
    missing = [f"{path}:{name}" for path, name in sorted(named) if not _defines(path, name)]
    assert missing == []


def _defines(path: str, name: str) -> bool:
    file = ROOT / path
    if not file.is_file():
        return False
    told = rf"^\s*(?:def|class) {name}\b|^{name}\b.*="
    return re.search(told, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_all_tests_that_are_named_are_there():
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    there: set[str] = set()
    for file in [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "mus" / "tests").glob("test_*.py")]:
        there |= set(re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8")))
    assert sorted(named - there) == []


def test_every_clause_of_the_rules_of_record_about_a_hand_is_shown_by_a_test():
    clauses = {f"C{n}" for n in range(1, 6)} | {f"W{n}" for n in range(1, 7)}
    clauses |= {f"E{n}" for n in range(1, 8)} | {"E5b", "E5c"} | {f"S{n}" for n in range(1, 9)}
    clauses |= {f"P{n}" for n in range(1, 8)} | {f"J{n}" for n in range(1, 9)} | {"PX", "JX"}
    clauses |= {f"D{n}" for n in range(9)} | {"G0"} | {f"H{n}" for n in range(1, 9)}
    shown: set[str] = set()
    for file in [*(ROOT / "tests/scoring").rglob("test_*.py"), *(ROOT / "mus/tests").glob("*.py")]:
        for name in re.findall(r"def test_(\w+)", file.read_text(encoding="utf-8")):
            shown |= {part[:1].upper() + part[1:] for part in name.split("_")}
    assert sorted(clauses - shown) == []
