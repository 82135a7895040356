"""Every fault of the rules has its words."""

import re

import pytest

from tournament import wording
from tournament.errors import Refusal
from tournament.log.rules.events import FieldFault


def test_every_code_that_the_rules_name_has_words(root):
    texts = [
        path.read_text() for path in (root / "tournament").rglob("*.py") if "rules" in str(path)
    ]
    codes = {
        code for text in texts for code in re.findall(r'(?<!Log)FieldFault\([^,()]+, "(\w+)"', text)
    }
    assert codes
    assert codes <= set(wording.FAULTS)


def test_words_are_filled_in():
    problem = wording.problem(FieldFault("name", "too_long", {"longest": 80}))
    assert "80" in str(problem.message)


def test_no_fault_is_no_refusal():
    wording.refuse([])
    with pytest.raises(Refusal):
        wording.refuse([FieldFault("name", "required")])
