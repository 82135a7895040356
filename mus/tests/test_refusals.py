"""A record that cannot be true is refused whole: every code, where it stands, all at once."""

import pytest

from mus import TEMPLATES, RecordRefused, parse, settle_json
from mus.tests.build import EXAMPLE, ONLY_A_PARES, QUIET, Json, faults, hand

FOUR_TRUE = [True, True, True, True]


def with_(**fields: object) -> Json:
    return {**hand(*EXAMPLE), **fields}


def with_calls(*told: object) -> Json:
    return with_(bets={"grande": list(told)})


def saying(pares: object) -> Json:
    return with_(declared={"pares": pares, "juego": FOUR_TRUE})


OVER = {"grande": "A órdago, B quiero", "chica": "A órdago, B no"}
JOKERS = {"preset": "brisbane-2024", "jokers": True}
REAL = {"preset": "pagat", "juego_real": "sota_oros"}
FOURTH = {"preset": "pagat", "juego_real": "fourth_suit"}

MALFORMED: list[tuple[str, object]] = [
    *[("bad_json at ", value) for value in (None, True, 3, 2.5, "x", [], [hand(*EXAMPLE)])],
    ("bad_json at extra", with_(extra=1)),
    ("bad_call at bets.chica", with_(bets={"chica": [None] * 101})),
    ("bad_infraction at infractions", with_(infractions=[None] * 101)),
    ("bad_json at format", with_(format="mus-hand/2")),
    ("bad_json at id", with_(id=[1])),
    ("bad_json at id", with_(id={"a": 1})),
    ("bad_ruleset at ruleset", with_(ruleset="madrid")),
    ("bad_ruleset at ruleset", with_(ruleset=7)),
    *[
        ("bad_ruleset at ruleset.preset", with_(ruleset={"preset": value}))
        for value in ("madrid", "Brisbane-2024", 8, None, [], {})
    ],
    ("bad_ruleset at ruleset.kings", with_(ruleset={"kings": 6})),
    ("bad_ruleset at ruleset.kings", with_(ruleset={"kings": "8"})),
    ("bad_ruleset at ruleset.jokers", with_(ruleset={"jokers": 1})),
    ("bad_ruleset at ruleset.target", with_(ruleset={"target": 4})),
    ("bad_ruleset at ruleset.target", with_(ruleset={"target": 101})),
    ("bad_ruleset at ruleset.target", with_(ruleset={"target": True})),
    ("bad_ruleset at ruleset.seats", with_(ruleset={"seats": 5})),
    ("bad_ruleset at ruleset.colour", with_(ruleset={"colour": "red"})),
    *[("bad_mano at mano", with_(mano=value)) for value in (4, -1, True, "0", 1.5, [0])],
    *[
        ("bad_score at score", with_(score=value))
        for value in (
            [40, 0],
            [0, 40],
            [-1, 0],
            [0],
            [0, 0, 0],
            [True, 0],
            "0-0",
            {"A": 0},
            [0.5, 1],
        )
    ],
    ("bad_cards at cards", with_(cards="7 7 2 A")),
    ("bad_cards at cards", with_(cards=[*EXAMPLE, "4 4 4 4"])),
    ("bad_cards at cards", with_(cards=EXAMPLE[:3])),
    ("bad_cards at cards[2]", with_(cards=[*EXAMPLE[:2], "R R S", EXAMPLE[3]])),
    ("bad_cards at cards[0]", with_(cards=["7 7 2 A 4", *EXAMPLE[1:]])),
    ("bad_cards at cards[3]", with_(cards=[*EXAMPLE[:3], None])),
    ("bad_card at cards[0][2]", with_(cards=["7 7 8 A", *EXAMPLE[1:]])),
    ("bad_card at cards[0][0]", with_(cards=[[7, "7", "2", "A"], *EXAMPLE[1:]])),
    ("bad_card at cards[1][2]", with_(cards=[EXAMPLE[0], "3 3 Sc=R 2", *EXAMPLE[2:]])),
    ("bad_call at bets", with_(bets=[])),
    ("bad_call at bets.grande", with_(bets={"grande": "A envido"})),
    ("bad_call at bets.grande[0]", with_calls("A envido")),
    ("bad_call at bets.grande[0]", with_calls({"by": "A"})),
    ("bad_call at bets.grande[0]", with_calls({"by": "C", "call": "envido"})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": "paso"})),
    ("bad_call at bets.grande[0]", with_calls({"by": ["A"], "call": "envido"})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": ["envido"]})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": "envido", "stake": "4"})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": "envido", "stake": True})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": "envido", "stake": 2.5})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": "ordago", "stake": 4})),
    ("bad_call at bets.grande[0]", with_calls({"by": "A", "call": "envido", "seat": 0})),
    ("bad_lance at bets.punto", with_(bets={"punto": []})),
    ("bad_lance at declared.grande", with_(declared={**hand(*EXAMPLE)["declared"], "grande": 1})),
    *[
        ("bad_claim at claim", with_(claim=value))
        for value in (
            [1],
            [1, 2, 3],
            [-1, 0],
            [0, -1],
            "5-6",
            [True, 0],
            {"A": 5, "B": 6},
            [0.5, 1],
        )
    ],
    ("bad_infraction at infractions", with_(infractions={"seat": 1})),
    ("bad_infraction at infractions[0]", with_(infractions=["false_claim"])),
    ("bad_infraction at infractions[0]", with_(infractions=[{"kind": "late", "seat": 1}])),
    ("bad_infraction at infractions[0]", with_(infractions=[{"kind": "false_claim"}])),
    ("bad_infraction at infractions[0]", with_(infractions=[{"kind": "false_claim", "seat": 4}])),
    ("bad_infraction at infractions[0]", with_(infractions=[{"kind": "false_claim", "seat": -1}])),
    (
        "bad_infraction at infractions[1]",
        with_(
            infractions=[
                {"kind": "false_claim", "seat": 1},
                {"kind": "false_claim", "seat": 1, "why": "31"},
            ]
        ),
    ),
]
IMPOSSIBLE: list[tuple[str, Json]] = [
    ("too_many_of_rank at cards", hand("R R R R", "R 7 6 5", "3 3 3 3", "4 5 6 7")),
    ("duplicate_card at cards", hand("Ro Ro 2 A", "3 3 S 2", "R 7 S A", "C C C 6")),
    *[
        (
            "joker_unresolved at cards[1][0]",
            hand("7 6 5 4", f"{joker} 6 5 4", "7 5 4 A", "R C 5 4", rules=JOKERS),
        )
        for joker in ("So", "Sc")
    ],
    ("bad_card at cards[0][3]", hand("7 7 7 S", "6 5 4 A", "6 5 4 A", "R C 5 4", rules=REAL)),
    ("bad_card at cards[0][1]", hand("7o 7 7e So", "6 5 4 A", "6 5 4 A", "R C 5 4", rules=FOURTH)),
    ("no_betting at bets.pares", hand(*ONLY_A_PARES, pares="A envido, B no")),
    ("no_betting at bets.pares", hand(*QUIET, pares="A envido, B no")),
    ("bets_after_game_over at bets.chica", hand(*QUIET, **OVER)),
    ("declaration_required at declared.pares", with_(declared={"juego": FOUR_TRUE})),
    ("declaration_required at declared.juego", with_(declared={"pares": FOUR_TRUE})),
    ("declaration_required at declared.pares", saying(FOUR_TRUE[:3])),
    ("declaration_required at declared.pares", saying([1, 1, 1, 1])),
    ("declaration_required at declared.pares", saying("yes")),
    ("cards_required at cards", with_(cards=None)),
]  # fmt: skip


