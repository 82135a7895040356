"""D0 to D7: what the regulation leaves open about false words, and G0."""

from typing import Any

import pytest
from hypothesis import assume, event, given, settings

import mus as rules
from mus.tests.build import (
    EXAMPLE,
    Json,
    faults,
    hand,
    paid,
    paid_for,
    penalties,
    settle,
    settled,
    truth,
)
from mus.tests.strategies import hands_near_the_end

NONE = ("S 7 6 5", "C 7 5 4", "7 6 5 4", "6 5 4 A")
PAR, BETTER_PAR, MEDIAS, DUPLES = "C C 5 4", "R R 5 4", "S S S 4", "R 3 2 A"
J31, J35 = "R C S A", "R C S 5"


@pytest.mark.parametrize(("score", "winner"), [((39, 39), "B"), ((39, 38), "A")])
def test_D1_the_deje_of_a_penalty_comes_first_and_can_decide_39_39(
    score: tuple[int, int], winner: str
) -> None:
    cards = (DUPLES, PAR, "R R R 5", NONE[0])  # A's grande is the best, but is counted later
    answer = settled(DUPLES, PAR, NONE[1], NONE[0], score=(39, 39), lies={"pares": {0: False}})
    assert paid(answer) == ["B pares deje 1"]
    assert answer["game_winner"] == "B"
    assert answer["penalties"][0]["clause"] == "P4"
    answer = settled(*cards, score=score)
    assert answer["game_winner"] == "A"


def test_D1_it_stands_in_lance_order_among_the_dejes_of_the_table() -> None:
    told = {"chica": "A envido, B no", "juego": "A envido, B no"}
    answer = settled(DUPLES, PAR, NONE[1], NONE[0], lies={"pares": {0: False}}, **told)
    assert paid(answer)[:3] == ["A chica deje 1", "B pares deje 1", "A juego deje 1"]
    # 39–39: the chica is before the pares, the juego after.
    told = {"juego": "A envido, B no"}
    answer = settled(
        DUPLES, PAR, NONE[1], NONE[0], score=(38, 39), lies={"pares": {0: False}}, **told
    )
    assert answer["game_winner"] == "B"


def test_D2_the_rule_of_P2_holds_when_everybody_passed() -> None:
    answer = settled(NONE[0], PAR, MEDIAS, NONE[1], lies={"pares": {0: True}})
    assert paid_for("pares", answer) == ["B deje 1", "B pares 1"]


# D3: an accepted órdago. Cards, the lie, and who takes the game (None: void, the hand goes on).
ORDAGOS = [
    ("P1", "pares", (NONE[0], PAR, NONE[1], NONE[2]), {0: True}, None),
    ("P2", "pares", (NONE[0], PAR, MEDIAS, NONE[1]), {0: True}, None),
    ("P2", "pares", (NONE[0], MEDIAS, PAR, NONE[1]), {0: True}, "B"),
    ("P3", "pares", (DUPLES, PAR, BETTER_PAR, NONE[1]), {0: False}, "A"),
    ("P3", "pares", (DUPLES, BETTER_PAR, PAR, NONE[1]), {0: False}, "B"),
    ("PX", "pares", (NONE[0], DUPLES, MEDIAS, PAR), {0: True, 1: False}, None),
    ("J3", "juego", (NONE[0], J35, NONE[1], NONE[2]), {0: True}, None),
    ("J4", "juego", (NONE[0], J35, J31, NONE[1]), {0: True}, None),
    ("J4", "juego", (NONE[0], J31, J35, NONE[1]), {0: True}, "B"),
    ("J5", "juego", (J31, NONE[0], NONE[1], NONE[2]), {0: False}, None),
    ("J7", "juego", (J31, J35, "R C S 4", NONE[1]), {0: False}, "B"),
    ("J7", "juego", (J31, "R C S 4", J35, NONE[1]), {0: False}, "A"),
    ("JX", "juego", (J31, J35, NONE[0], NONE[1]), {0: False, 3: True, 2: True}, None),
]


