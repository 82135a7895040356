"""The settings of §10: juego real, ten kings, six seats, and the presets of §9."""

import pytest

from mus import (
    PRESETS,
    SETTINGS,
    FirstHand,
    JuegoReal,
    MusVisto,
    RecordRefused,
    RefusedRaise,
    RuleSet,
    ruleset_from,
)
from mus.play import pack_of
from mus.tests.build import faults, hand, paid, paid_for, penalties, settle, settled

ORDINARY_31 = "Re Ce Se Ae"
REAL = "7o 7c 7e "
NOTHING = ("6e 5e 4e Ab", "6c 5c 4c Ac")


def juego(real: str, tenth: str, **about: object) -> str:
    """Who wins the juego: A with an ordinary 31 of the mano, B with three sevens and `tenth`."""
    cards = (ORDINARY_31, REAL + tenth, *NOTHING)
    answer = settled(*cards, rules={"juego_real": real}, **about)
    winner: str = answer["winners"]["juego"]
    return winner


@pytest.mark.parametrize(
    ("form", "wins"),
    [
        ("none", []),
        ("three_sevens", ["Rb", "Cb", "Sb", "So", "3b"]),
        ("sota_oros", ["So"]),
        ("fourth_suit", ["Sb"]),
    ],
)
def test_juego_real_beats_any_other_31_in_its_form(form: str, wins: list[str]) -> None:
    tenths = ["Rb", "Cb", "Sb", "So", "3b"]
    assert [tenth for tenth in tenths if juego(form, tenth) == "B"] == wins


def test_juego_real_is_won_by_the_mano_among_equals_and_beats_32_and_40() -> None:
    rules = {"juego_real": "three_sevens"}
    both = settled("7 7 7 R", "6 6 5 4", "6 5 4 A", "C C R S", rules=rules)
    assert paid_for("juego", both) == ["A juego 3"]
    assert (
        settled("R C S S", "7 7 7 R", "6 5 4 A", "6 5 4 A", rules=rules)["winners"]["juego"] == "B"
    )


def test_juego_real_needs_a_31_so_a_3_is_no_ten_with_four_kings() -> None:
    answer = settled(
        "R C S A", "7 7 7 3", *NOTHING, rules={"juego_real": "three_sevens", "kings": 4}
    )
    assert paid_for("juego", answer) == ["A juego 3"]


def test_juego_real_asks_for_the_suits_that_decide_it_and_for_no_others() -> None:
    sota, fourth = {"juego_real": "sota_oros"}, {"juego_real": "fourth_suit"}
    assert settled("7 7 7 So", "R C S A", "6 5 4 A", "6 5 4 A", rules=sota)["ok"]
    assert settled("7 7 7 R", "R C S A", "6 5 4 A", "6 5 4 A", rules=fourth)["ok"]
    asked = hand("7 7o 7c S", "R C S A", "6 5 4 A", "6 5 4 A", rules=sota)
    assert faults(asked) == ["bad_card at cards[0][3]"]
    asked = hand("7o 7 7c S", "R C S A", "6 5 4 A", "6 5 4 A", rules=fourth)
    assert faults(asked) == ["bad_card at cards[0][1]"]


TEN_KINGS = {"jokers": True}


def test_jokers_stand_for_a_king_or_an_ace_in_all_lances_at_once() -> None:
    others = ("Ce Cb 5e 4e", "7c 6c 5c 4c", "7b 6b 5b 4b")
    duples = settle(
        hand("Ro Rc Re So", *others, rules=TEN_KINGS)
        | {"cards": ["Ro Rc Re So=R", *others]}
        | {"declared": {"pares": [True, True, False, False], "juego": [True, False, False, False]}}
    )
    assert paid(duples)[2:] == ["A pares pares 3", "A juego juego 2"]
    medias = settle(
        {
            "mano": 0,
            "ruleset": TEN_KINGS,
            "cards": ["Ro Rc Re So=A", *others],
            "declared": {"pares": [True, True, False, False], "juego": [True] + [False] * 3},
        }
    )
    assert paid(medias)[2:] == ["A pares pares 2", "A juego juego 3"]


