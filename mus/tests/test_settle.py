"""S1 to S8: dejes, the count, the órdago and the target."""

import pytest

from mus import RecordRefused, parse, settle
from mus.tests.build import EXAMPLE, ONLY_A_PARES, QUIET, faults, hand, paid, paid_for, settled

EVERYTHING = [
    "B grande paso 1",
    "A chica paso 1",
    "A pares pares 4",
    "B juego juego 5",
]


def test_S1_dejes_are_paid_before_everything_in_lance_order() -> None:
    answer = settled(*EXAMPLE, chica="B envido, A no", juego="A envido 3, B envido 9, A no")
    assert paid(answer) == [
        "B chica deje 1",
        "B juego deje 3",
        "B grande paso 1",
        "A pares pares 4",
        "B juego juego 5",
    ]


def test_S1_a_deje_that_reaches_the_target_wins_the_game_there() -> None:
    answer = settled(*EXAMPLE, score=(39, 39), chica="A envido, B no")
    assert paid(answer) == ["A chica deje 1"]
    assert answer["score"] == [40, 39]
    assert answer["game_winner"] == "A"
    assert answer["winners"] == {"chica": "A"}


def test_S1_nothing_after_a_winning_deje_is_played() -> None:
    told = hand(*EXAMPLE, score=(39, 0), grande="A envido, B no", juego="A envido, B no")
    assert faults(told) == ["bets_after_game_over at bets.juego"]


def test_S1_dejes_add_up_while_the_hand_is_bet() -> None:
    answer = settled(*EXAMPLE, score=(38, 0), grande="A envido, B no", pares="A envido, B no")
    assert paid(answer) == ["A grande deje 1", "A pares deje 1"]
    assert answer["game_winner"] == "A"


def test_S1_a_hand_won_by_a_deje_needs_neither_cards_nor_later_declarations() -> None:
    answer = settled(score=(0, 39), grande="B envido 9, A no")
    assert answer["stones"] == [0, 1]


def test_S2_the_count_goes_grande_chica_pares_juego() -> None:
    assert paid(settled(*EXAMPLE)) == EVERYTHING


@pytest.mark.parametrize(
    ("score", "entries", "winner"),
    [
        ((39, 39), 1, "B"),
        ((39, 38), 2, "A"),
        ((38, 38), 3, "A"),
        ((35, 38), 3, "A"),
        ((34, 38), 4, "B"),
        ((34, 33), 4, None),
    ],
)
def test_S2_the_first_to_reach_the_target_wins_and_nothing_more_is_paid(
    score: tuple[int, int], entries: int, winner: str | None
) -> None:
    answer = settled(*EXAMPLE, score=score)
    assert paid(answer) == EVERYTHING[:entries]
    assert answer["game_winner"] == winner
    assert answer["winners"] == {"grande": "B", "chica": "A", "pares": "A", "juego": "B"}


def test_S2_an_entry_is_paid_whole_and_may_pass_the_target() -> None:
    answer = settled(*EXAMPLE, score=(38, 0), pares="A envido 30, B quiero")
    # 39 after the chica; the stake is paid whole, the worth after it no more.
    assert paid(answer) == ["B grande paso 1", "A chica paso 1", "A pares envite 30"]
    assert answer["score"] == [69, 1]


def test_S3_grande_and_chica_passed_pay_1_to_the_best() -> None:
    answer = settled(*EXAMPLE)
    assert paid_for("grande", answer) == ["B paso 1"]
    assert paid_for("chica", answer) == ["A paso 1"]


def test_S3_grande_and_chica_seen_pay_the_stake_and_nothing_else() -> None:
    told = {"grande": "A envido 5, B quiero", "chica": "B envido 3, A quiero"}
    answer = settled(*EXAMPLE, **told)
    assert paid_for("grande", answer) == ["B envite 5"]
    assert paid_for("chica", answer) == ["A envite 3"]


def test_S3_grande_and_chica_refused_pay_the_deje_alone() -> None:
    told = {"grande": "A envido 5, B no", "chica": "B envido 3, A no"}
    answer = settled(*EXAMPLE, **told)
    assert paid_for("grande", answer) == ["A deje 1"]
    assert paid_for("chica", answer) == ["B deje 1"]
    assert answer["winners"]["grande"] == "A"
    assert answer["winners"]["chica"] == "B"


def test_S4_the_winner_takes_the_worth_of_both_partners_and_the_loser_nothing() -> None:
    answer = settled(*EXAMPLE)
    assert paid_for("pares", answer) == ["A pares 4"]  # duples 3, par 1; B's medias and par lose
    assert paid_for("juego", answer) == ["B juego 5"]  # 31 is 3, 36 is 2; A's 31 loses


def test_S4_seen_pays_the_stake_first_and_then_the_worth() -> None:
    answer = settled(*EXAMPLE, juego="A envido 6, B quiero")
    assert paid_for("juego", answer) == ["B envite 6", "B juego 5"]


