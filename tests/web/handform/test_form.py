"""One hand typed into a page, and the record it makes."""

import pytest

from mus import PRESETS, ruleset_from, settle_json
from tournament.errors import Problem
from web.handform import HandForm, QuickForm
from web.handform.typed import spaced

pytestmark = pytest.mark.usefixtures("in_english")

SEATS = ["Getaria", "Pasaia", "Zarautz", "Tolosa"]
PAIRS = ["Getaria and Zarautz", "Pasaia and Tolosa"]
QUICK = {"stones_a": "5", "stones_b": "0", "game_winner": ""}
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
    given = {"ruleset": PRESETS["brisbane-2024"], "pairs": PAIRS, "seats": SEATS}
    return HandForm(data, **{**given, "mano": 0, "mano_free": False, **options})


def quick(data=None, **options):
    given = {"pairs": PAIRS, "seats": SEATS, "target": 40, "mano": 0, "mano_free": False}
    return QuickForm(data, **given | options)


def told(form):
    """What the page lists: where it leads, and in which words."""
    return [(m.at, f"{m.where}: {m.message}" if m.where else m.message) for m in form.mistakes]


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
    assert [at for at, _words in told(filled)] == ["", "id_cards_1", "id_bet_grande"]


def test_a_quick_hand_has_stones_alone():
    filled = quick(QUICK)
    assert filled.is_valid()
    assert filled.record() == {"quick": {"stones": [5, 0]}}


def test_H4_without_cards_too_the_mano_of_a_games_first_hand_is_said():
    filled = quick({**QUICK, "mano": "2"}, mano_free=True)
    assert filled.is_valid()
    assert filled.record() == {"mano": 2, "quick": {"stones": [5, 0]}}
    assert list(quick(QUICK, mano_free=True).errors) == ["mano"]
    assert next(iter(quick(mano_free=True).fields)) == "mano"
    assert "mano" not in quick(mano=3).fields


def test_a_stored_record_without_cards_fills_the_form():
    stored = {"mano": 2, "quick": {"stones": [5, 3], "game_winner": "B"}}
    filled = quick(mano_free=True, stored=stored)
    shown = {name: filled[name].value() for name in ("mano", "stones_a", "stones_b", "game_winner")}
    assert shown == {"mano": 2, "stones_a": 5, "stones_b": 3, "game_winner": "B"}


def refused(data, *problems, **options):
    """What a filled form tells once the rules have refused these things about it."""
    filled = form(HAND | data, **options)
    filled.is_valid()
    filled.put_problems([Problem(path, code, f"{path} is {code}") for path, code in problems])
    return told(filled)


def test_cards_that_cannot_be_read_are_told_by_the_players_name_and_with_the_letters_there_are():
    letters = "Write R king, C knight, S jack, 7 6 5 4 3 2 or A ace."
    king = [("id_cards_1", f"Pasaia: “K” is no card here. {letters}")]
    twice = [("cards[1][0]", "bad_card"), ("cards[1][1]", "bad_card")]
    assert refused({"cards_1": "K K 7 4"}, *twice) == king
    assert refused({"cards_1": "KK74"}, ("cards[1]", "bad_cards")) == king
    [(at, few)] = refused({"cards_3": "RR7"}, ("cards[3]", "bad_cards"))
    assert at == "id_cards_3"
    assert few.startswith("Tolosa: give four cards. When nobody had to show")


def test_where_suits_count_their_letters_are_told_too():
    ruleset = ruleset_from({"preset": "brisbane-2024", "jokers": True})
    [(_at, words)] = refused({"cards_0": "R 7 4 4"}, ("cards[0][0]", "bad_card"), ruleset=ruleset)
    assert "“R” is no card here" in words
    assert "o coins, c cups, e swords, b batons" in words
    joker = ("cards[0][0]", "joker_unresolved")
    [(_at, words)] = refused({"cards_0": "Sc 7e 4b 4o"}, joker, ruleset=ruleset)
    assert words.startswith("Getaria: Sc is a joker.")


@pytest.mark.parametrize(
    "cards", [("cards[0]", "bad_cards"), ("cards", "cards_required"), ("cards", "duplicate_card")]
)
def test_what_missing_cards_would_have_declared_is_no_mistake_of_its_own(cards):
    asked = ("declared.pares", "declaration_required")
    assert len(refused({"cards_0": "R"}, cards, asked)) == 1
    assert refused({}, asked) == [("id_declared_pares_0", "declared.pares is declaration_required")]


def test_cards_the_form_itself_cannot_take_are_not_asked_for_again():
    assert [at for at, _words in refused({"cards_0": "R" * 41}, ("cards", "cards_required"))] == [
        "id_cards_0"
    ]


def test_what_is_wrong_with_the_whole_deal_is_said_once_and_leads_to_the_cards():
    assert refused({}, ("cards", "too_many_of_rank")) == [
        ("id_cards_0", "cards is too_many_of_rank")
    ]


def test_a_later_hands_fault_is_not_put_at_the_fields_of_this_one():
    told_of = refused({}, ("number", "later_hand_impossible"), ("bets.pares", "no_betting"))
    assert [at for at, _words in told_of] == ["", ""]


def test_every_mistake_says_whose_it_is():
    filled = form({**HAND, "by_pares": "", "declared_juego_2": "x", "claim_b": "-1"})
    assert not filled.is_valid()
    where = {m.at: m.where for m in filled.mistakes}
    assert where == {
        "id_declared_juego_2": "Zarautz, Juego or punto",
        "id_by_pares": "Pares, last bet by",
        "id_claim_b": "Pasaia and Tolosa",
    }


def test_what_can_be_read_of_a_wrong_form_makes_a_record_for_the_rules_to_judge():
    filled = form({**HAND, "by_pares": "", "claim_a": "x", "cards_0": "772K"})
    assert not filled.is_valid()
    record = filled.record()
    assert "claim" not in record
    assert record["bets"] == {}
    assert {e["path"] for e in settle_json(record)["errors"]} >= {"cards[0]"}


def test_no_field_shows_cards_that_nobody_has_entered():
    assert "placeholder" not in form().as_p()


def test_when_both_pairs_would_reach_the_target_the_words_name_what_is_on_the_page():
    filled = quick(QUICK)
    assert filled.is_valid()
    filled.put_problems([Problem("quick.game_winner", "quick_winner_unclear", "-")])
    [(at, words)] = told(filled)
    assert at == "id_stones_a"
    assert "Both pairs would have 40 stones or more" in words
    assert "Give the pair that lost only the stones it took before." in words
