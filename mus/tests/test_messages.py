"""What a refusal tells people: what was given, cut short where it is endless, and the remedy."""

import pytest

from mus import TEMPLATES, RecordRefused, parse, settle_json
from mus.faults import fault
from mus.tests.build import EXAMPLE, hand

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


JOKERS = {"preset": "brisbane-2024", "jokers": True}
BY_SUIT = {"preset": "pagat", "juego_real": "sota_oros"}
SIX = {"preset": "brisbane-2024", "seats": 6}
TOLD: list[tuple[dict[str, object], str]] = [
    ({"mano": 4}, "mano: the mano is a seat, a whole number from 0 to 3."),
    ({"score": [40, 0]}, "score: give two whole numbers, each from 0 to 39: the stones"),
    ({"ruleset": SIX}, "cards: give 6 seats of four cards each."),
    ({"cards": ["R R R"]}, "cards: give 4 seats of four cards each."),
    ({"cards": ["R R R", *EXAMPLE[1:]]}, "cards[0]: give 4 seats of four cards each."),
    (
        {"cards": ["7 7 7 S", "R R 4 5", "6 6 4 5", "C C 4 5"], "ruleset": BY_SUIT},
        "cards[0][3]: “S” is no card here.",
    ),
    (
        {"cards": ["So 7 4 5", "R R 6 6", "6 6 4 5", "C C 4 5"], "ruleset": JOKERS},
        "cards[0][0]: So is a joker: say what it stands for, So=R or So=A.",
    ),
    (
        {"cards": ["R R R R", "R 7 4 5", "6 6 4 5", "C C 4 5"]},
        "cards: there are 5 cards of rank R; the pack has 4.",
    ),
    (
        {"cards": ["S S S S", "R 7 4 5", "6 6 4 5", "C C 4 5"], "ruleset": JOKERS},
        "cards: there are 4 cards of rank S; the pack has 2.",
    ),
    (
        {"cards": ["Ro 7 4 5", "Ro 7 4 5", "6 6 4 5", "C C 6 A"]},
        "cards: the card Ro appears twice.",
    ),
    (
        {"infractions": 1},
        "infractions: an infraction has “kind” (false_claim) and “seat” (0 to 3).",
    ),
    (
        {"infractions": [1]},
        "infractions[0]: an infraction has “kind” (false_claim) and “seat” (0 t",
    ),
]


@pytest.mark.parametrize(("changed", "told"), TOLD, ids=[told[:32] for _, told in TOLD])
def test_a_refusal_says_what_stands_there_and_what_may(
    changed: dict[str, object], told: str
) -> None:
    errors = settle_json({**hand(*EXAMPLE), **changed})["errors"]
    assert told in [error["message"][: len(told)] for error in errors]


def test_every_code_has_a_template_that_its_own_fault_fills() -> None:
    params = {"last": 3, "seats": 4, "given": "x", "rank": "R", "count": 5, "most": 4}
    params |= {"card": "Ro", "stake": 1, "least": 4, "by": "A"}
    for code in TEMPLATES:
        message = fault(code, "here", **params).message
        assert message.startswith("here: ")
        assert message.endswith(".")
