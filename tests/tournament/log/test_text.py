"""What may stand in a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.log.rules.text import clean, folded


def fault(value, **options):
    found = clean(value, field="name", **{"longest": 10, "required": True, **options})[1]
    return found.code if found else None


def test_spaces_are_trimmed_and_single():
    assert clean("  Getaria \t  Orio ", field="n", longest=20)[1].code == "bad_characters"
    assert clean("  Getaria   Orio ", field="n", longest=20)[0] == "Getaria Orio"


def test_accents_are_composed():
    assert clean("Pen\u0303on", field="n", longest=10)[0] == "Peñon"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("", "required"),
        ("   ", "required"),
        (None, "required"),
        ("x" * 11, "too_long"),
        ("x" * 100_000, "too_long"),
        ("a\x00b", "bad_characters"),
        ("a\nb", "bad_characters"),
        ("a\u202eb", "bad_characters"),
        ("a\u200bb", "bad_characters"),
        ("a\ud800b", "bad_characters"),
        ("--", "no_letter"),
        (5, "not_text"),
        (["a"], "not_text"),
        (True, "not_text"),
    ],
)
def test_what_cannot_stand_is_refused(value, code):
    assert fault(value) == code


def test_a_reason_may_have_several_lines():
    assert fault("one\ntwo", lines=True) is None


@given(st.text())
def test_cleaning_twice_changes_nothing(value):
    text, wrong = clean(value, field="n", longest=1000)
    if wrong is None:
        assert clean(text, field="n", longest=1000) == (text, None)


def test_key_forgets_case_accents_and_hyphens():
    assert folded("PEÑÓN-Aia  Orio") == "penon aia orio"


@pytest.mark.parametrize(
    "value",
    [
        "An\u00ade", "Ane\u061c", "\u3164", "A\u034fne", "An\u200de", "Ane\u200d", "\u200dAne",
        "Ane\ufe0f",
        "é\ufe0f", "e\u0301\u200d", " \u200c", "👩\u200d\u200d\u200d🌾", "A\U000e0041", "\u2800",
        "A\U000e0100", "\uffa0\uffa0",
    ],
    ids=ascii,
)  # fmt: skip
def test_what_nobody_sees_makes_no_second_name_that_looks_like_the_first(value):
    assert fault(value, required=False) == "bad_characters"


@pytest.mark.parametrize(
    "value", ["👩\u200d🌾", "❤️", "می\u200cخواهم", "葛\U000e0100", "1️⃣", "Ñ", "Iñaki"]
)
def test_what_joins_stays_where_an_alphabet_or_a_picture_needs_it(value):
    assert fault(value, required=False) is None
