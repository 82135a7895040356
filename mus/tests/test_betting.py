"""E1 to E7: the bets on one lance, from the calls to what they pay."""

import pytest

from mus import settle_json
from mus.tests.build import (
    EXAMPLE,
    ONLY_A_PARES,
    QUIET,
    faults,
    hand,
    paid,
    paid_for,
    settled,
)


def grande(bets: str, **about: object) -> list[str]:
    """What the grande of the worked example pays when it is bet so. B has the best cards."""
    return paid_for("grande", settled(*EXAMPLE, grande=bets, **about))


def slips(bets: str) -> list[str]:
    return faults(hand(*EXAMPLE, grande=bets))


@pytest.mark.parametrize("stake", [1, 0])
def test_E1_a_first_bet_is_at_least_2(stake: int) -> None:
    assert slips(f"A envido {stake}, B quiero") == ["bet_too_small at bets.grande[0]"]
    assert grande("A envido 2, B quiero") == ["B envite 2"]


@pytest.mark.parametrize("stake", [5, 4, 3, 1])
def test_E1_a_raise_states_a_total_at_least_2_above_the_last(stake: int) -> None:
    told = f"A envido 4, B envido {stake}, A quiero"
    assert slips(told) == ["raise_too_small at bets.grande[1]"]
    assert grande("A envido 4, B envido 6, A quiero") == ["B envite 6"]


@pytest.mark.parametrize(
    ("bets", "stake"),
    [
        ("A envido, B quiero", 2),
        ("A envido 5, B envido, A quiero", 7),
        ("A envido, B envido, A envido, B quiero", 6),
        ("A envido 5, B envido 10, A quiero", 10),  # reenvido doubles: the new total is recorded
    ],
)
def test_E1_an_unsaid_amount_is_2_or_2_more(bets: str, stake: int) -> None:
    assert grande(bets) == [f"B envite {stake}"]


@pytest.mark.parametrize(
    ("bets", "where"),
    [
        ("A envido, A envido 4, B quiero", 1),
        ("A envido, A quiero", 1),
        ("B envido, B no", 1),
        ("A envido, B envido, B órdago, A no", 2),
        ("A órdago, A no", 1),
    ],
)
def test_E2_a_pair_never_answers_itself(bets: str, where: int) -> None:
    assert slips(bets) == [f"out_of_turn at bets.grande[{where}]"]


@pytest.mark.parametrize("late", ["A envido 9", "B órdago", "A quiero", "B no"])
@pytest.mark.parametrize("answer", ["quiero", "no"])
def test_E2_nothing_is_said_after_the_answer(answer: str, late: str) -> None:
    told = f"A envido, B {answer}, {late}"
    assert slips(told) == ["call_after_close at bets.grande[2]"]


def test_E3_an_ordago_may_open() -> None:
    assert paid(settled(*EXAMPLE, grande="A órdago, B quiero")) == ["B grande ordago 40"]


@pytest.mark.parametrize("late", ["B envido 50", "B envido", "B órdago"])
def test_E3_after_an_ordago_only_quiero_or_no_quiero(late: str) -> None:
    told = f"A órdago, {late}, A no"
    assert slips(told) == ["bet_over_ordago at bets.grande[1]"]


@pytest.mark.parametrize("passed", [{}, {"grande": ""}])
def test_E4_paso_is_nobody_betting(passed: dict[str, str]) -> None:
    assert paid_for("grande", settled(*EXAMPLE, **passed)) == ["B paso 1"]


def test_E4_a_seen_bet_is_paid_at_the_showdown() -> None:
    assert paid(settled(*EXAMPLE, pares="B envido 6, A quiero")) == [
        "B grande paso 1",
        "A chica paso 1",
        "A pares envite 6",
        "A pares pares 4",
        "B juego juego 5",
    ]


def test_E4_a_seen_bet_however_large_does_not_end_the_game_by_itself() -> None:
    # B would take 500 in the grande, but A reaches 40 before, by the deje of the juego.
    told = {"grande": "A envido 500, B quiero", "juego": "A envido, B no"}
    answer = settled(*EXAMPLE, score=(39, 0), **told)
    assert paid(answer) == ["A juego deje 1"]
    assert answer["game_winner"] == "A"
    # Without that deje it is paid whole at the count, and passes the target.
    assert settled(*EXAMPLE, grande="A envido 500, B quiero")["score"] == [0, 500]


@pytest.mark.parametrize(
    ("bets", "deje"),
    [
        ("A envido, B no", "A deje 1"),
        ("A envido 20, B no", "A deje 1"),
        ("A órdago, B no", "A deje 1"),
        ("A envido, B envido 6, A no", "B deje 2"),
        ("A envido 7, B órdago, A no", "B deje 7"),
        ("B envido, A envido 6, B órdago, A no", "B deje 6"),
        ("A envido 2, B envido 4, A envido 20, B no", "A deje 4"),
    ],
)
def test_E5_a_refused_call_pays_what_stood_before_it_and_else_1(bets: str, deje: str) -> None:
    assert grande(bets) == [deje]
    # By the letter of the Brisbane regulation every deje is one stone.
    assert grande(bets, rules={"refused_raise": "one"}) == [deje[:7] + "1"]


@pytest.mark.parametrize("lance", ["grande", "chica"])
@pytest.mark.parametrize("by", ["A", "B"])
def test_E6_grande_and_chica_are_bet_by_both_pairs(lance: str, by: str) -> None:
    other = "B" if by == "A" else "A"
    answer = settled(*QUIET, **{lance: f"{by} envido, {other} no"})
    assert paid(answer)[0] == f"{by} {lance} deje 1"


