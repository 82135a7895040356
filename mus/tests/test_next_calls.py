"""What may be said next in a lance of a record is what the record may hold there, and no more."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import Call, CallKind, InvalidValue, Lance, RecordRefused, Side, parse, settle_json
from mus.next_calls import legal_calls
from mus.tests.build import EXAMPLE, ONLY_A_PARES, QUIET, Json, calls, hand
from mus.tests.strategies import LANCES, records

MOST = 9
EVERY_CALL = [
    Call(by, kind, stake)
    for by, kind in product(Side, CallKind)
    for stake in ((None, *range(MOST + 1)) if kind is CallKind.ENVIDO else (None,))
]


def said(call: Call) -> Json:
    return {"by": str(call.by), "call": str(call.kind)} | (
        {} if call.stake is None else {"stake": call.stake}
    )


def up_to(record: Json, lance: str, told: list[Json]) -> Json:
    """The record with these calls in a lance and none in any later one."""
    earlier = LANCES[: LANCES.index(lance)]
    bets = {name: record.get("bets", {}).get(name, []) for name in earlier}
    return {**record, "bets": {**bets, lance: told}}


def can_be(record: Json, lance: str) -> bool:
    """Whether the betting may have come so far: at most the last bet waits for its answer."""
    errors = settle_json(record).get("errors", [])
    return all(e["code"] == "bet_unanswered" and e["path"] == f"bets.{lance}" for e in errors)


def listed(record: Json, lance: str) -> set[Call]:
    a, b = legal_calls(parse(record), Lance(lance), most=MOST)
    assert all(call.by is Side.A for call in a)
    assert all(call.by is Side.B for call in b)
    assert len(set(a + b)) == len(a + b)
    return {*a, *b}


def check(record: Json, lance: str, told: list[Json]) -> set[Call]:
    now = up_to(record, lance, told)
    found = listed(now, lance)
    assert found == {
        call for call in EVERY_CALL if can_be(up_to(record, lance, [*told, said(call)]), lance)
    }
    return found


def test_every_way_in_which_a_lance_can_be_bet_up_to_nine_stones() -> None:
    record, ways = hand(*EXAMPLE), 0
    waiting: list[list[Json]] = [[]]
    while waiting:
        told = waiting.pop()
        ways += 1
        if len(told) < 4:
            found = (
                check(record, "grande", told)
                if ways % 7 == 0 or len(told) < 2
                else listed(up_to(record, "grande", told), "grande")
            )
            waiting += [[*told, said(call)] for call in found if call.by is Side.A or told]
    assert ways > 500


@given(records(), st.data())
def test_in_any_lance_of_any_record(record: Json, data: st.DataObject) -> None:
    lance = data.draw(st.sampled_from(LANCES))
    told = record["bets"].get(lance, [])
    told = told[: data.draw(st.integers(0, len(told)))]
    now = up_to(record, lance, told)
    if can_be(now, lance):
        check(record, lance, told)
    else:
        with pytest.raises(RecordRefused):
            legal_calls(parse(now), Lance(lance))


@pytest.mark.parametrize("told", ["A envido 4, B quiero", "A envido 4, B no", "B órdago, A no"])
def test_a_lance_that_is_closed_has_nothing_more_to_say(told: str) -> None:
    assert not listed(hand(*EXAMPLE, grande=told), "grande")
    assert listed(hand(*EXAMPLE, grande=told), "chica")


def test_E2_only_the_other_pair_answers() -> None:
    a, b = legal_calls(parse(hand(*EXAMPLE, grande="A envido 4")), Lance.GRANDE, most=7)
    assert a == ()
    assert list(b) == [
        Call(Side.B, CallKind.QUIERO),
        Call(Side.B, CallKind.NO_QUIERO),
        Call(Side.B, CallKind.ENVIDO),
        Call(Side.B, CallKind.ENVIDO, 6),
        Call(Side.B, CallKind.ENVIDO, 7),
        Call(Side.B, CallKind.ORDAGO),
    ]


def test_E3_after_an_ordago_there_is_only_yes_or_no() -> None:
    calls_of_a = legal_calls(parse(hand(*EXAMPLE, grande="B órdago")), Lance.GRANDE)[Side.A]
    assert [call.kind for call in calls_of_a] == [CallKind.QUIERO, CallKind.NO_QUIERO]


def test_E7_a_lance_that_is_not_bet_has_nothing_to_say() -> None:
    assert not listed(hand(*ONLY_A_PARES), "pares")
    assert listed(hand(*QUIET), "juego"), "the punto is bet when nobody has juego"
    assert not listed(hand(*QUIET), "pares")


def test_S1_S6_nothing_is_said_once_the_game_has_ended() -> None:
    assert not listed(hand(*EXAMPLE, grande="A órdago, B quiero"), "chica")
    assert not listed(hand(*EXAMPLE, score=(39, 0), grande="A envido, B no"), "juego")


def test_a_bet_that_waits_holds_up_the_lances_after_it() -> None:
    assert not listed(hand(*EXAMPLE, grande="A envido 4"), "chica")


def test_a_record_that_cannot_be_is_refused_with_its_faults_up_to_the_lance() -> None:
    record = hand(*EXAMPLE, grande="A envido 1, B quiero", chica="A quiero")
    with pytest.raises(RecordRefused) as refusal:
        legal_calls(parse(record), Lance.GRANDE)
    assert [f.code for f in refusal.value.faults] == ["bet_too_small"]
    with pytest.raises(RecordRefused) as refusal:
        legal_calls(parse({"mano": 0}), Lance.PARES)
    assert [(f.code, f.path) for f in refusal.value.faults] == [
        ("declaration_required", "declared.pares")
    ]
    assert listed({"mano": 0}, "chica")


def test_by_default_the_target_is_the_largest_bet_listed() -> None:
    calls_of_a = legal_calls(parse({"mano": 0, "ruleset": "euskal-herria"}), Lance.GRANDE)[Side.A]
    assert max(call.stake or 0 for call in calls_of_a) == 30
    assert calls("A envido 30")[0] in [said(call) for call in calls_of_a]


def test_what_is_no_lance_is_refused() -> None:
    with pytest.raises(InvalidValue, match="lance"):
        legal_calls(parse({"mano": 0}), "punto")  # type: ignore[arg-type]
