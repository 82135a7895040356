"""The published JSON Schema says what the engine reads, as far as a schema can say."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mus import PRESETS, RuleSet, settle_json
from mus.bots import Slips, play_hand
from mus.schema import hand_schema
from tests.night import seed_of

VALIDATOR = Draft202012Validator(hand_schema())
MALFORMED = {
    "bad_json", "bad_ruleset", "bad_mano", "bad_score", "bad_cards", "bad_card", "bad_call",
    "bad_lance", "bad_claim", "bad_infraction", "joker_unresolved",
}  # fmt: skip
"""The codes of a field that cannot be understood by itself."""

JOKERS = RuleSet(jokers=True)
SIX = RuleSet(seats=6)
RULESETS = [*PRESETS.values(), JOKERS, SIX, RuleSet(seats=6, jokers=True)]
OFTEN = Slips(false_word=0.3, false_claim=0.2, wrong_claim=0.3)
PLAYED = [
    play_hand(ruleset=ruleset, mano=n % 4, score=(1, 2), rng=random.Random(seed_of(n)), slips=OFTEN)
    for n in range(6)
    for ruleset in RULESETS
]

ODDITIES = st.sampled_from(
    [None, True, False, 0, 1, 2, 3, 5, 6, 29, 40, 99, 100, -1, 2.0, 2.5, 1e9, "", "x", "A", "R",
     "Ro", "12o", "Sc", "Sc=R", "So=12", "So=C", "7 7 2 A", " 7  7 2 A", "7 7 2", "Se Sb So=A Sc=R",
     "pares", "envido", "quiero", "false_claim", "brisbane-2024", "nabo", "mus-hand/1", [], {},
     [0, 0], [1, 2.0], ["R", "R", "C", "A"], [True] * 4, [False] * 6, {"seats": 6},
     {"jokers": True}, {"preset": "nabo", "target": 30}, {"target": 4}, {"preset": None},
     {"by": "A", "call": "envido"}, {"by": "B", "call": "quiero", "stake": 2},
     {"by": "A", "call": "envido", "stake": None}, {"kind": "false_claim", "seat": 5}]
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        inner = [p for key, item in value.items() for p in places(item, (*path, key))]
    elif isinstance(value, list):
        inner = [p for i, item in enumerate(value) for p in places(item, (*path, i))]
    return [path, *inner]


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """A hand that was played, with up to three of its values made odd, dropped or added."""
    record: Any = copy.deepcopy(draw(st.sampled_from(PLAYED)))
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(places(record)))
        how = draw(st.sampled_from(["replace", "drop", "add"]))
        odd = copy.deepcopy(draw(ODDITIES))
        if not path:
            record["id"] = odd
            continue
        parent = record
        for step in path[:-1]:
            parent = parent[step]
        if how == "drop":
            del parent[path[-1]]
        elif how == "add" and isinstance(parent[path[-1]], list):
            parent[path[-1]].append(odd)
        elif how == "add" and isinstance(parent[path[-1]], dict):
            parent[path[-1]][draw(st.sampled_from(["stake", "seats", "x", "juego"]))] = odd
        else:
            parent[path[-1]] = odd
    return record


def codes(record: Any) -> set[str]:
    answer: Any = settle_json(record)
    return set() if answer["ok"] else {error["code"] for error in answer["errors"]}


def relates_values(record: Any, found: set[str]) -> set[str]:
    """The malformed codes that no schema can find: a score against its target."""
    score = record.get("score")
    if "bad_score" in found and not VALIDATOR.evolve(
        schema=hand_schema()["properties"]["score"]  # type: ignore[index]
    ).is_valid(score):
        return set()
    return {"bad_score"}


@given(spoilt())
def test_what_the_schema_accepts_the_engine_understands(record):
    if VALIDATOR.is_valid(record):
        found = codes(record) & MALFORMED
        assert found <= relates_values(record, found), found


@given(spoilt())
def test_what_the_schema_refuses_the_engine_refuses(record):
    if VALIDATOR.is_valid(record):
        return
    found = codes(record)
    if found & MALFORMED:
        return
    # A malformed declaration is refused where the hand came to that lance, and only there.
    assert "declaration_required" in found or {
        str(error.absolute_path[0]) for error in VALIDATOR.iter_errors(record)
    } == {"declared"}


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_every_hand_that_was_played_is_valid(number):
    VALIDATOR.validate(PLAYED[number])


def test_the_schema_is_a_schema_and_plain_json():
    Draft202012Validator.check_schema(hand_schema())
    assert json.loads(json.dumps(hand_schema())) == hand_schema()
    assert hand_schema("https://example.org/s.json")["$id"] == "https://example.org/s.json"


@pytest.mark.parametrize(
    ("record", "valid"),
    [
        ({"mano": 0}, True),
        ({}, False),
        ({"mano": 4}, False),
        ({"mano": 4, "ruleset": {"seats": 6}}, True),
        ({"mano": 0, "cards": ["7 7 2 A"] * 6}, False),
        ({"mano": 0, "cards": ["Sc=R R R A"] * 4}, False),
        ({"mano": 0, "cards": ["Sc=R R R A"] * 4, "ruleset": {"jokers": True}}, True),
        ({"mano": 0, "cards": ["Sc R R A"] * 4, "ruleset": {"jokers": True}}, False),
        ({"mano": 0, "score": [0, 100]}, False),
        ({"mano": 0, "team": 1}, False),
    ],
)
def test_examples(record, valid):
    assert VALIDATOR.is_valid(record) is valid