@pytest.mark.parametrize(("clause", "lance", "cards", "said", "winner"), ORDAGOS)
def test_D3_an_accepted_ordago_is_void_or_good_by_its_row(
    clause: str, lance: str, cards: tuple[str, ...], said: dict[int, bool], winner: str | None
) -> None:
    answer = settled(*cards, lies={lance: said}, **{lance: "A órdago, B quiero"})
    assert answer["penalties"][0]["clause"] == clause
    if winner is None:
        assert answer["game_winner"] is None
        assert answer["needs_ruling"]
        assert list(answer["winners"]) == ["grande", "chica", "pares", "juego"]
    else:
        assert paid(answer) == [f"{winner} {lance} ordago 40"]
        assert answer["needs_ruling"] is False


# J3 in the juego, D4: the pares were bet and seen before the void órdago.
D4 = (NONE[0], "R C C S", "7 7 5 4", "S S 6 4")


def test_D4_a_void_ordago_lets_the_hand_go_on_with_earlier_stakes_paid() -> None:
    told = {"chica": "B envido 3, A quiero", "pares": "A envido 5, B quiero"}
    answer = settled(*D4, lies={"juego": {0: True}}, juego="B órdago, A quiero", **told)
    assert paid(answer) == [
        "B grande paso 1",
        "A chica envite 3",
        "B pares envite 5",
        "B pares pares 2",
        "B juego juego 2",
    ]
    assert answer["needs_ruling"]


def test_D4_a_void_deje_that_had_ended_the_game_is_given_back() -> None:
    record = hand(*D4, score=(39, 0), lies={"pares": {0: True}}, pares="A envido, B no")
    del record["declared"]["juego"]  # the game was over: nobody spoke of juego
    answer = settle(record)
    # P2, and B takes its deje and its worth; the juego goes on the cards, all as if truthful.
    assert paid(answer) == [
        "B pares deje 1",
        "B grande paso 1",
        "A chica paso 1",
    ]
    assert answer["game_winner"] == "A"
    assert answer["needs_ruling"]


def test_D4_later_lances_are_settled_as_if_all_had_told_the_truth_and_passed() -> None:
    record = hand(
        NONE[0], PAR, "R R S A", NONE[2], lies={"pares": {0: True}}, pares="A órdago, B quiero"
    )
    record["declared"]["juego"] = [True, False, False, False]  # not reached: nobody spoke of it
    answer = settle(record)
    assert paid_for("juego", answer) == ["A juego 3"]
    assert penalties(answer) == ["P2 at 0"]
    assert answer["needs_ruling"]


def test_D4_a_later_lance_without_juego_is_the_punto() -> None:
    cards = (NONE[0], PAR, NONE[1], NONE[2])
    answer = settled(*cards, lies={"pares": {0: True}}, pares="A órdago, B quiero")
    assert paid(answer) == [
        "B grande paso 1",
        "B chica paso 1",
        "B pares pares 1",
        "B juego punto 1",
    ]


# A's deje in the pares is void (P1); its later one in the juego stands.
EARLIER_VOID = (NONE[0], PAR, NONE[1], NONE[2])
TWO_DEJES = {"pares": "A envido, B no", "juego": "A envido, B no"}


def test_D4_an_earlier_void_deje_without_which_the_game_goes_on_needs_a_ruling() -> None:
    answer = settled(*EARLIER_VOID, score=(38, 0), lies={"pares": {0: True}}, **TWO_DEJES)
    assert paid(answer) == [
        "A juego deje 1",
        "B grande paso 1",
        "B chica paso 1",
        "B pares pares 1",
        "A juego punto 1",
    ]
    assert answer["game_winner"] == "A"
    assert answer["needs_ruling"]


def test_D8_a_void_deje_that_the_end_did_not_hang_on_needs_no_ruling() -> None:
    told = {"pares": "A envido, B no", "juego": "A envido 2, B envido 4, A envido 6, B no"}
    answer = settled(*EARLIER_VOID, score=(36, 0), lies={"pares": {0: True}}, **told)
    assert paid(answer) == ["A juego deje 4"]
    assert answer["game_winner"] == "A"
    assert not answer["needs_ruling"]


def test_D8_the_deje_of_a_penalty_that_gives_the_game_to_the_others_needs_a_ruling() -> None:
    # The table saw A win with the deje of the juego; B's deje of the P2 comes before it.
    cards = (NONE[0], PAR, "6 6 6 4", NONE[1])
    answer = settled(*cards, score=(39, 39), lies={"pares": {0: True}}, juego="A envido, B no")
    assert paid(answer) == ["B pares deje 1"]
    assert answer["game_winner"] == "B"
    assert penalties(answer) == ["P2 at 0"]
    assert answer["needs_ruling"]