def test_without_ten_kings_a_sota_is_a_sota() -> None:
    assert settled("Ro Rc 4e So", "Ce 5e 4c 7c", "7b 6b 5b 4b", "7e 6e 5c C")["ok"]
    record = hand("Ro Rc 4e So", "Ce 5e 4c 7c", "7b 6b 5b 4b", "7e 6e 5c C")
    record["cards"][0] = "Ro Rc 4e So=R"
    assert faults(record) == ["bad_card at cards[0][3]"]


def test_with_ten_kings_only_two_sotas_are_sotas() -> None:
    record = hand("S S 4 5", "S 5 4 7", "7 6 5 4", "7 6 5 C", rules=TEN_KINGS)
    assert faults(record) == ["too_many_of_rank at cards"]
    record = hand("Sb Se 4 5", "7 5 4 A", "7 6 5 4", "7 6 5 C", rules=TEN_KINGS)
    assert settle(record)["ok"]
    five = hand("S S S S", "S 5 4 7", "7 6 5 4", "7 6 5 C", rules=TEN_KINGS)
    assert faults(five) == ["too_many_of_rank at cards"]


@pytest.mark.parametrize("word", [True, False])
@pytest.mark.parametrize("shown", ["So=R", "So=A"])
def test_a_declaration_is_true_if_some_value_of_the_joker_makes_it_true(
    shown: str, word: bool
) -> None:
    # As a king the joker makes a par with Re, as an ace it makes none.
    cards = [f"Re 7e 5e {shown}", "C 6 5 4", "7 6 5 4", "C 7 6 4"]
    record = {
        "mano": 0,
        "ruleset": TEN_KINGS,
        "cards": cards,
        "declared": {"pares": [word, False, False, False], "juego": [False] * 4},
    }
    answer = settle(record)
    assert penalties(answer) == []
    counts = word and shown == "So=R"
    assert paid_for("pares", answer) == (["A pares 1"] if counts else [])


def test_an_ordago_is_not_won_with_the_pares_of_a_joker_that_were_truly_denied() -> None:
    # Shown as a king the joker makes the best pair; as an ace it made none, and none was said.
    record = {
        "mano": 0,
        "ruleset": TEN_KINGS,
        "cards": ["Sc=R R 5 4", "C C 6 5", "4 4 5 6", "7 6 5 A"],
        "declared": {"pares": [False, True, True, False]},
        "bets": {"pares": [{"by": "A", "call": "ordago"}, {"by": "B", "call": "quiero"}]},
    }
    answer = settle(record)
    assert penalties(answer) == []
    assert answer["winners"] == {"pares": "B"}
    assert answer["game_winner"] == "B"


@pytest.mark.parametrize("call", ["envido", "ordago"])
def test_a_juego_of_a_joker_that_was_truly_denied_leaves_the_punto_to_the_others(call: str) -> None:
    # Shown as a king the joker makes a juego, which as an ace it would not: the 25 of seat 3 wins.
    record = {
        "mano": 3,
        "ruleset": TEN_KINGS,
        "cards": ["6c 6b Ac 4o", "7c So=R Ce Sb", "Ro 5c 6e 2o", "3e 4e 5e 6o"],
        "declared": {"pares": [True] + [False] * 3, "juego": [False] * 4},
        "bets": {"juego": [{"by": "B", "call": call}, {"by": "A", "call": "quiero"}]},
    }
    answer = settle(record)
    assert penalties(answer) == []
    assert answer["winners"]["juego"] == "B"
    assert answer["game_winner"] == ("B" if call == "ordago" else None)


