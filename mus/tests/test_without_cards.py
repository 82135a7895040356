"""When a hand can be settled without its cards: nothing to compare and no worth to be paid."""

import pytest

from mus import settle_json
from mus.tests.build import Json, calls, faults, paid, settle

NOBODY, ALL = [False] * 4, [True] * 4
REFUSED = {"grande": "A envido, B no", "chica": "B envido, A no"}
A_ALONE, B_ALONE, BOTH = (
    [True, False, False, False],
    [False, False, False, True],
    [True, True, False, False],
)


def bare(
    said_pares: list[bool] = NOBODY,
    said_juego: list[bool] = NOBODY,
    /,
    guilty: str = "",
    **bets: str,
) -> Json:
    """A record without cards. `guilty`: the pairs of which a player claimed falsely (G0)."""
    return {
        "mano": 0,
        "declared": {"pares": list(said_pares), "juego": list(said_juego)},
        "bets": {lance: calls(told) for lance, told in bets.items()},
        "infractions": [{"kind": "false_claim", "seat": "AB".index(pair)} for pair in guilty],
    }


def needs_cards(record: Json) -> bool:
    answer = settle_json(record)
    if answer["ok"]:
        return False
    assert faults(record) == ["cards_required at cards"]
    return True


def test_all_refused_needs_none() -> None:
    answer = settle(bare(**REFUSED, juego="A envido 4, B no"))
    assert paid(answer) == [
        "A grande deje 1",
        "B chica deje 1",
        "A juego deje 1",
        "A juego punto 1",
    ]
    assert answer["winners"] == {"grande": "A", "chica": "B", "pares": None, "juego": "A"}


@pytest.mark.parametrize(
    "bets",
    [
        {},
        {"grande": "A envido, B no", "juego": "A envido, B no"},
        {"chica": "A envido, B no", "juego": "A envido, B no"},
        {**REFUSED},
        {**REFUSED, "juego": "A envido, B quiero"},
        {"grande": "A envido, B quiero", "chica": "A envido, B no", "juego": "A envido, B no"},
        {"grande": "A órdago, B quiero"},
        {**REFUSED, "juego": "B órdago, A quiero"},
    ],
)
def test_what_has_to_be_compared_needs_them(bets: dict[str, str]) -> None:
    assert needs_cards(bare(**bets))


@pytest.mark.parametrize("pares", [A_ALONE, B_ALONE, BOTH])
def test_a_worth_of_pares_needs_them(pares: list[bool]) -> None:
    told = {**REFUSED, "juego": "A envido, B no"}
    if pares is BOTH:
        told["pares"] = "A envido, B no"
    assert needs_cards(bare(pares, **told))


@pytest.mark.parametrize("juego", [A_ALONE, B_ALONE, BOTH])
def test_a_worth_of_juego_needs_them(juego: list[bool]) -> None:
    told = {"juego": "A envido, B no"} if juego is BOTH else {}
    assert needs_cards(bare(NOBODY, juego, **REFUSED, **told))


def test_a_game_won_by_a_deje_needs_none_whatever_was_declared() -> None:
    record = bare(ALL, ALL, pares="A envido, B no", juego="A envido, B no")
    assert needs_cards(record)
    answer = settle({**record, "score": [38, 0]})
    assert paid(answer) == ["A pares deje 1", "A juego deje 1"]
    assert answer["winners"] == {"pares": "A", "juego": "A"}


@pytest.mark.parametrize(("guilty", "to"), [("A", "B"), ("B", "A")])
def test_G0_pays_the_other_pair_without_comparing(guilty: str, to: str) -> None:
    record = bare(guilty=guilty, grande="A envido 5, B quiero")
    assert paid(settle(record)) == [
        f"{to} grande envite 5",
        f"{to} chica paso 1",
        f"{to} juego punto 1",
    ]
    record = bare(guilty=guilty, chica="A órdago, B quiero")
    assert paid(settle(record)) == [f"{to} chica ordago 40"]


@pytest.mark.parametrize(
    ("guilty", "pares", "bets", "needed"),
    [
        ("A", A_ALONE, {}, False),
        ("A", B_ALONE, {}, True),
        ("B", A_ALONE, {}, True),
        ("B", B_ALONE, {}, False),
        ("A", BOTH, {}, True),
        ("A", BOTH, {"pares": "A envido, B no"}, False),
        ("A", BOTH, {"pares": "B envido, A no"}, True),
        ("A", BOTH, {"pares": "A envido, B quiero"}, True),
        ("AB", BOTH, {"pares": "A envido, B quiero"}, False),
        ("AB", NOBODY, {"grande": "A órdago, B quiero"}, False),
    ],
)
def test_G0_needs_cards_for_the_worth_of_the_other_pair_alone(
    guilty: str, pares: list[bool], bets: dict[str, str], needed: bool
) -> None:
    assert needs_cards(bare(pares, guilty=guilty, **bets)) == needed


def test_G0_by_both_pairs_has_no_winner_and_dejes_stand() -> None:
    answer = settle(bare(ALL, guilty="AB", pares="A envido, B no"))
    assert answer["winners"] == {"grande": None, "chica": None, "pares": "A", "juego": None}
    assert paid(answer) == ["A pares deje 1"]


def test_G0_a_deje_that_won_the_game_has_its_winner() -> None:
    answer = settle({**bare(guilty="A", grande="A envido, B no"), "score": [39, 0]})
    assert answer["winners"] == {"grande": "A"}


def test_missing_words_and_missing_cards_are_both_named() -> None:
    record = bare()
    del record["declared"]
    assert faults(record) == [
        "declaration_required at declared.pares",
        "declaration_required at declared.juego",
        "cards_required at cards",
    ]
    told = settle_json(record)["errors"][0]["message"]
    assert "each of the 4 seats" in told
    record["ruleset"] = {"seats": 6}
    assert "each of the 6 seats" in settle_json(record)["errors"][0]["message"]


def test_unreadable_cards_are_not_missing() -> None:
    assert faults({**bare(), "cards": ["R R R"]}) == ["bad_cards at cards"]


def test_false_words_cannot_be_judged_without_cards() -> None:
    record = bare(A_ALONE, guilty="A")
    answer = settle(record)
    assert [penalty["clause"] for penalty in answer["penalties"]] == ["G0"]
