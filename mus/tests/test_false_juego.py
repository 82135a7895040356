"""J1 to J8 and JX: false words about juego (§6). A is always the pair that errs, but in JX."""

import pytest

from mus.tests.build import Json, paid, paid_for, penalties, settled

# Totals 28, 26, 22 and 16; and juegos of 31 (worth 3), 35 and 34 (worth 2).
NONE = ("S 7 6 5", "C 7 5 4", "7 6 5 4", "6 5 4 A")
J31, J35, J34 = "R C S A", "R C S 5", "R C S 4"


def juego(*cards: str, said: dict[int, bool], bets: str = "", **about: object) -> Json:
    return settled(*cards, lies={"juego": said}, **({"juego": bets} if bets else {}), **about)


VOID = ["", "A envido 4, B quiero", "A envido 4, B no", "B envido 4, A envido 8, B no"]
VOID_BY_B = ["B envido 4, A no", "A envido 4, B envido 9, A no"]


def test_J1_yes_without_where_nobody_has_gives_them_the_deje_and_the_punto() -> None:
    # A has the best punto by far: it does not matter.
    answer = juego("R C 5 4", NONE[2], NONE[1], NONE[3], said={0: True})
    assert paid_for("juego", answer) == ["B deje 1", "B punto 1"]
    assert paid(answer)[0] == "B juego deje 1"
    assert answer["winners"]["juego"] == "B"
    assert penalties(answer) == ["J1 at 0"]
    assert not answer["needs_ruling"]


def test_J2_yes_without_and_only_the_partner_has_changes_nothing() -> None:
    answer = juego(NONE[0], NONE[1], J31, NONE[2], said={0: True})
    assert paid_for("juego", answer) == ["A juego 3"]
    assert penalties(answer) == ["J2 at 0"]


@pytest.mark.parametrize("bets", VOID + VOID_BY_B)
def test_J3_yes_without_and_only_they_have_voids_the_bets_and_they_score(bets: str) -> None:
    answer = juego(NONE[0], J31, NONE[1], J35, said={0: True}, bets=bets)
    assert paid_for("juego", answer) == ["B juego 5"]
    assert penalties(answer) == ["J3 at 0"]
    assert not answer["needs_ruling"]


@pytest.mark.parametrize("bets", VOID)
def test_J4_yes_without_and_the_partner_would_win_gives_them_a_deje_and_their_worth(
    bets: str,
) -> None:
    answer = juego(NONE[0], J35, J31, NONE[1], said={0: True}, bets=bets)
    assert paid_for("juego", answer) == ["B deje 1", "B juego 2"]
    assert penalties(answer) == ["J4 at 0"]
    assert not answer["needs_ruling"]


@pytest.mark.parametrize(
    ("bets", "pays"),
    [
        ("", ["B juego 3"]),
        ("A envido 4, B quiero", ["B envite 4", "B juego 3"]),
        ("A envido 4, B envido 6, A no", ["B deje 4", "B juego 3"]),
        ("A envido 4, B no", ["B deje 1", "B juego 3"]),  # A would win by the refusal
    ],
)
def test_J4_where_they_win_anyway_it_is_settled_as_usual(bets: str, pays: list[str]) -> None:
    answer = juego(NONE[0], J31, J35, NONE[1], said={0: True}, bets=bets)
    assert paid_for("juego", answer) == pays
    assert penalties(answer) == ["J4 at 0"]


@pytest.mark.parametrize("bets", ["", "A envido 5, B quiero", "B envido 5, A no", "A envido, B no"])
def test_J5_hidden_juego_that_nobody_else_has_voids_the_punto(bets: str) -> None:
    answer = juego(J31, NONE[0], NONE[1], NONE[2], said={0: False}, bets=bets)
    assert paid_for("juego", answer) == ["A juego 3"]
    assert answer["winners"]["juego"] == "A"
    assert penalties(answer) == ["J5 at 0"]
    assert not answer["needs_ruling"]


def test_J6_hidden_juego_beside_the_partners_alone_counts_with_it() -> None:
    answer = juego(J31, NONE[0], J35, NONE[1], said={0: False})
    assert paid_for("juego", answer) == ["A juego 5"]
    assert penalties(answer) == ["J6 at 0"]


@pytest.mark.parametrize(
    ("bets", "pays"),
    [
        ("", ["B juego 2"]),
        ("A envido 4, B quiero", ["B envite 4", "B juego 2"]),
        ("A envido 4, B no", ["A deje 1", "A juego 2"]),
        ("B envido 4, A no", ["B deje 1", "B juego 2"]),
    ],
)
def test_J7_hidden_juego_counts_neither_for_the_bet_nor_for_the_worth(
    bets: str, pays: list[str]
) -> None:
    answer = juego(J31, J35, J34, NONE[0], said={0: False}, bets=bets)
    assert paid_for("juego", answer) == pays
    assert penalties(answer) == ["J7 at 0"]
    assert not answer["needs_ruling"]


def test_J8_hidden_juego_and_only_they_declared_gives_them_a_deje_and_their_worth() -> None:
    answer = juego(J31, J35, NONE[0], J34, said={0: False})
    assert paid_for("juego", answer) == ["B deje 1", "B juego 4"]
    assert answer["winners"]["juego"] == "B"
    assert penalties(answer) == ["J8 at 0"]


def test_JX_both_pairs_wrong_is_settled_on_the_cards_without_bets() -> None:
    told = {"said": {0: False, 1: False}, "bets": "A envido 4, B quiero"}
    answer = juego(J31, J35, NONE[0], NONE[1], **told)
    assert paid_for("juego", answer) == ["A juego 3"]
    assert penalties(answer) == ["JX at 0", "JX at 1"]
    assert answer["needs_ruling"]


def test_JX_where_nobody_has_31_is_settled_as_punto() -> None:
    answer = juego(*NONE, said={0: True, 3: True}, bets="B envido 4, A no")
    assert paid_for("juego", answer) == ["A punto 1"]
    assert answer["winners"]["juego"] == "A"
    assert penalties(answer) == ["JX at 0", "JX at 3"]


@pytest.mark.parametrize("seat", range(4))
def test_the_penalty_names_the_seat_that_erred(seat: int) -> None:
    cards = [NONE[0], NONE[1], NONE[2], NONE[3]]
    cards[(seat + 1) % 4] = J31
    answer = juego(*cards, said={seat: True})
    assert answer["penalties"] == [{"clause": "J3", "lance": "juego", "seat": seat}]


def test_penalties_are_sorted_by_lance_then_seat() -> None:
    answer = settled(*NONE, lies={"juego": {1: True, 2: True}, "pares": {3: True, 0: True}})
    assert penalties(answer) == ["PX at 0", "PX at 3", "JX at 1", "JX at 2"]
