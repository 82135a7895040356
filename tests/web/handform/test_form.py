"""One hand typed into a page, and the record it makes."""

import pytest

from scoring.rules import PRESETS, settle_json
from tournament.errors import Problem
from web.handform import HandForm, QuickForm
from web.handform.typed import spaced

SEATS = ["Getaria", "Pasaia", "Zarautz", "Tolosa"]
HAND = {
    "cards_0": "772A",
    "cards_1": "3 3 s 2",
    "cards_2": "rrsa",
    "cards_3": "11,11,11,6",
    "bet_pares": "seen",
    "by_pares": "A",
    "stake_pares": "4",
    "claim_a": "9",
    "claim_b": "6",
}


def form(data=None, **options):
    given = {"ruleset": PRESETS["brisbane-2024"], "seats": SEATS, "mano": 0, "mano_free": False}
    return HandForm(data, **given | options)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("rr74", "R R 7 4"),
        ("RC74", "R C 7 4"),
        ("rc74", "R C 7 4"),
        ("12 12 7 4", "12 12 7 4"),
        ("1177", "1 1 7 7"),
        ("RoRc7e4b", "Ro Rc 7e 4b"),
        ("RcCcScAc", "Rc Cc Sc Ac"),
        ("Sc=R So=A 7e 4b", "Sc=R So=A 7e 4b"),
        ("R, C; S/7", "R C S 7"),
        ("nothing", "nothing"),
    ],
)
def test_C1_cards_are_read_however_they_are_typed(typed, read):
    assert spaced(typed) == read


def test_what_is_typed_becomes_a_record_that_settles():
    filled = form(HAND)
    assert filled.is_valid(), filled.errors
    settled = settle_json(filled.record())
    assert settled["ok"], settled
    assert settled["stones"] == [9, 6]
    assert settled["claim"]["agrees"]


def test_declarations_come_from_the_cards_unless_somebody_said_otherwise():
    filled = form(HAND | {"declared_juego_0": "yes"})
    assert filled.is_valid()
    assert filled.record()["declared"] == {
        "pares": [True, True, True, True],
        "juego": [True, True, True, True],
    }


def test_a_record_comes_back_as_the_same_record():
    first = form(HAND)
    assert first.is_valid()
    record = first.record()
    again = form(form(stored=record).initial, stored=record)
    assert again.is_valid(), again.errors
    assert settle_json(again.record()) == settle_json(record)
    assert again.record()["bets"] == record["bets"]


def test_H4_the_first_hand_of_a_game_lets_the_mano_be_chosen():
    filled = form(HAND | {"mano": "2"}, mano_free=True)
    assert filled.is_valid()
    assert filled.record()["mano"] == 2
    assert "mano" not in form().fields


def test_a_bet_without_its_pair_is_asked_for():
    filled = form(HAND | {"by_pares": ""})
    assert not filled.is_valid()
    assert "by_pares" in filled.errors


def test_one_claim_alone_is_asked_for_the_other():
    filled = form(HAND | {"claim_b": ""})
    assert not filled.is_valid()
    assert "claim_b" in filled.errors


def test_what_the_rules_refuse_is_shown_at_its_field():
    filled = form(HAND)
    assert filled.is_valid()
    filled.put_problems(
        [
            Problem("cards[1][0]", "bad_card", "no such card"),
            Problem("bets.grande[1]", "raise_too_small", "too small"),
            Problem("elsewhere", "odd", "not a field"),
        ]
    )
    assert set(filled.errors) == {"cards_1", "bet_grande", "__all__"}


def test_a_quick_hand_has_stones_alone():
    filled = QuickForm({"stones_a": "5", "stones_b": "0", "game_winner": ""})
    assert filled.is_valid()
    assert filled.record() == {"quick": {"stones": [5, 0]}}


QUICK = {"stones_a": "5", "stones_b": "0", "game_winner": ""}


def test_H4_without_cards_too_the_mano_of_a_games_first_hand_is_said():
    filled = QuickForm({**QUICK, "mano": "2"}, seats=SEATS, mano=0, mano_free=True)
    assert filled.is_valid()
    assert filled.record() == {"mano": 2, "quick": {"stones": [5, 0]}}
    unsaid = QuickForm(QUICK, seats=SEATS, mano=0, mano_free=True)
    assert unsaid.is_valid()
    assert unsaid.record() == {"quick": {"stones": [5, 0]}}
    assert "mano" not in QuickForm(seats=SEATS, mano=3).fields


def test_a_stored_record_without_cards_fills_the_form():
    stored = {"mano": 2, "quick": {"stones": [5, 3], "game_winner": "B"}}
    filled = QuickForm(seats=SEATS, mano=0, mano_free=True, stored=stored)
    shown = {name: filled[name].value() for name in ("mano", "stones_a", "stones_b", "game_winner")}
    assert shown == {"mano": 2, "stones_a": 5, "stones_b": 3, "game_winner": "B"}
