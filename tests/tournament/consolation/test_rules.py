"""Consolation (T3)."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.consolation.rules import Candidate, propose
from tournament.formats.pairing import meeting


def waiting(*pairs):
    return [Candidate(pair, 0, 0.0) for pair in pairs]


def test_T3_everybody_free_is_paired_when_there_is_a_way():
    # 1 has met everybody but 4: the first thought, 1–2, would be wrong.
    met = {meeting(1, 2), meeting(1, 3)}
    assert propose(waiting(1, 2, 3, 4), met) == ((1, 4), (2, 3))


def test_T3_no_rematches_even_if_somebody_has_to_wait():
    assert propose(waiting(1, 2), {meeting(2, 1)}) == ()


def test_T3_who_has_waited_longest_comes_first_then_who_has_played_fewest():
    found = propose([Candidate(1, 2, 10.0), Candidate(2, 1, 20.0), Candidate(3, 0, 20.0)], set())
    assert found == ((1, 3),)


def test_T3_who_was_missing_comes_last():
    missing = Candidate(1, 0, 0.0, came=False)
    found = propose([missing, Candidate(2, 3, 20.0), Candidate(3, 1, 30.0)], set())
    assert found == ((2, 3),)


def test_nobody_free_gives_no_matches():
    assert propose([], set()) == ()


@given(
    st.integers(0, 24),
    st.sets(st.tuples(st.integers(1, 24), st.integers(1, 24)), max_size=120),
)
def test_T3_proposals_hold_no_rematch_and_no_pair_twice(pairs, met_pairs):
    met = {meeting(a, b) for a, b in met_pairs}
    found = propose(waiting(*range(1, pairs + 1)), met)
    placed = [pair for match in found for pair in match]
    assert len(placed) == len(set(placed))
    assert all(meeting(*match) not in met for match in found)


def test_T3_a_hopeless_list_is_answered_in_time():
    # One pair that everybody has met, among many: no perfect pairing exists.
    pairs = range(1, 61)
    met = {meeting(1, other) for other in pairs}
    assert len(propose(waiting(*pairs), met)) == 29


def test_thousands_waiting_do_not_overflow():
    assert len(propose(waiting(*range(1, 3001)), set())) == 1500
