"""Every fault of the rules has its words."""

import re
from pathlib import Path

import pytest

from tournament import wording
from tournament.errors import Refusal
from tournament.rules.faults import Fault


def test_every_code_that_the_rules_name_has_words(root: Path):
    texts = [path.read_text() for path in (root / "tournament/rules").rglob("*.py")]
    codes = {
        code for text in texts for code in re.findall(r'(?<!Log)Fault\([^,()]+, "(\w+)"', text)
    }
    assert codes
    assert codes <= set(wording.FAULTS)


def test_words_are_filled_in():
    problem = wording.problem(Fault("name", "too_long", {"longest": 80}))
    assert "80" in str(problem.message)


def test_no_fault_is_no_refusal():
    wording.refuse([])
    with pytest.raises(Refusal):
        wording.refuse([Fault("name", "required")])
