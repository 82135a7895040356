"""What is plainly right is read sooner, and read just the same; text out is the settlement."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mus import settle_json, settle_line, settle_text
from mus.every_fault import RecordReader
from mus.reading import NOT_PLAIN, read_plain
from mus.record import FIELDS
from mus.settling import settle_to_text
from mus.tests.build import EXAMPLE, Json, hand
from mus.tests.strategies import PACK, any_json, broken_records, records

BETS = {"grande": "A envido, B envido 5, A quiero", "chica": "B órdago, A no"}
PLAIN = {**hand(*EXAMPLE, **BETS), "ruleset": "brisbane-2024"}


def is_read_alike(value: Any) -> bool:
    """Whether it was read as plain; then the whole reader says the same, fault for fault."""
    if not isinstance(value, dict):
        return False
    try:
        plain = read_plain(value)
    except NOT_PLAIN:
        return False
    whole = RecordReader(value).read()
    assert whole.faults == ()
    assert whole.unread == frozenset()
    # By their texts too: 1 is not True, 2.0 is not 2.
    assert (plain, repr(plain)) == (whole.record, repr(whole.record))
    return True


@settings(max_examples=100)
@given(records())
def test_a_possible_record_is_read_alike(record: Json) -> None:
    suits_asked = record["ruleset"].get("juego_real", "none") != "none"
    rules = record["ruleset"]
    of_another_pack = (rules.get(name) for name in ("without_twos", "ninth_king", "ninth_ace"))
    variant = suits_asked or rules.get("jokers") or not {*of_another_pack} <= {None, False, "none"}
    assert is_read_alike(record) is not (bool(variant) or "infractions" in record)


@settings(max_examples=120)
@given(broken_records())
def test_a_record_gone_wrong_is_read_alike(record: object) -> None:
    is_read_alike(record)
    assert settle_to_text(record) == json.dumps(settle_json(record))


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, any_json)))
def test_any_value_in_any_field_is_read_alike(fields: Json) -> None:
    is_read_alike(fields)
    is_read_alike({**PLAIN, **fields})


SPOILT: list[Json] = [
    {"mano": True}, {"mano": 4}, {"mano": -1}, {"mano": 1.0}, {"mano": None},
    {"score": [0, 40]}, {"score": [True, 0]}, {"score": [0]}, {"score": [0, 0, 0]}, {"score": 0},
    {"claim": [2**53, 0]}, {"claim": [2**53 - 1, 0]}, {"claim": [-1, 0]}, {"claim": []},
    {"id": 7}, {"id": []}, {"id": "m1"}, {"format": None}, {"format": "mus-hand/1"},
    {"infractions": 0}, {"infractions": ""}, {"infractions": {}}, {"infractions": []},
    {"ruleset": {"jokers": 0}}, {"ruleset": {"jokers": False}}, {"ruleset": {"kings": True}},
    {"ruleset": {"kings": 4.0}}, {"ruleset": {"target": 41, "preset": "nabo"}},
    {"ruleset": {"target": []}}, {"ruleset": []}, {"ruleset": "nobody"}, {"ruleset": {"x": 1}},
    {"declared": {"pares": [1, 1, 1, 1]}}, {"declared": {"grande": [True] * 4}}, {"declared": []},
    {"declared": {"pares": [True] * 3}}, {"declared": {1: []}},
    {"bets": {"grande": [{"by": "A"}]}}, {"bets": {"grande": [{"by": [], "call": "envido"}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido", "stake": True}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido", "stake": 2.0}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido", "stake": None}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido", "stake": -1}]}},
    {"bets": {"grande": [{"by": "A", "call": "quiero", "stake": 2}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido", "stake": 2, "x": 1}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido", "x": 1}]}},
    {"bets": {"grande": [{"by": "A", "call": "envido"}] * 101}}, {"bets": {"x": []}},
    {"bets": {"grande": {}}}, {"bets": [[]]}, {"bets": {"grande": None}},
    {"cards": ["R R R R", "R C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": ["R R R 3", "3 C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": ["Ro Ro R 3", "3 C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": ["Ro R R 3", "Ro C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": ["Ro Rc Re Rb", "3o 3c 3e 3b", "Ao Ac Ae Ab", "2o 2c 2e 2b"]},
    {"cards": [["R", "C", "S", "7"], ["R", "C", "S", "7"], ["A"] * 4, ["12o", "2", "2", "2"]]},
    {"cards": [["R C", "", "S", "7"], "R C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": [["R", "C", "S", 7], "R C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": [["R", "C", "S", []], "R C S 7", "A A 4 5", "6 6 5 7"]},
    {"cards": ["R C S", "R C S 7", "A A 4 5", "6 6 5 7"]}, {"cards": ["R C S 7"] * 5},
    {"cards": ["So=R C S 7", "R C S 7", "A A 4 5", "6 6 5 7"]}, {"cards": "R C S 7"},
    {"cards": ["R   C\tS      7" + " " * 50, "R C S 7", "A A 4 5", "6 6 5 7"]}, {"other": 1},
]  # fmt: skip


@pytest.mark.parametrize("change", SPOILT, ids=str)
def test_a_plain_record_with_one_field_changed_is_read_alike(change: Json) -> None:
    assert is_read_alike(PLAIN)
    record = {**PLAIN, **change}
    is_read_alike(record)
    assert settle_to_text(record) == json.dumps(settle_json(record))


@pytest.mark.parametrize("seats", [4, 6])
def test_any_four_of_any_cards_are_read_alike(seats: int) -> None:
    """Also such as no pack holds: five of a rank, a card twice."""
    rng = Random(20240526)
    read = 0
    for _ in range(2000):
        pool = rng.sample(PACK, 12) + [rng.choice(PACK)[0] for _ in range(4 * seats - 11)]
        cards = [" ".join(rng.choices(pool, k=4)) for _ in range(seats)]
        rng.shuffle(pool)
        if rng.random() < 0.5:
            cards = [" ".join(pool[4 * s : 4 * s + 4]) for s in range(seats)]
        read += is_read_alike({"ruleset": {"seats": seats}, "mano": 0, "cards": cards})
    assert read > 50


@given(records())
def test_text_out_is_the_settlement_as_json_writes_it(record: Json) -> None:
    record["id"] = 'a “1”\n"\\'
    line = json.dumps(record)
    assert settle_text(line) == json.dumps(settle_line(line)) == settle_to_text(record)


@pytest.mark.parametrize("line", ["", "{", "NaN", '{"id": 1e999}', "[]", '{"id": 2.0, "mano": 9}'])
def test_text_that_is_no_record_is_answered_alike(line: str) -> None:
    assert settle_text(line) == json.dumps(settle_line(line))