def test_S4_refused_wins_whatever_the_cards() -> None:
    answer = settled(*EXAMPLE, pares="B envido, A no", juego="A envido, B no")
    assert paid_for("pares", answer) == ["B deje 1", "B pares 3"]
    assert paid_for("juego", answer) == ["A deje 1", "A juego 3"]
    assert (answer["winners"]["pares"], answer["winners"]["juego"]) == ("B", "A")


@pytest.mark.parametrize(
    ("bets", "pays"),
    [
        ("", ["A punto 1"]),
        ("B envido 4, A quiero", ["A envite 4", "A punto 1"]),
        ("B envido 4, A no", ["B deje 1", "B punto 1"]),
        ("B envido 4, A envido 8, B no", ["A deje 4", "A punto 1"]),
    ],
)
def test_S5_punto_pays_the_stake_and_1(bets: str, pays: list[str]) -> None:
    assert paid_for("juego", settled(*QUIET, juego=bets)) == pays


@pytest.mark.parametrize(
    ("lance", "winner"), [("grande", "B"), ("chica", "A"), ("pares", "A"), ("juego", "B")]
)
def test_S6_a_seen_ordago_gives_the_game_to_the_winner_of_its_lance(
    lance: str, winner: str
) -> None:
    answer = settled(*EXAMPLE, score=(30, 20), **{lance: "A órdago, B quiero"})
    missing = 10 if winner == "A" else 20
    assert paid(answer) == [f"{winner} {lance} ordago {missing}"]
    assert answer["score"] == ([40, 20] if winner == "A" else [30, 40])
    assert answer["game_winner"] == winner


@pytest.mark.parametrize("mano", range(4))
def test_S6_an_ordago_on_the_punto_goes_to_the_highest_total(mano: int) -> None:
    answer = settled(*QUIET, mano=mano, juego="B órdago, A quiero")
    assert paid(answer) == ["A juego ordago 40"]


def test_S6_stakes_seen_before_an_ordago_no_longer_count_but_dejes_do() -> None:
    told = {"grande": "A envido 30, B quiero", "chica": "B envido, A no"}
    answer = settled(*EXAMPLE, pares="A órdago, B quiero", **told)
    assert paid(answer) == ["B chica deje 1", "A pares ordago 40"]
    assert answer["winners"] == {"chica": "B", "pares": "A"}


def test_S6_a_deje_taken_before_an_ordago_shortens_what_was_missing() -> None:
    answer = settled(*EXAMPLE, score=(10, 0), grande="A envido, B no", pares="B órdago, A quiero")
    assert paid(answer) == ["A grande deje 1", "A pares ordago 29"]


def test_S6_later_lances_are_not_played() -> None:
    told = hand(*EXAMPLE, pares="A órdago, B quiero", juego="A envido, B no")
    assert faults(told) == ["bets_after_game_over at bets.juego"]


@pytest.mark.parametrize("early", ["grande", "chica"])
def test_S6_an_ordago_before_the_pares_needs_no_declarations(early: str) -> None:
    record = hand(*EXAMPLE, **{early: "A órdago, B quiero"})
    del record["declared"]
    answer = parse(record)
    assert settle(answer).game_winner is not None


@pytest.mark.parametrize("target", [5, 30, 40, 50, 100])
def test_S7_the_target_is_a_setting(target: int) -> None:
    rules = {"target": target}
    answer = settled(*EXAMPLE, score=(target - 1, target - 1), rules=rules)
    assert answer["game_winner"] == "B"
    answer = settled(*EXAMPLE, juego="A órdago, B quiero", rules=rules)
    assert answer["score"] == [0, target]
    told = hand(*EXAMPLE, score=(target, 0), rules=rules)
    assert faults(told) == ["bad_score at score"]


@pytest.mark.parametrize(
    ("claim", "agrees", "difference"),
    [([5, 6], True, [0, 0]), ([4, 6], False, [-1, 0]), ([7, 0], False, [2, -6])],
)
def test_S8_a_claim_is_held_against_the_ledger(
    claim: list[int], agrees: bool, difference: list[int]
) -> None:
    record = hand(*EXAMPLE)
    record["claim"] = claim
    settlement = settle(parse(record))
    assert settlement.to_json()["claim"] == {"agrees": agrees, "difference": difference}
    assert settlement.stones == (5, 6)


def test_settling_an_impossible_record_refuses_with_every_fault() -> None:
    record = parse(hand(*ONLY_A_PARES, grande="A quiero", pares="A envido, B no"))
    with pytest.raises(RecordRefused) as refused:
        settle(record)
    codes = [fault.code for fault in refused.value.faults]
    assert codes == ["nothing_to_answer", "no_betting"]
    assert "nothing_to_answer at bets.grande[0]" in str(refused.value)
