"""§6 where it differs from four seats and plain cards: ten kings, and three partners."""

import pytest

from mus.tests.build import Json, calls, paid, paid_for, penalties, settle, settled

# Ten kings. The last card of JOKER makes a par of kings of it, or with an ace nothing.
JOKER, PAR = "Re 7e 5e So=R", "Ce Cb 5b 4b"
SHOWN_AS_ACE = "Re 7e 5e So=A"
NONE = ("7c 6c 5c 4c", "7b 6b 5o 4o", "7o 6e 4e Ab")


def ten_kings(*cards: str, pares: list[bool], bets: str = "") -> Json:
    return settle(
        {
            "mano": 0,
            "ruleset": {"preset": "brisbane-2024", "jokers": True},
            "cards": list(cards),
            "declared": {"pares": pares, "juego": [False] * 4},
            "bets": {"pares": calls(bets)},
        }
    )


def test_P1_a_true_no_of_the_others_does_not_count_for_them() -> None:
    answer = ten_kings(NONE[0], PAR, NONE[1], JOKER, pares=[True, True, False, False])
    assert penalties(answer) == ["P1 at 0"]
    assert paid_for("pares", answer) == ["B pares 1"]


def test_P1_with_nobody_left_who_has_voids_the_bets() -> None:
    # Seat 1 said yes truly, and shows an ace: nobody has pares, and A's deje is given back.
    words = [True, True, False, False]
    answer = ten_kings(NONE[0], SHOWN_AS_ACE, *NONE[1:], pares=words, bets="A envido, B no")
    assert penalties(answer) == ["P1 at 0"]
    assert paid_for("pares", answer) == []
    assert answer["winners"]["pares"] is None


def test_P2_a_true_no_of_the_others_wins_nothing_and_counts_for_nothing() -> None:
    # Seat 2's caballos win: seat 3's kings were denied. B is left with seat 1's sixes.
    words = [True, True, True, False]
    answer = ten_kings(NONE[2], "6o 6b 4o 7c", PAR, JOKER, pares=words)
    assert penalties(answer) == ["P2 at 0"]
    assert paid_for("pares", answer) == ["B deje 1", "B pares 1"]


def test_P2_where_they_win_a_true_no_of_theirs_counts_for_nothing() -> None:
    words = [True, True, True, False]
    answer = ten_kings(NONE[2], PAR, "6o 6b 4o 7c", JOKER, pares=words)
    assert penalties(answer) == ["P2 at 0"]
    assert paid_for("pares", answer) == ["B pares 1"]


def test_P4_a_true_no_of_the_others_does_not_count_for_them() -> None:
    answer = ten_kings("7o 7c 6c 4c", PAR, NONE[1], JOKER, pares=[False, True, False, False])
    assert penalties(answer) == ["P4 at 0"]
    assert paid_for("pares", answer) == ["B deje 1", "B pares 1"]


def test_P5_a_true_no_of_the_others_does_not_win() -> None:
    answer = ten_kings(NONE[0], JOKER, PAR, NONE[1], pares=[True, False, True, False])
    assert penalties(answer) == ["P5 at 0"]
    assert paid_for("pares", answer) == ["A pares 1"]


def test_P6_and_P7_a_true_no_of_the_partner_does_not_count() -> None:
    answer = ten_kings("7o 7c 6c 4c", NONE[1], JOKER, PAR, pares=[False, False, False, False])
    assert penalties(answer) == ["PX at 0", "PX at 3"]
    answer = ten_kings("7o 7c 6c 4c", NONE[1], JOKER, "Cb 6o 5b 4b", pares=[False] * 4)
    assert penalties(answer) == ["P7 at 0"]
    assert paid_for("pares", answer) == ["A pares 1"]


def test_P6_a_true_no_of_the_others_does_not_win() -> None:
    words = [False, False, True, False]
    answer = ten_kings("7o 7c 6c 4c", JOKER, PAR, NONE[1], pares=words)
    assert penalties(answer) == ["P6 at 0"]
    assert paid_for("pares", answer) == ["A pares 2"]


def test_P6_with_a_bet_that_a_true_yes_made_possible_stands() -> None:
    # Seat 1's yes was true with a king; it shows an ace. A hid its sevens, seat 2 has its par.
    cards = ("7o 7c 6c 4c", SHOWN_AS_ACE, PAR, NONE[1])
    words = [False, True, True, False]
    answer = ten_kings(*cards, pares=words, bets="B envido 4, A quiero")
    assert penalties(answer) == ["P6 at 0"]
    assert paid_for("pares", answer) == ["A envite 4", "A pares 2"]
    answer = ten_kings(*cards, pares=words, bets="A envido 4, B no")
    assert paid_for("pares", answer) == ["A deje 1", "A pares 2"]


