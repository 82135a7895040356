"""Hands as one line of text: written and read back exactly, bad text refused with the remedy."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import (
    PRESETS,
    Call,
    CallKind,
    RecordRefused,
    RuleSet,
    Side,
    parse,
    settle,
    settle_json,
)
from mus.bots import Slips, play_hand
from mus.notation import (
    NotationRefused,
    calls_text,
    cards_text,
    hand_text,
    read_calls,
    read_cards,
    read_hand,
    ruleset_text,
)
from mus.notation.pieces import id_text, read_id, read_ruleset_word
from mus.play import PACK

OFTEN = Slips(false_word=0.3, false_claim=0.2, wrong_claim=0.3)
RULESETS = [
    *PRESETS.values(), RuleSet(jokers=True), RuleSet(seats=6, target=50), RuleSet(kings=4),
]  # fmt: skip
CALLS = st.builds(
    lambda by, kind, stake: Call(by, kind, stake if kind is CallKind.ENVIDO else None),
    st.sampled_from(Side),
    st.sampled_from(CallKind),
    st.none() | st.integers(0, 10_000) | st.integers(0, 2**53 - 1),
)

EXAMPLE = {
    "id": "m12-g2-h7",
    "ruleset": "brisbane-2024",
    "mano": 0,
    "score": [12, 33],
    "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"],
    "declared": {"pares": [True] * 4, "juego": [False, True, True, True]},
    "bets": {"pares": [{"by": "A", "call": "envido", "stake": 4}, {"by": "B", "call": "quiero"}]},
    "infractions": [{"kind": "false_claim", "seat": 2}],
    "claim": [9, 6],
}
LINE = "#m12-g2-h7 0 12-33 772A/33S2/RRSA/CCC6 P++++A4Bq J-+++ !2 =9-6"


def codes(text: str) -> list[tuple[int, str]]:
    with pytest.raises(NotationRefused) as refused:
        read_hand(text)
    assert all(fault.message and "None" not in fault.message for fault in refused.value.faults)
    assert all(fault.line == 1 for fault in refused.value.faults)
    return [(fault.column, fault.code) for fault in refused.value.faults]


def test_the_example_of_the_format() -> None:
    assert hand_text(EXAMPLE) == LINE
    assert read_hand(LINE) == EXAMPLE


def test_what_is_usual_is_left_out_and_what_is_not_is_written() -> None:
    assert hand_text({"mano": 1, "ruleset": "nabo"}) == "@nabo 1 0-0 *"
    assert hand_text({"mano": 1, "ruleset": "nabo"}, ruleset=PRESETS["nabo"]) == "1 0-0 *"
    assert read_hand("@nabo,target=30 1 0-28 * GA4B!An")["ruleset"] == {
        "preset": "nabo", "target": 30,
    }  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS, ids=ruleset_text)
def test_hands_played_read_back_to_the_same_settlement(ruleset: RuleSet) -> None:
    rng = random.Random(4)
    for number in range(40):
        record = play_hand(ruleset=ruleset, mano=number % 4, score=(3, 4), rng=rng, slips=OFTEN)
        text = hand_text(record)
        again = read_hand(text)
        assert parse(again) == parse(record)
        assert settle(parse(again)) == settle(parse(record))
        assert hand_text(again) == text
        assert read_hand(hand_text(record, ruleset=ruleset), ruleset=ruleset) == again
        assert "\n" not in text


@given(st.lists(st.sampled_from(PACK), max_size=6))
def test_cards_read_back(cards: list[object]) -> None:
    assert read_cards(cards_text(cards)) == tuple(cards)  # type: ignore[arg-type]


@given(st.lists(CALLS, max_size=8))
def test_calls_read_back(calls: list[Call]) -> None:
    assert read_calls(calls_text(calls)) == calls


@given(st.text() | st.integers(-(2**40), 2**40) | st.booleans())
def test_ids_read_back_as_one_word(given_id: object) -> None:
    text = id_text(given_id)
    assert len(text.split()) == 1
    assert ";" not in text
    assert read_id(text[1:]) == (given_id,)
    assert type(read_id(text[1:])[0]) is type(given_id)  # type: ignore[index]


def test_an_id_with_spaces_and_semicolons_is_one_word() -> None:
    assert id_text("a;b c") == '#"a\\u003bb\\u0020c"'


@pytest.mark.parametrize("most", [10**9, 2**53 - 1])
def test_stakes_claims_and_outcomes_of_many_digits_read_back(most: int) -> None:
    bets = [{"by": "A", "call": "envido", "stake": most}, {"by": "B", "call": "no_quiero"}]
    said = {"pares": [False] * 4, "juego": [False] * 4}
    cards = EXAMPLE["cards"]
    record = {"mano": 0, "cards": cards, "declared": said, "bets": {"grande": bets}}
    record["claim"] = [0, most]
    text = hand_text(record)
    assert (f"GA{most}Bn" in text, f"=0-{most}" in text) == (True, True)
    assert parse(read_hand(text)) == parse(record)
    outcome = {"mano": 0, "score": [0, 0], "quick": {"stones": [most, 2]}}
    assert read_hand(hand_text(outcome)) == outcome


@pytest.mark.parametrize(
    ("word", "code"),
    [("GA{}Bn", "bad_calls"), ("={}-0", "bad_token"), ("~0-{}", "bad_ruling")],
)
@pytest.mark.parametrize("digits", [str(2**53), "1" + "0" * 16, "9" * 5000])
def test_more_stones_than_a_record_can_hold_are_refused_by_their_word(
    word: str, code: str, digits: str
) -> None:
    assert codes(f"0 0-0 * {word.format(digits)}")[0] == (9, code)
    assert codes(f"0 0-{digits} *")[0] == (3, "bad_score")
    assert codes(f"0 0-0 Q{digits}-1") == [(7, "bad_quick")]


def test_more_calls_than_a_record_can_hold_are_no_calls() -> None:
    assert len(read_calls("Aq" * 100) or ()) == 100
    assert read_calls("Aq" * 101) is None


def test_a_lance_that_was_bet_without_a_word_is_written_with_a_question_mark() -> None:
    calls = [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "no_quiero"}]
    assert hand_text({"mano": 0, "bets": {"pares": calls}}) == "0 0-0 * P?A2Bn"


def test_settings_that_are_true_or_false_are_read() -> None:
    assert read_ruleset_word("nabo,jokers=true") == replace(PRESETS["nabo"], jokers=True)
    assert read_ruleset_word("nabo,jokers=false") == replace(PRESETS["nabo"], jokers=False)
    assert read_ruleset_word("nabo,jokers=FALSE") is None


@pytest.mark.parametrize("ruleset", RULESETS, ids=ruleset_text)
def test_rule_sets_read_back(ruleset: RuleSet) -> None:
    assert read_ruleset_word(ruleset_text(ruleset)[1:]) == ruleset


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, "bad_hand")]),
        ("0 0-0", [(6, "bad_hand")]),
        ("4 0-0 *", [(1, "bad_mano")]),
        ("0 0:0 *", [(3, "bad_score")]),
        ("x y z", [(1, "bad_mano"), (3, "bad_score"), (5, "bad_cards")]),
        ("0 0-0 772A/33S2/RRSA", [(1, "bad_cards"), (1, "declaration_required"),
                                  (1, "declaration_required")]),
        ("0 0-0 772A/33S2/RRSA/CCCX", [(7, "bad_cards")]),
        ("0 0-0 * GA2", [(1, "bet_unanswered"), (1, "declaration_required"),
                         (1, "declaration_required"), (1, "cards_required")]),
        ("0 0-0 * GAx", [(9, "bad_calls")]),
        ("0 0-0 * P", [(9, "bad_declaration")]),
        ("0 0-0 * X+", [(9, "bad_token")]),
        ("0 0-0 * =3", [(9, "bad_token")]),
        ("0 0-0 * !z", [(9, "bad_token")]),
        ("0 0-0 * GA2Bn GA2Bn", [(15, "bad_token")]),
        ("@none 0 0-0 *", [(1, "bad_ruleset")]),
        ("@nabo,target 0 0-0 *", [(1, "bad_ruleset")]),
        ("@nabo,target=30,target=40 0 0-0 *", [(1, "bad_ruleset")]),
        ("#?? 0 0-0 *", [(1, "bad_id")]),
        ("0 0-0 Q5", [(7, "bad_quick")]),
        ("0 0-0 Q5-2 GA2Bq", [(12, "bad_token")]),
        ("0 0-0 * ~x", [(9, "bad_ruling")]),
        ("0 0-0 Q0-0", [(1, "quick_nothing_taken")]),
        ("0 39-0 Q5-45", [(1, "quick_winner_unclear")]),
        ("#a #b 0 0-0 *", [(4, "bad_mano"), (7, "bad_score"), (9, "bad_cards"), (13, "bad_token")]),
        ("0 0-0 * P?A2Bn", [(1, "cards_required"), (1, "declaration_required"),
                            (1, "declaration_required")]),
    ],
)  # fmt: skip
def test_bad_text_is_refused_with_every_fault_and_its_column(
    text: str, found: list[tuple[int, str]]
) -> None:
    assert sorted(codes(text)) == sorted(found)


def test_an_outcome_without_cards_reads_back() -> None:
    assert read_hand("2 30-31 Q0-12B") == {
        "mano": 2, "score": [30, 31], "quick": {"stones": [0, 12], "game_winner": "B"},
    }  # fmt: skip
    assert hand_text(read_hand("2 30-31 Q0-12B")) == "2 30-31 Q0-12B"


def test_an_outcome_without_stones_took_none_and_keeps_its_id() -> None:
    record = {"id": "q1", "mano": 0, "score": [1, 2], "quick": {"game_winner": "A"}}
    assert hand_text(record) == "#q1 0 1-2 Q0-0A"
    assert read_hand("#q1 0 1-2 Q0-0A")["id"] == "q1"


def test_an_outcome_under_another_rule_set_than_the_text_around_it_names_it() -> None:
    record = {"ruleset": "nabo", "mano": 2, "score": [3, 4], "quick": {"stones": [1, 2]}}
    assert hand_text(record) == "@nabo 2 3-4 Q1-2"
    assert read_hand("@nabo 2 3-4 Q1-2") == record
    assert hand_text(record, ruleset=PRESETS["nabo"]) == "2 3-4 Q1-2"
    del record["ruleset"]
    assert hand_text(record, ruleset=PRESETS["nabo"]) == "2 3-4 Q1-2"


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        ({"quick": 5}, "bad_quick"),
        ({"quick": {"stones": 5}}, "bad_quick"),
        ({"quick": {"stones": [2**53, 0]}}, "bad_quick"),
        ({"quick": {"game_winner": "C"}}, "bad_quick"),
        ({"mano": "x"}, "bad_mano"),
        ({"mano": 4}, "bad_mano"),
        ({"score": [1]}, "bad_score"),
    ],
)
def test_a_malformed_outcome_is_refused_and_not_written(
    spoilt: dict[str, object], code: str
) -> None:
    record = {"mano": 2, "score": [3, 4], "quick": {"stones": [1, 2]}, **spoilt}
    with pytest.raises(RecordRefused, match=code):
        hand_text(record)


def test_a_refused_text_says_where_and_what_and_cuts_long_words_short() -> None:
    with pytest.raises(NotationRefused, match=r"^1:3 bad_score; 1:5 bad_cards$"):
        read_hand("0 x y")
    for word, shown in [("x" * 40, "“" + "x" * 40 + "”"), ("x" * 41, "“" + "x" * 40 + "…”")]:
        with pytest.raises(NotationRefused) as refused:
            read_hand(f"0 0-0 {word}")
        assert refused.value.faults[0].message.startswith(shown)


WORDS = st.sampled_from(
    ["0", "1", "12-33", "772A/33S2/RRSA/CCC6", "*", "GA2Bq", "P++++", "J-+++", "=1-2", "!2", "#x",
     "@nabo", ";", "Q1-2", "~1-2A", "CA!Bq", "P?A2", "-", "J"]
)  # fmt: skip


@given(st.text() | st.lists(WORDS, max_size=10).map(" ".join))
def test_any_text_is_a_hand_or_refused(text: str) -> None:
    try:
        record = read_hand(text)
    except NotationRefused:
        return
    if "quick" not in record and "~" not in text:
        assert settle_json(record)["ok"]


@pytest.mark.parametrize("token", ["S=R", "Se=R", "7o=A", "Rc=R", "3=R"])
def test_what_a_card_stands_for_is_refused_where_it_is_no_joker(token: str) -> None:
    assert read_cards(f"RRR{token}") is None
    with pytest.raises(NotationRefused) as refused:
        read_hand(f"0 0-0 RRR{token}/772A/33S2/CCC6", ruleset=RuleSet(jokers=True))
    assert [(f.line, f.column, f.code) for f in refused.value.faults] == [(1, 7, "bad_cards")]