def test_D8_an_end_that_another_deje_of_the_same_pair_gives_needs_no_ruling() -> None:
    cards = (NONE[0], PAR, "6 6 6 4", NONE[1])
    answer = settled(*cards, score=(0, 39), lies={"pares": {0: True}}, juego="B envido, A no")
    assert paid(answer) == ["B pares deje 1"]
    assert answer["game_winner"] == "B"
    assert not answer["needs_ruling"]


def test_D8_falls_away_with_G0_against_one_pair_whose_dejes_stand() -> None:
    told = dict(TWO_DEJES, false_claims=[0])
    answer = settled(*EARLIER_VOID, score=(38, 0), lies={"pares": {0: True}}, **told)
    assert paid(answer) == ["A pares deje 1", "A juego deje 1"]
    assert answer["game_winner"] == "A"
    assert not answer["needs_ruling"]


@settings(max_examples=100)
@given(hands_near_the_end())
def test_D8_exactly_where_the_end_that_the_table_saw_is_not_the_one_that_stands(
    record: Json,
) -> None:
    answer = settle(record)
    seen = _dejes_reach(record, _dejes_of_the_table(record))
    assume(seen is not None)
    stands = _dejes_reach(
        record, [(e["pair"], e["stones"]) for e in answer["ledger"] if e["kind"] == "deje"]
    )
    event(f"the end stands: {seen == stands}")
    # Two wrong in one lance ask by themselves (D5, D6); a lance not reached asks nothing.
    two_wrong = bool(answer["penalties"]) and len(_false_words(record)) > 1
    assert answer["needs_ruling"] == (seen != stands or two_wrong)


def _false_words(record: Json) -> list[tuple[str, int]]:
    return [
        (lance, seat)
        for lance, said in record["declared"].items()
        for seat, word in enumerate(said)
        if word != truth(lance, record["cards"][seat])
    ]


def _dejes_of_the_table(record: Json) -> list[tuple[str, int]]:
    """What was taken for refusals while the hand was bet: every one is of a first bet here."""
    calls = [record["bets"].get(lance) for lance in ("grande", "chica", "pares", "juego")]
    return [(said[0]["by"], 1) for said in calls if said and said[-1]["call"] == "no_quiero"]


def _dejes_reach(record: Json, dejes: list[tuple[str, int]]) -> str | None:
    """The pair that dejes alone bring to 40, if any."""
    score = dict(zip("AB", record["score"], strict=True))
    for pair, stones in dejes:
        score[pair] += stones
        if score[pair] >= 40:
            return pair
    return None


@pytest.mark.parametrize(
    ("cards", "lance", "said", "penalty", "pays"),
    [
        # Both said yes without: P1, whoever else has.
        ((NONE[0], PAR, NONE[1], NONE[2]), "pares", {0: True, 2: True}, "P1 at 0", ["B pares 1"]),
        # A false yes is worse than a false no, though it was said by the later seat.
        ((DUPLES, PAR, NONE[1], NONE[2]), "pares", {0: False, 2: True}, "P1 at 2", ["B pares 1"]),
        # Both hid theirs: nobody of the pair validly has.
        ((DUPLES, PAR, MEDIAS, NONE[2]), "pares", {0: False, 2: False}, "P4 at 0",
         ["B deje 1", "B pares 1"]),
        ((DUPLES, NONE[0], MEDIAS, NONE[2]), "pares", {0: False, 2: False}, "P7 at 0",
         ["A pares 5"]),
        ((NONE[0], NONE[1], J31, NONE[2]), "juego", {0: True, 2: False}, "J1 at 0",
         ["B deje 1", "B punto 1"]),
        ((J35, NONE[1], J31, NONE[2]), "juego", {0: False, 2: False}, "J5 at 0", ["A juego 5"]),
    ],
)  # fmt: skip
def test_D5_both_partners_wrong_is_one_penalty_by_the_worst_word_and_needs_a_ruling(
    cards: tuple[str, ...], lance: str, said: dict[int, bool], penalty: str, pays: list[str]
) -> None:
    answer = settled(*cards, lies={lance: said})
    assert penalties(answer) == [penalty]
    assert paid_for(lance, answer) == pays
    assert answer["needs_ruling"]


