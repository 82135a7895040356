"""What a refusal tells people: what was given, cut short where it is endless, and the remedy."""

import pytest

from scoring.rules import TEMPLATES, RecordRefused, parse, settle_json
from scoring.rules.faults import fault

from .build import EXAMPLE, hand

GIVEN = [
    ("x", "x"),
    ("x" * 40, "x" * 40),
    ("x" * 41, "x" * 40 + "…"),
    (7, "7"),
    (-7, "-7"),
    (10**40 - 1, "9" * 40),
    (10**40, "…"),
    (-(10**5000), "…"),
    (None, "None"),
    (True, "True"),
    (2.5, "2.5"),
    (7.0, "7"),
    ([1], "[…]"),
    ({"a": 1}, "{…}"),
]


@pytest.mark.parametrize(
    ("given", "shown"), GIVEN, ids=[f"{n}: {shown}" for n, (_, shown) in enumerate(GIVEN)]
)
def test_a_bad_card_is_shown_as_it_was_given(given: object, shown: str) -> None:
    record = hand(*EXAMPLE)
    record["cards"] = [[given, "7", "2", "A"], *EXAMPLE[1:]]
    (error,) = settle_json(record)["errors"]
    assert error["message"].startswith(f"cards[0][0]: “{shown}” is no card here.")


def test_a_fault_of_the_whole_record_says_so() -> None:
    (error,) = settle_json(7)["errors"]
    assert error["path"] == ""
    assert error["message"].startswith("record: ")


def test_a_refusal_raised_lists_its_faults() -> None:
    with pytest.raises(RecordRefused) as refused:
        parse({**hand(*EXAMPLE), "mano": 9, "claim": [1]})
    assert str(refused.value) == "bad_mano at mano; bad_claim at claim"
    with pytest.raises(RecordRefused) as refused:
        parse([])
    assert str(refused.value) == "bad_json at record"


def test_every_code_has_a_template_that_its_own_fault_fills() -> None:
    params = {"last": 3, "seats": 4, "given": "x", "rank": "R", "count": 5, "most": 4}
    params |= {"card": "Ro", "stake": 1, "least": 4, "by": "A"}
    for code in TEMPLATES:
        message = fault(code, "here", **params).message
        assert message.startswith("here: ")
        assert message.endswith(".")
