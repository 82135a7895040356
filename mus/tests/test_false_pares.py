"""P1 to P7 and PX: false words about pares (§6). A is always the pair that errs, but in PX."""

import pytest

from mus.tests.build import Json, paid, paid_for, penalties, settled

# Cards with neither pares nor juego, and with pares of known worth.
NONE = ("S 7 6 5", "C 7 5 4", "7 6 5 4", "6 5 4 A")
PAR_OF_KINGS, PAR_OF_CABALLOS, MEDIAS, DUPLES = "R R 5 4", "C C 5 4", "S S S 4", "R 3 2 A"


def pares(*cards: str, said: dict[int, bool], bets: str = "", **about: object) -> Json:
    return settled(*cards, lies={"pares": said}, **({"pares": bets} if bets else {}), **about)


VOID = ["", "A envido 4, B quiero", "A envido 4, B no", "B envido 4, A envido 8, B no"]
VOID_BY_B = ["B envido 4, A no", "A envido 4, B envido 9, A no"]


@pytest.mark.parametrize("bets", VOID + VOID_BY_B)
def test_P1_yes_without_and_only_they_have_voids_the_bets_and_they_score(bets: str) -> None:
    answer = pares(NONE[0], PAR_OF_KINGS, NONE[1], MEDIAS, said={0: True}, bets=bets)
    assert paid_for("pares", answer) == ["B pares 3"]
    assert answer["winners"]["pares"] == "B"
    assert penalties(answer) == ["P1 at 0"]
    assert not answer["needs_ruling"]


def test_P1_yes_without_where_nobody_has_pays_nothing() -> None:
    answer = pares(*NONE, said={0: True})
    assert paid_for("pares", answer) == []
    assert answer["winners"]["pares"] is None
    assert penalties(answer) == ["P1 at 0"]


P2_THEY_LOSE = (NONE[0], PAR_OF_CABALLOS, MEDIAS, NONE[1])
P2_THEY_WIN = (NONE[0], MEDIAS, PAR_OF_CABALLOS, PAR_OF_KINGS)


@pytest.mark.parametrize("bets", VOID)
def test_P2_yes_without_and_the_partner_would_win_gives_them_a_deje_and_their_worth(
    bets: str,
) -> None:
    answer = pares(*P2_THEY_LOSE, said={0: True}, bets=bets)
    assert paid_for("pares", answer) == ["B deje 1", "B pares 1"]
    assert paid(answer)[0] == "B pares deje 1"
    assert penalties(answer) == ["P2 at 0"]
    assert not answer["needs_ruling"]


def test_P2_a_refusal_of_theirs_is_a_win_of_the_mistaken_pair_whatever_the_cards() -> None:
    answer = pares(*P2_THEY_WIN, said={0: True}, bets="A envido 4, B no")
    assert paid_for("pares", answer) == ["B deje 1", "B pares 3"]


@pytest.mark.parametrize(
    ("bets", "pays"),
    [
        ("", ["B pares 3"]),
        ("A envido 4, B quiero", ["B envite 4", "B pares 3"]),
        ("B envido 6, A quiero", ["B envite 6", "B pares 3"]),
        ("B envido 6, A no", ["B deje 1", "B pares 3"]),
        ("A envido 4, B envido 6, A no", ["B deje 4", "B pares 3"]),
    ],
)
def test_P2_where_they_win_anyway_it_is_settled_as_usual(bets: str, pays: list[str]) -> None:
    answer = pares(*P2_THEY_WIN, said={0: True}, bets=bets)
    assert paid_for("pares", answer) == pays
    assert penalties(answer) == ["P2 at 0"]


P3 = (DUPLES, PAR_OF_CABALLOS, PAR_OF_KINGS, NONE[0])


@pytest.mark.parametrize(
    ("bets", "pays"),
    [
        ("", ["A pares 1"]),
        ("A envido 4, B quiero", ["A envite 4", "A pares 1"]),
        ("A envido 4, B no", ["A deje 1", "A pares 1"]),
        ("B envido 4, A no", ["B deje 1", "B pares 1"]),
    ],
)
def test_P3_hidden_pares_count_neither_for_the_bet_nor_for_the_worth(
    bets: str, pays: list[str]
) -> None:
    answer = pares(*P3, said={0: False}, bets=bets)
    assert paid_for("pares", answer) == pays
    assert penalties(answer) == ["P3 at 0"]
    assert not answer["needs_ruling"]


