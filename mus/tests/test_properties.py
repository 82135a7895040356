"""What must hold of every hand whatever: Hypothesis looks for one of which it does not."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from mus import parse, settle, settle_json, settle_line
from mus.record import FIELDS
from mus.tests.build import Json
from mus.tests.strategies import any_json, broken_records, other, records

LANCES = ["grande", "chica", "pares", "juego"]


def possible(record: Json) -> Json:
    """The settlement; records whose bets go on after the game's end are passed over."""
    answer = settle_json(record)
    assume(answer["ok"] or {e["code"] for e in answer["errors"]} != {"bets_after_game_over"})
    assert answer["ok"], answer
    return answer


@given(records())
def test_the_ledger_adds_up(record: Json) -> None:
    answer = possible(record)
    for index, pair in enumerate("AB"):
        paid = sum(entry["stones"] for entry in answer["ledger"] if entry["pair"] == pair)
        assert paid == answer["stones"][index] >= 0
        assert answer["score"][index] == record["score"][index] + paid
    assert all(entry["stones"] > 0 for entry in answer["ledger"])


@given(records())
def test_nothing_is_paid_after_the_game_is_won(record: Json) -> None:
    answer = possible(record)
    target = parse(record).ruleset.target
    score = dict(zip("AB", record["score"], strict=True))
    for entry in answer["ledger"]:
        assert max(score.values()) < target
        score[entry["pair"]] += entry["stones"]
    leader = max("AB", key=lambda pair: score[pair])
    assert answer["game_winner"] == (leader if score[leader] >= target else None)


@given(records())
def test_the_ledger_is_dejes_in_lance_order_and_then_the_count_in_lance_order(record: Json) -> None:
    ledger = possible(record)["ledger"]
    places = [(e["kind"] != "deje", LANCES.index(e["lance"])) for e in ledger]
    assert places == sorted(places)
    kinds = [(e["lance"], e["kind"]) for e in ledger]
    assert len(set(kinds)) == len(kinds)


@given(records())
def test_every_stone_goes_to_the_winner_of_its_lance(record: Json) -> None:
    answer = possible(record)
    counted = [entry for entry in answer["ledger"] if entry["kind"] != "deje"]
    assert all(answer["winners"][entry["lance"]] == entry["pair"] for entry in counted)


@given(records())
def test_mirrored_seats_give_mirrored_results(record: Json) -> None:
    """Everybody moves one seat on: A's cards, words, bets and score become B's."""
    answer = possible(record)
    mirrored = possible(_moved_one_seat_on(record))
    seats = len(record["cards"])
    swap = {"A": "B", "B": "A", None: None}
    assert mirrored["winners"] == {lance: swap[pair] for lance, pair in answer["winners"].items()}
    assert mirrored["ledger"] == [{**e, "pair": swap[e["pair"]]} for e in answer["ledger"]]
    assert mirrored["stones"] == answer["stones"][::-1]
    assert mirrored["score"] == answer["score"][::-1]
    assert mirrored["game_winner"] == swap[answer["game_winner"]]
    assert mirrored["needs_ruling"] == answer["needs_ruling"]
    moved = [{**p, "seat": (p["seat"] + 1) % seats} for p in answer["penalties"]]
    assert mirrored["penalties"] == sorted(moved, key=_place_of_penalty)
    if "claim" in record:
        assert mirrored["claim"]["difference"] == answer["claim"]["difference"][::-1]


def _place_of_penalty(penalty: Json) -> tuple[int, int]:
    lance = penalty["lance"]
    return (-1 if lance is None else LANCES.index(lance), penalty["seat"])


def _moved_one_seat_on(record: Json) -> Json:
    def moved(by_seat: list[Any]) -> list[Any]:
        return by_seat[-1:] + by_seat[:-1]

    seats = len(record["cards"])
    return {
        **record,
        "mano": (record["mano"] + 1) % seats,
        "score": record["score"][::-1],
        "cards": moved(record["cards"]),
        "declared": {lance: moved(said) for lance, said in record["declared"].items()},
        "bets": {
            lance: [{**call, "by": other(call["by"])} for call in calls]
            for lance, calls in record["bets"].items()
        },
        "infractions": [
            {**told, "seat": (told["seat"] + 1) % seats} for told in record.get("infractions", ())
        ],
        **({"claim": record["claim"][::-1]} if "claim" in record else {}),
    }