@pytest.mark.parametrize(("mano", "seat"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_D5_of_two_equal_words_the_one_nearer_to_the_mano_is_named(mano: int, seat: int) -> None:
    answer = settled(NONE[0], PAR, NONE[1], NONE[2], mano=mano, lies={"pares": {0: True, 2: True}})
    assert penalties(answer) == [f"P1 at {seat}"]


def test_D6_both_pairs_wrong_needs_a_ruling() -> None:
    answer = settled(DUPLES, PAR, NONE[1], NONE[2], lies={"pares": {0: False, 1: False}})
    assert answer["needs_ruling"]


def test_D6_names_one_seat_a_pair() -> None:
    lies = {"pares": {0: True, 1: True, 2: True, 3: True}}
    assert penalties(settled(*NONE, lies=lies)) == ["PX at 0", "PX at 1"]
    assert penalties(settled(*NONE, mano=2, lies=lies)) == ["PX at 2", "PX at 3"]
    (first, _) = settled(*NONE, lies=lies)["penalties"]
    assert first == {"clause": "PX", "lance": "pares", "seat": 0}


def claimed_falsely(*seats: int, cards: tuple[str, ...] = EXAMPLE, **about: object) -> Json:
    return settled(*cards, false_claims=seats, **about)


def test_G0_the_other_pair_is_paid_as_the_winner_of_every_lance() -> None:
    answer = claimed_falsely(1, grande="B envido 6, A quiero")
    assert paid(answer) == [
        "A grande envite 6",
        "A chica paso 1",
        "A pares pares 4",
        "A juego juego 3",
    ]
    assert answer["winners"] == dict.fromkeys(("grande", "chica", "pares", "juego"), "A")
    assert answer["penalties"] == [{"clause": "G0", "lance": None, "seat": 1}]
    assert not answer["needs_ruling"]


def test_G0_dejes_already_taken_stand_and_nothing_more_is_paid_for_them() -> None:
    told = {"grande": "B envido, A no", "pares": "B envido 4, A envido 9, B no"}
    answer = claimed_falsely(1, **told)
    assert paid(answer) == [
        "B grande deje 1",
        "A pares deje 4",
        "A chica paso 1",
        "A pares pares 4",
        "A juego juego 3",
    ]
    told = {"pares": "B envido 4, A no", "juego": "B envido, A no"}
    answer = claimed_falsely(1, **told)
    assert paid(answer) == [
        "B pares deje 1",
        "B juego deje 1",
        "A grande paso 1",
        "A chica paso 1",
    ]
    assert answer["winners"]["pares"] == "B"


def test_G0_loses_a_seen_ordago_too() -> None:
    # B has the best grande.
    assert paid(claimed_falsely(1, grande="B órdago, A quiero")) == ["A grande ordago 40"]
    assert paid(claimed_falsely(0, grande="B órdago, A quiero")) == ["B grande ordago 40"]


def test_G0_a_deje_that_won_the_game_stands() -> None:
    answer = claimed_falsely(1, score=(0, 39), chica="B envido, A no")
    assert answer["game_winner"] == "B"
    assert penalties(answer) == ["G0 at 1"]


def test_G0_the_punto_goes_to_the_other_pair() -> None:
    answer = claimed_falsely(0, cards=NONE, juego="A envido 4, B quiero")
    assert paid_for("juego", answer) == ["B envite 4", "B punto 1"]
    assert paid_for("pares", answer) == []
    assert answer["winners"]["pares"] is None


def test_G0_where_the_other_pair_has_none_nothing_is_paid() -> None:
    answer = claimed_falsely(0, cards=(DUPLES, NONE[0], NONE[1], NONE[2]))
    assert paid_for("pares", answer) == []
    assert answer["winners"]["pares"] == "B"


def test_G0_goes_before_the_table_whose_words_stay_on_record() -> None:
    cards = (DUPLES, PAR, NONE[1], NONE[0])
    answer = claimed_falsely(1, cards=cards, lies={"pares": {0: False}})
    assert penalties(answer) == ["G0 at 1", "P4 at 0"]
    assert paid_for("pares", answer) == []  # no penalty deje; what A hid it did not declare
    assert not answer["needs_ruling"]


def test_G0_pays_the_worth_of_what_the_other_pair_declared_and_holds() -> None:
    # Seat 0 holds duples it denied; seat 2 its par, declared.
    cards = (DUPLES, PAR, BETTER_PAR, NONE[0])
    answer = claimed_falsely(1, cards=cards, lies={"pares": {0: False, 3: True}})
    assert paid_for("pares", answer) == ["A pares 1"]
    assert answer["winners"]["pares"] == "A"


def test_G0_names_a_winner_for_lances_and_for_nothing_else() -> None:
    told = hand(*EXAMPLE, false_claims=(1,), grande="B envido, A no", chica="A envido, B no")
    winners = rules.settle(rules.parse(told)).winners
    assert winners == {lance: "B" if lance == "grande" else "A" for lance in rules.LANCES}


def test_G0_by_both_pairs_pays_nobody_and_needs_a_ruling() -> None:
    answer = claimed_falsely(1, 2, grande="B envido 6, A quiero", chica="B envido, A no")
    assert paid(answer) == ["B chica deje 1"]
    assert answer["winners"] == {"grande": None, "chica": "B", "pares": None, "juego": None}
    assert penalties(answer) == ["G0 at 1", "G0 at 2"]
    assert answer["needs_ruling"]
    ordago = claimed_falsely(1, 2, grande="B órdago, A quiero")
    assert paid(ordago) == []
    assert ordago["winners"] == {"grande": None}
    assert ordago["game_winner"] is None


def test_G0_by_both_partners_or_twice_is_one_pairs_fault() -> None:
    assert penalties(claimed_falsely(3, 1, 3)) == ["G0 at 1", "G0 at 3"]
    assert not claimed_falsely(3, 1)["needs_ruling"]


@pytest.mark.parametrize("guilty", [0, 1])
def test_G0_without_cards_is_settled_where_no_worth_is_paid(guilty: int) -> None:
    told = {"pares": "B envido, A no"} if guilty else {"pares": "A envido, B no"}
    record = hand(false_claims=(guilty,), grande="A envido 5, B quiero", **told)
    record["declared"] = {"pares": [True] * 4, "juego": [False] * 4}
    winner = "A" if guilty else "B"
    assert f"{winner} grande envite 5" in paid(settle(record))
    # The innocent pair's worth cannot be paid without its cards.
    record["bets"]["pares"] = []
    assert faults(record) == ["cards_required at cards"]


# What a false word costs where the regulation says something else than the table of §6.

WRONG = ("S 7 6 5", "C C 5 4", "S S S 4", "C 7 5 4")  # seat 0 says yes to pares (P2)
HIDDEN = ("R R 5 4", "C C 5 4", "S 7 6 5", "C 7 5 4")  # seat 0 says no to its pares (P4)


@pytest.mark.parametrize(
    ("rule", "wrong", "hidden", "ruling"),
    [
        ("table", ["B deje 1", "B pares 1"], ["B deje 1", "B pares 1"], False),
        ("two_stones", ["B deje 2", "B pares 1"], ["B deje 2", "B pares 1"], False),
        ("flat", ["B deje 7"], ["B deje 7"], False),
        ("game", ["B deje 30"], ["B deje 30"], True),
        ("judges", [], [], True),
    ],
)
def test_D7_a_false_word_costs_what_the_regulation_says(
    rule: str, wrong: list[str], hidden: list[str], ruling: bool
) -> None:
    about: dict[str, Any] = {
        "rules": {"false_words": rule, "false_word_stones": 7, "target": 30},
        "pares": "A envido 4, B quiero",
    }
    for cards, said, pays, clause in (
        (WRONG, True, wrong, "P2 at 0"), (HIDDEN, False, hidden, "P4 at 0"),
    ):  # fmt: skip
        told = about if said else {"rules": about["rules"]}
        answer = settled(*cards, lies={"pares": {0: said}}, **told)
        assert paid_for("pares", answer) == pays
        assert penalties(answer) == [clause]
        assert answer["needs_ruling"] is ruling
        assert answer["game_winner"] == ("B" if rule == "game" else None)


def test_D6_both_pairs_wrong_is_the_same_under_every_rule() -> None:
    for rule in rules.FalseWords:
        both = {"pares": {0: True, 1: True}}
        answer = settled(*NONE, lies=both, rules={"false_words": str(rule)})
        assert penalties(answer) == ["PX at 0", "PX at 1"]
        assert (paid_for("pares", answer), answer["needs_ruling"]) == ([], True)