def test_P3_the_best_pares_do_not_win_when_they_were_hidden() -> None:
    answer = pares(DUPLES, PAR_OF_KINGS, PAR_OF_CABALLOS, NONE[0], said={0: False})
    assert paid_for("pares", answer) == ["B pares 1"]


def test_P4_hidden_pares_and_only_they_declared_gives_them_a_deje_and_their_worth() -> None:
    answer = pares(DUPLES, MEDIAS, NONE[0], PAR_OF_KINGS, said={0: False})
    assert paid_for("pares", answer) == ["B deje 1", "B pares 3"]
    assert paid(answer)[0] == "B pares deje 1"
    assert answer["winners"]["pares"] == "B"
    assert penalties(answer) == ["P4 at 0"]


def test_P5_yes_without_and_only_the_partner_has_changes_nothing() -> None:
    answer = pares(NONE[0], NONE[1], MEDIAS, NONE[2], said={0: True})
    assert paid_for("pares", answer) == ["A pares 2"]
    assert penalties(answer) == ["P5 at 0"]
    assert not answer["needs_ruling"]


def test_P6_hidden_pares_beside_the_partners_alone_count_with_them() -> None:
    answer = pares(DUPLES, NONE[0], MEDIAS, NONE[1], said={0: False})
    assert paid_for("pares", answer) == ["A pares 5"]
    assert penalties(answer) == ["P6 at 0"]


def test_P7_hidden_pares_that_nobody_else_has_are_paid() -> None:
    answer = pares(DUPLES, NONE[0], NONE[1], NONE[2], said={0: False})
    assert paid_for("pares", answer) == ["A pares 3"]
    assert answer["winners"]["pares"] == "A"
    assert penalties(answer) == ["P7 at 0"]


@pytest.mark.parametrize(
    ("said", "seats"),
    [({0: False, 1: False}, "PX at 0, PX at 1"), ({0: False, 3: True}, "PX at 0, PX at 3")],
)
def test_PX_both_pairs_wrong_is_settled_on_the_cards_without_bets(
    said: dict[int, bool], seats: str
) -> None:
    cards = (DUPLES, MEDIAS, PAR_OF_KINGS, NONE[0])
    bets = "A envido 4, B quiero" if said.get(3) else ""
    answer = pares(*cards, said=said, bets=bets)
    assert paid_for("pares", answer) == ["A pares 4"]
    assert ", ".join(penalties(answer)) == seats
    assert answer["needs_ruling"]


def test_PX_gives_back_a_deje() -> None:
    answer = pares(
        NONE[0], NONE[1], PAR_OF_KINGS, DUPLES, said={0: True, 1: True}, bets="A envido, B no"
    )
    assert paid_for("pares", answer) == ["B pares 3"]


def test_PX_where_nobody_has_pays_nobody() -> None:
    answer = pares(*NONE, said={0: True, 1: True}, bets="A envido 4, B quiero")
    assert paid_for("pares", answer) == []
    assert answer["winners"]["pares"] is None


@pytest.mark.parametrize("seat", range(4))
def test_the_penalty_names_the_seat_that_erred(seat: int) -> None:
    cards = [NONE[0], NONE[1], NONE[2], NONE[3]]
    cards[(seat + 1) % 4] = MEDIAS
    answer = pares(*cards, said={seat: True})
    assert answer["penalties"] == [{"clause": "P1", "lance": "pares", "seat": seat}]


def test_other_lances_are_settled_as_usual() -> None:
    answer = pares(NONE[0], PAR_OF_KINGS, NONE[1], MEDIAS, said={0: True}, grande="A envido, B no")
    told = [line for line in paid(answer) if "pares" not in line]
    assert told == ["A grande deje 1", "A chica paso 1", "B juego juego 2"]