@pytest.mark.parametrize(("told", "record"), MALFORMED)
def test_what_is_malformed_is_named_with_its_path(told: str, record: object) -> None:
    assert told in faults(record)


@pytest.mark.parametrize(("told", "record"), IMPOSSIBLE)
def test_what_cannot_have_happened_is_named_with_its_path(told: str, record: Json) -> None:
    assert faults(record) == [told]


def test_every_code_but_the_reserved_one_is_shown_here() -> None:
    """`not_eligible` waits for games in which a single seat bets for itself."""
    shown = {told.split(" at ")[0] for told, _ in MALFORMED + IMPOSSIBLE}
    # These are shown with E1 to E3.
    betting = {"bet_too_small", "raise_too_small", "out_of_turn", "nothing_to_answer"} | {
        "bet_over_ordago", "call_after_close", "bet_unanswered",
    }  # fmt: skip
    assert shown | betting | {"not_eligible"} == set(TEMPLATES)


@pytest.mark.parametrize("told", [[FOUR_TRUE, FOUR_TRUE], "yes", 5, None])
def test_declarations_that_are_no_object_are_missing_where_a_lance_was_reached(
    told: object,
) -> None:
    missing = ["declaration_required at declared.pares", "declaration_required at declared.juego"]
    assert faults(with_(declared=told)) == missing
    over = hand(*QUIET, pares="", grande="A órdago, B quiero")
    assert settle_json({**over, "declared": told})["ok"]


