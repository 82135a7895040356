"""Bets as a page asks for them: how they ended, and back to calls."""

from hypothesis import given
from hypothesis import strategies as st

from mus import Call, CallKind, RefusedRaise, Side, close_bet
from web.handform.bets import BetEnd, calls_for, end_of


def outcome(calls):
    faults = []
    read = [Call(Side(c["by"]), CallKind(c["call"]), c.get("stake")) for c in calls]
    bet = close_bet(read, refused_raise=RefusedRaise.PREVIOUS, path="bets.grande", faults=faults)
    assert not faults
    return bet


@st.composite
def closed_calls(draw):
    """Any betting that the rules allow, from two calls to eight."""
    by = draw(st.sampled_from("AB"))
    calls, total = [], 0
    for _ in range(draw(st.integers(1, 6))):
        total += draw(st.integers(2, 9))
        calls.append({"by": by, "call": "envido", "stake": total})
        by = "B" if by == "A" else "A"
    if draw(st.booleans()):
        calls.append({"by": by, "call": "ordago"})
        by = "B" if by == "A" else "A"
    return [*calls, {"by": by, "call": draw(st.sampled_from(["quiero", "no_quiero"]))}]


@given(closed_calls())
def test_E1_to_E5_the_shortest_calls_settle_like_the_calls_that_were_made(calls):
    assert outcome(end_of(calls).calls()) == outcome(calls)


@given(closed_calls())
def test_calls_that_say_the_same_are_kept_as_they_were(calls):
    assert calls_for(end_of(calls), calls) == calls


def test_another_end_replaces_the_stored_calls():
    stored = [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "quiero"}]
    assert calls_for(BetEnd("refused", "A", 2), stored) == [
        {"by": "A", "call": "envido", "stake": 2},
        {"by": "B", "call": "no_quiero"},
    ]


def test_unsaid_amounts_are_two_and_two_more():
    calls = [{"by": "A", "call": "envido"}, {"by": "B", "call": "envido"}]
    end = end_of([*calls, {"by": "A", "call": "no_quiero"}])
    assert (end.stake, end.before) == (4, 2)


def test_no_calls_are_a_pass():
    assert end_of([]) == BetEnd()
    assert BetEnd().calls() == []