def test_a_true_yes_that_shows_nothing_is_no_false_word_and_wins_nothing() -> None:
    words = [True, True, False, False]
    cards = (SHOWN_AS_ACE, PAR, NONE[0], NONE[1])
    answer = ten_kings(*cards, pares=words, bets="A envido, B quiero")
    assert penalties(answer) == []
    assert paid_for("pares", answer) == ["B envite 2", "B pares 1"]


@pytest.mark.parametrize("bets", ["", "A envido, B quiero"])
def test_a_true_no_that_shows_pares_is_no_false_word_and_wins_nothing(bets: str) -> None:
    words = [True, bool(bets), False, False]
    seven = "7c 7b 5c 4c" if bets else NONE[0]
    answer = ten_kings(PAR, seven, JOKER, NONE[2], pares=words, bets=bets)
    assert penalties(answer) == []
    assert paid_for("pares", answer) == (["A envite 2", "A pares 1"] if bets else ["A pares 1"])
    answer = ten_kings(PAR, JOKER, NONE[0], NONE[2], pares=[True, False, False, False])
    assert paid_for("pares", answer) == ["A pares 1"]


@pytest.mark.parametrize(("shown", "word"), [("So=R", False), ("So=A", True)])
def test_a_word_about_juego_is_true_if_some_value_of_the_joker_makes_it_true(
    shown: str, word: bool
) -> None:
    # 37 with a king, 28 with an ace.
    cards = [f"Re Ce 7e {shown}", *NONE]
    record = {
        "mano": 0,
        "ruleset": {"jokers": True},
        "cards": cards,
        "declared": {"pares": [shown == "So=R", *[False] * 3], "juego": [word, *[False] * 3]},
    }
    answer = settle(record)
    assert penalties(answer) == []
    assert not any(entry["kind"] == "juego" for entry in answer["ledger"])


def test_a_word_about_juego_that_no_value_makes_true_is_false() -> None:
    for four, word, clause in (("4e 5e 7e So=A", True, "J1"), ("Re Ce Se So=A", False, "J5")):
        record = {
            "mano": 0,
            "ruleset": {"jokers": True},
            "cards": [four, "7c 6c 5c 4c", "7b 6b 5b 4b", "7o 6e 4o Ab"],
            "declared": {"pares": [False] * 4, "juego": [word, *[False] * 3]},
        }
        assert penalties(settle(record)) == [f"{clause} at 0"]


@pytest.mark.parametrize(("kings", "told"), [(8, []), (4, ["P1 at 0"])])
def test_with_eight_kings_a_joker_makes_a_par_with_a_3(kings: int, told: list[str]) -> None:
    record = {
        "mano": 0,
        "ruleset": {"jokers": True, "kings": kings},
        "cards": ["3e 7e 5e So=A", *NONE],
        "declared": {"pares": [True, *[False] * 3], "juego": [False] * 4},
    }
    assert penalties(settle(record)) == told


def test_where_nobody_shows_what_was_truly_declared_nobody_wins() -> None:
    words = [True, True, False, False]
    cards = (SHOWN_AS_ACE, "Rc 7c 5c Sc=A", NONE[1], "C 6 4 7")
    answer = ten_kings(*cards, pares=words, bets="A envido, B quiero")
    assert penalties(answer) == []
    assert answer["winners"]["pares"] is None
    assert "pares" not in " ".join(paid(answer))


SIX = {"seats": 6}
BLANK = ("7 6 5 4", "7 6 4 A", "C 7 5 4", "S 6 5 A")


def test_P3_two_of_three_partners_hid_theirs_and_only_the_third_counts() -> None:
    cards = ("R R 7 4", "C C 6 A", "S S 6 A", BLANK[0], "3 3 C 5", "C 7 5 4")
    answer = settled(*cards, rules=SIX, lies={"pares": {0: False, 2: False}})
    assert penalties(answer) == ["P3 at 0"]
    assert paid_for("pares", answer) == ["A pares 1"]
    assert answer["needs_ruling"]


@pytest.mark.parametrize("bets", ["", "A envido 4, B quiero"])
def test_P2_with_three_partners(bets: str) -> None:
    cards = ("R C 7 4", "C C 6 A", "S S 6 A", BLANK[0], "3 3 7 5", "S 7 5 4")
    told = {"pares": bets} if bets else {}
    answer = settled(*cards, rules=SIX, lies={"pares": {0: True}}, **told)
    assert penalties(answer) == ["P2 at 0"]
    assert paid_for("pares", answer) == ["B deje 1", "B pares 1"]


def test_G0_a_pair_that_alone_declared_takes_its_worth() -> None:
    answer = settled("R R 5 4", "S 7 6 5", "C 7 5 4", "S 6 4 A", false_claims=(1,))
    assert paid_for("pares", answer) == ["A pares 1"]
    answer = settled("S 7 6 5", "R R 5 4", "C 7 5 4", "S 6 4 A", false_claims=(2,))
    assert paid_for("pares", answer) == ["B pares 1"]