def test_a_word_that_no_value_of_the_joker_makes_true_is_false() -> None:
    record = {
        "mano": 0,
        "ruleset": TEN_KINGS,
        "cards": ["7e 6e 5e So=R", "C 6 5 4", "7 6 5 4", "C 7 6 4"],
        "declared": {"pares": [True] + [False] * 3, "juego": [False] * 4},
    }
    assert penalties(settle(record)) == ["P1 at 0"]
    record["cards"][0] = "7e 7c 5e So=R"  # type: ignore[index]
    record["declared"]["pares"] = [False] * 4  # type: ignore[index]
    assert penalties(settle(record)) == ["P7 at 0"]


def test_punto_leaves_out_a_joker_holder_who_shows_a_juego_he_did_not_declare() -> None:
    record = {
        "mano": 0,
        "ruleset": TEN_KINGS,
        "cards": ["Ce Cb 4e So=R", "C 6 5 4", "7 6 5 4", "C 7 6 4"],
        "declared": {"pares": [True] + [False] * 3, "juego": [False] * 4},
    }
    assert paid_for("juego", settle(record)) == ["B punto 1"]


SIX = {"seats": 6}
SIX_CARDS = ("7 7 2 A", "3 3 S 2", "R R S A", "C C C 6", "7 6 5 4", "7 5 4 4")


def test_six_seats_are_two_teams_of_three() -> None:
    answer = settled(*SIX_CARDS, rules=SIX)
    assert paid(answer) == [
        "B grande paso 1",
        "A chica paso 1",
        "A pares pares 4",
        "B juego juego 5",
    ]


@pytest.mark.parametrize(
    ("mano", "pair"), [(0, "B"), (1, "B"), (2, "A"), (3, "B"), (4, "B"), (5, "B")]
)
def test_six_seats_equal_cards_go_to_the_nearest_from_the_mano(mano: int, pair: str) -> None:
    assert settled(*SIX_CARDS, mano=mano, rules=SIX)["winners"]["grande"] == pair


def test_six_seats_all_three_partners_score_their_worth() -> None:
    cards = ("R R S A", "7 6 5 4", "C C S A", "7 6 5 4", "3 3 S 2", "7 6 5 4")
    answer = settled(*cards, rules=SIX)
    assert paid_for("pares", answer) == ["A pares 3"]
    assert paid_for("juego", answer) == ["A juego 9"]


def test_six_seats_one_partner_who_validly_has_is_enough_for_P2_and_P3() -> None:
    cards = ("R R 6 A", "C C S 4", "S 7 5 4", "7 6 5 4", "7 6 5 A", "R 6 5 4")
    lies = {"pares": {0: False, 2: True}}
    answer = settled("R R 6 A", *cards[1:4], "3 3 7 A", cards[5], rules=SIX, lies=lies)
    assert penalties(answer) == ["P2 at 2"]
    assert paid_for("pares", answer) == ["B deje 1", "B pares 1"]
    assert answer["needs_ruling"]


def test_six_seats_need_six_of_everything() -> None:
    assert "bad_cards at cards" in faults(hand(*SIX_CARDS[:4], rules=SIX))
    record = hand(*SIX_CARDS, rules=SIX)
    record["declared"]["pares"].pop()
    assert faults(record) == ["declaration_required at declared.pares"]
    assert faults(hand(*SIX_CARDS, mano=6, rules=SIX)) == ["bad_mano at mano"]
    assert settled(*SIX_CARDS, mano=5, false_claims=(5,), rules=SIX)["winners"]["grande"] == "A"


def test_the_presets_are_those_of_the_rules_of_record() -> None:
    told = {key: (preset.kings, preset.target) for key, preset in PRESETS.items()}
    assert told == {
        "brisbane-2024": (8, 40),
        "pagat": (8, 40),
        "euskal-herria": (4, 30),
        "nabo": (4, 40),
    }
    assert all(key == preset.preset for key, preset in PRESETS.items())
    assert all(preset.refused_raise is RefusedRaise.PREVIOUS for preset in PRESETS.values())
    assert all(preset.juego_real is JuegoReal.NONE for preset in PRESETS.values())
    assert all((preset.jokers, preset.seats) == (False, 4) for preset in PRESETS.values())
    brisbane = PRESETS["brisbane-2024"]
    assert (brisbane.mus_visto, brisbane.first_hand) == (MusVisto.OBLIGATORY, FirstHand.CORRIDA)