@pytest.mark.parametrize(
    "lies",
    [{0: True, 1: True}, {2: True, 3: True}, {0: True, 2: True, 1: True}],
)
def test_E7_pares_is_bet_when_both_pairs_declared_it(lies: dict[int, bool]) -> None:
    record = hand(*QUIET, lies={"pares": lies}, pares="A envido, B quiero")
    assert settled(*QUIET, lies={"pares": lies}, pares="A envido, B no")["ok"]
    assert record["declared"]["pares"] != [False] * 4


@pytest.mark.parametrize("bets", ["A envido, B quiero", "B envido, A no"])
def test_E7_with_one_pair_alone_there_is_no_betting(bets: str) -> None:
    assert faults(hand(*ONLY_A_PARES, pares=bets)) == ["no_betting at bets.pares"]
    only_b_juego = ("R C 5 4", "R C S 5", "7 6 5 4", "7 6 5 A")
    assert faults(hand(*only_b_juego, juego=bets)) == ["no_betting at bets.juego"]


def test_E7_bets_that_cannot_have_been_made_are_not_read_any_further() -> None:
    assert faults(hand(*ONLY_A_PARES, pares="A envido 1, A no")) == ["no_betting at bets.pares"]


def test_E7_bets_on_a_lance_whose_words_are_missing_are_read_all_the_same() -> None:
    record = hand(*EXAMPLE, pares="A envido 1, B no")
    del record["declared"]["pares"]
    assert faults(record) == [
        "declaration_required at declared.pares",
        "bet_too_small at bets.pares[0]",
    ]


def test_E7_with_nobody_pares_is_not_bet_and_pays_nobody() -> None:
    assert faults(hand(*QUIET, pares="A envido, B no")) == ["no_betting at bets.pares"]
    answer = settled(*QUIET)
    assert paid_for("pares", answer) == []
    assert answer["winners"]["pares"] is None


def test_E7_with_nobody_juego_becomes_punto_which_both_pairs_bet() -> None:
    assert paid_for("juego", settled(*QUIET, juego="B envido 4, A quiero")) == [
        "A envite 4",
        "A punto 1",
    ]


def test_E7_one_pair_alone_still_scores_its_worth() -> None:
    assert paid_for("pares", settled(*ONLY_A_PARES)) == ["A pares 1"]


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ("A envido 1, B no", "a first bet is at least 2 stones, not 1."),
        (
            "A envido 4, B envido 5, A no",
            "a raise states a total at least 2 above the last: at least 6, not 5.",
        ),
        ("A envido, A no", "pair A would be answering itself. The other pair answers."),
        ("B envido, B envido, A no", "pair B would be answering itself. The other pair answers."),
    ],
)
def test_a_slip_is_told_in_words(bets: str, message: str) -> None:
    (error,) = settle_json(hand(*EXAMPLE, grande=bets))["errors"]
    assert error["message"].partition(": ")[2] == message


@pytest.mark.parametrize("stake", [0, 1, 2, 5])
@pytest.mark.parametrize("before", ["", "A envido 4, "], ids=["first", "raised"])
def test_E3_a_bet_over_an_ordago_is_one_fault_however_small_it_is(before: str, stake: int) -> None:
    """What it should at least have been is beside the point: nothing may be bet there."""
    bets = f"{before}B órdago, A envido {stake}, B no"
    place = 2 if before else 1
    assert faults(hand(*EXAMPLE, grande=bets)) == [f"bet_over_ordago at bets.grande[{place}]"]


@pytest.mark.parametrize(
    ("rule", "first", "raised"),
    [("previous", 1, 4), ("one", 1, 1), ("plus_one", 1, 5), ("nothing", 0, 0)],
)
def test_E5_a_refused_bet_pays_as_the_setting_says(rule: str, first: int, raised: int) -> None:
    for bets, stones in (
        ("A envido 3, B no", first),
        ("A órdago, B no", first),
        ("B envido 4, A órdago, B no", raised),
    ):
        paid_to_a = [f"A deje {stones}"] if stones else []
        assert grande(bets, rules={"refused_raise": rule}) == paid_to_a
        assert (
            settled(*EXAMPLE, grande=bets, rules={"refused_raise": rule})["winners"]["grande"]
            == "A"
        )


def test_S4_without_a_deje_the_pair_that_was_refused_still_takes_the_worth() -> None:
    rules = {"refused_raise": "nothing"}
    hand_ = settled(*EXAMPLE, pares="B envido, A no", rules=rules)
    assert all(entry.split()[1] == "pares" for entry in paid_for("pares", hand_))
    assert {entry.split()[0] for entry in paid_for("pares", hand_)} == {"B"}


def test_E5_a_refused_raise_may_pay_otherwise_in_one_lance() -> None:
    bets = "A envido 2, B envido 5, A no"
    rules = {"refused_raise_in_chica": "plus_one", "refused_raise_in_grande": "one"}
    answer = settled(*EXAMPLE, grande=bets, chica=bets, rules=rules)
    dejes = [line["stones"] for line in answer["ledger"] if line["kind"] == "deje"]
    assert dejes == [1, 3]


def test_E5_a_lance_may_have_dejes_where_the_others_have_none() -> None:
    rules = {"refused_raise": "nothing", "refused_raise_in_chica": "previous"}
    bets = "A envido, B no"
    answer = settled(*EXAMPLE, grande=bets, chica=bets, rules=rules)
    dejes = [(line["lance"], line["stones"]) for line in answer["ledger"] if line["kind"] == "deje"]
    assert dejes == [("chica", 1)]