@given(records())
def test_settling_is_a_pure_function(record: Json) -> None:
    before = deepcopy(record)
    first = settle_json(record)
    settle_json(_moved_one_seat_on(record))
    assert settle_json(deepcopy(record)) == first == settle_json(record)
    assert record == before


@given(records())
def test_reading_once_and_settling_gives_the_same_as_in_one_step(record: Json) -> None:
    answer = possible(record)
    assert settle(parse(record)).to_json() == answer
    assert settle_line(json.dumps(record)) == answer


@given(records())
def test_a_claim_agrees_exactly_when_it_is_what_the_ledger_says(record: Json) -> None:
    record.pop("claim", None)
    answer = possible(record)
    assert "claim" not in answer
    right = possible({**record, "claim": answer["stones"]})["claim"]
    assert right == {"agrees": True, "difference": [0, 0]}
    wrong = possible({**record, "claim": [answer["stones"][0] + 3, answer["stones"][1]]})["claim"]
    assert wrong == {"agrees": False, "difference": [3, 0]}


@given(records(lies=False, jokers=False))
def test_true_words_cost_nothing(record: Json) -> None:
    answer = possible(record)
    assert answer["penalties"] == []
    assert not answer["needs_ruling"]


@given(records(jokers=False))
def test_suits_matter_for_nothing_outside_the_variants(record: Json) -> None:
    assume(record["ruleset"].get("juego_real") not in ("sota_oros", "fourth_suit"))
    answer = possible(record)
    bare = [" ".join(card[0] for card in four.split()) for four in record["cards"]]
    assert possible({**record, "cards": bare}) == answer


@given(records(lies=False, jokers=False))
def test_without_cards_the_answer_is_the_same_or_asks_for_them(record: Json) -> None:
    answer = possible(record)
    bare = settle_json({**record, "cards": None})
    if not bare["ok"]:
        assert [error["code"] for error in bare["errors"]] == ["cards_required"]
    else:
        assert bare == answer


@given(records(), st.randoms(use_true_random=False))
def test_the_order_of_a_players_cards_matters_for_nothing(record: Json, rng: Any) -> None:
    shuffled = [four.split() for four in record["cards"]]
    for four in shuffled:
        rng.shuffle(four)
    assert settle_json({**record, "cards": shuffled}) == settle_json(record)


@given(records(lies=False))
def test_a_game_that_is_far_from_won_only_adds_to_the_end_of_the_ledger(record: Json) -> None:
    """S2: near the target the ledger is cut, never changed."""
    assume("ordago" not in {c["call"] for calls in record["bets"].values() for c in calls})
    near = possible(record)
    far = possible({**record, "score": [0, 0], "ruleset": {**record["ruleset"], "target": 100}})
    assume(far["game_winner"] is None)
    assert far["ledger"][: len(near["ledger"])] == near["ledger"]
    assert (near["game_winner"] is None) == (near["ledger"] == far["ledger"]) or near["game_winner"]


def is_an_answer(value: object, answer: Json) -> None:
    """A settlement or refusal that can be written as JSON, every fault with a message."""
    json.dumps(answer)
    if answer["ok"]:
        assert isinstance(value, dict)
        return
    assert answer["errors"]
    for error in answer["errors"]:
        assert set(error) == {"code", "path", "message"}
        assert error["code"]
        assert len(error["message"]) > 20
        assert "%(" not in error["message"].removeprefix(error["path"])


@given(any_json)
def test_any_json_value_gets_an_answer(value: object) -> None:
    is_an_answer(value, settle_json(value))


@given(broken_records())
def test_a_record_with_anything_anywhere_gets_an_answer(record: object) -> None:
    is_an_answer(record, settle_json(record))


@given(st.dictionaries(st.sampled_from(FIELDS), any_json))
def test_any_value_in_any_field_gets_an_answer(record: Json) -> None:
    is_an_answer(record, settle_json(record))


@given(st.text() | any_json.map(json.dumps))
def test_any_line_gets_an_answer(line: str) -> None:
    answer = settle_line(line)
    is_an_answer({}, answer)