@pytest.mark.parametrize("value", [None, [], "x", 7, True])
def test_what_is_no_object_has_one_fault(value: object) -> None:
    assert faults(value) == ["bad_json at "]


def test_every_fault_is_found_at_once() -> None:
    record = hand("R R R R", "R 7 6 5", "3 3 3 3", "4 5 6 7", grande="A envido 1, A quiero")
    record |= {"mano": 9, "score": [0, 99], "claim": [1], "extra": True, "infractions": [0]}
    del record["declared"]["juego"]
    assert sorted(faults(record)) == [
        "bad_claim at claim",
        "bad_infraction at infractions[0]",
        "bad_json at extra",
        "bad_mano at mano",
        "bad_score at score",
        "bet_too_small at bets.grande[0]",
        "declaration_required at declared.juego",
        "out_of_turn at bets.grande[1]",
        "too_many_of_rank at cards",
    ]


def test_the_bets_of_a_lance_are_read_though_nobody_says_who_declared() -> None:
    record = with_(bets={"pares": [{"by": "A", "call": "envido", "stake": 1}]})
    del record["declared"]
    assert faults(record) == [
        "declaration_required at declared.pares",
        "bet_too_small at bets.pares[0]",
        "bet_unanswered at bets.pares",
        "declaration_required at declared.juego",
    ]


def test_every_bad_card_is_found_at_once() -> None:
    record = with_(cards=["8 7 2 x", "3 3 S", "R R S A", "C C 9 6"])
    assert faults(record) == [
        "bad_card at cards[0][0]",
        "bad_card at cards[0][3]",
        "bad_cards at cards[1]",
        "bad_card at cards[3][2]",
    ]


def test_an_unknown_field_hides_nothing() -> None:
    assert faults({"mano": 0, "cards": list(EXAMPLE), "extra": 1}) == [
        "bad_json at extra",
        "declaration_required at declared.pares",
        "declaration_required at declared.juego",
    ]


def test_the_id_is_echoed_in_a_refusal_too() -> None:
    assert settle_json(with_(id="m1-g1-h1", mano=9))["id"] == "m1-g1-h1"
    assert "id" not in settle_json(with_(mano=9))


@pytest.mark.parametrize("given", ["m12-g2-h7", 7, 2.5, True])
def test_the_id_is_echoed(given: object) -> None:
    assert settle_json(with_(id=given))["id"] == given


@pytest.mark.parametrize(
    "field", ["ruleset", "score", "bets", "infractions", "claim", "format", "id"]
)
def test_an_absent_field_has_its_default(field: str) -> None:
    record = hand(*EXAMPLE)
    record.pop(field, None)
    assert settle_json(record)["stones"] == [5, 6]


def test_the_longest_numbers_and_texts_are_refused_and_not_repeated() -> None:
    long = 10**5000
    for record in (
        with_(mano=long),
        with_(score=[long, 0]),
        with_(claim=[long, 0]),
        with_(id=long),
        with_calls({"by": "A", "call": "envido", "stake": long}, {"by": "B", "call": "quiero"}),
        with_calls({"by": "A", "call": "envido", "stake": -long}, {"by": "B", "call": "quiero"}),
        with_(ruleset={"target": long}),
        with_(cards=["x" * 10_000 + " 7 2 A", *EXAMPLE[1:]]),
        with_(**{"x" * 10_000: 1}),
    ):
        answer = settle_json(record)
        assert not answer["ok"]
        assert len(str(answer)) < 1000


def test_numbers_are_those_that_every_reader_of_json_keeps_exactly() -> None:
    most = 2**53 - 1
    bet = [{"by": "A", "call": "envido", "stake": most}, {"by": "B", "call": "no_quiero"}]
    assert settle_json(with_calls(*bet))["ok"]
    assert settle_json(with_(claim=[most, 0]))["claim"]["difference"] == [most - 5, -6]
    assert settle_json(with_(id=-most))["id"] == -most
    assert faults(with_(claim=[most + 1, 0])) == ["bad_claim at claim"]
    assert faults(with_(id=most + 1)) == ["bad_json at id"]
    bet[0]["stake"] = most + 1
    assert faults(with_calls(*bet))[0] == "bad_call at bets.grande[0]"
    assert faults(with_calls({"by": "A", "call": 1}))[0] == "bad_call at bets.grande[0]"


def test_what_is_no_hand_at_all_is_not_answered_at_length() -> None:
    endless = with_(**{f"field{number}": 0 for number in range(1000)})
    errors = settle_json(endless)["errors"]
    assert len(errors) == 50
    with pytest.raises(RecordRefused) as refused:
        parse(endless)
    assert [found.path for found in refused.value.faults[:2]] == ["field0", "field1"]