def test_a_rule_set_is_a_preset_and_what_differs_from_it() -> None:
    assert ruleset_from(None) == ruleset_from({}) == RuleSet() == PRESETS["brisbane-2024"]
    assert ruleset_from("nabo") is PRESETS["nabo"]
    changed = ruleset_from({"preset": "nabo", "target": 50, "juego_real": "sota_oros"})
    assert (changed.preset, changed.kings, changed.target) == ("nabo", 4, 50)
    assert changed.juego_real is JuegoReal.SOTA_OROS
    assert ruleset_from(changed) is changed
    with pytest.raises(RecordRefused) as refused:
        ruleset_from({"kings": 5, "seats": 3})
    assert [fault.path for fault in refused.value.faults] == ["ruleset.kings", "ruleset.seats"]


def test_every_setting_takes_each_of_its_choices_and_is_written_back() -> None:
    assert "kings" in SETTINGS
    for name, setting in SETTINGS.items():
        for choice in setting.choices:
            ruleset = ruleset_from({name: choice})
            assert getattr(ruleset, name) == choice
            assert ruleset_from(ruleset.to_json()) == ruleset


def test_suits_are_needed_only_where_a_variant_asks() -> None:
    needing = [{"jokers": True}, {"juego_real": "sota_oros"}, {"juego_real": "fourth_suit"}]
    assert all(ruleset_from(told).needs_suits for told in needing)
    assert not any(
        ruleset_from(told).needs_suits for told in ("nabo", {"juego_real": "three_sevens"})
    )


def test_a_setting_with_an_endless_name_is_shown_cut_short() -> None:
    for length, shown in ((40, "x" * 40), (41, "x" * 40 + "…")):
        record = {**hand(*SIX_CARDS[:4]), "ruleset": {"x" * length: 1}}
        assert faults(record) == [f"bad_ruleset at ruleset.{shown}"]
        assert faults({**hand(*SIX_CARDS[:4]), "x" * length: 1}) == [f"bad_json at {shown}"]


def test_a_rule_set_is_written_in_plain_json_values() -> None:
    for preset in PRESETS.values():
        written = preset.to_json()
        assert {type(value) for value in written.values()} <= {str, int, bool}
        assert written["preset"] == preset.preset


def test_with_nine_kings_a_four_is_written_as_a_king_and_three_fours_are_left() -> None:
    rules = {"ninth_king": "4", "ninth_ace": "C"}
    nine = ("R R R R", "R 3 3 A", "3 3 A A", "A A 4 4")
    assert paid(settled(*nine, rules=rules)) == paid(
        settled("3 R R R", "R 3 3 A", "R 3 A 2", "A A 4 4", rules={"ninth_king": "5"})
    )
    assert faults(hand(*nine)) == ["too_many_of_rank at cards"] * 2
    for four, rank in (("4 4 4 4", "4"), ("C C C C", "C")):
        assert faults(hand(four, "R 6 5 S", "R 6 5 S", "R 6 5 S", rules=rules)), rank
    assert len(pack_of(ruleset_from(rules))) == len(set(pack_of(ruleset_from(rules)))) == 40


def test_without_twos_a_two_is_no_card_of_the_pack() -> None:
    record = hand("2 R 4 5", "S 5 4 7", "7 6 5 4", "7 6 5 C", rules={"without_twos": True})
    assert faults(record) == ["too_many_of_rank at cards"]


def test_without_twos_fours_and_aces_are_duples_and_win_the_chica() -> None:
    cards = ("R S 7 5", "4 4 A A", "C S 6 5", "R C 7 6")
    answer = settled(*cards, rules={"without_twos": True})
    assert (answer["winners"]["chica"], answer["winners"]["pares"]) == ("B", "B")
    assert paid(answer) == paid(settled("R S 7 5", "2 2 A A", "C S 6 5", "R C 7 6"))
