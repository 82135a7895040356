"""Points, sums, ratings and equal names, as functions of what is given."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from season.rules.people import same_people
from season.rules.points import USUAL, Band, PointsTable, read_bands
from season.rules.ranking import Result, ranking
from season.rules.ratings import RatedMatch, rate

RESULTS = st.lists(
    st.builds(
        lambda person, order, points: (person, order, points),
        st.integers(1, 6), st.integers(0, 5), st.integers(0, 40),
    ),
    unique_by=lambda one: one[:2],
)  # fmt: skip


def results(found: list[tuple[int, int, int]]) -> list[Result]:
    return [
        Result((person, 0), (100 * order + person, 0), order, 1, False, points)
        for person, order, points in found
    ]


@given(RESULTS, st.one_of(st.none(), st.integers(1, 6)))
def test_the_ranking_is_what_a_naive_recount_gives(found, best_of):
    by_person = defaultdict(list)
    for person, _order, points in found:
        by_person[person].append(points)
    naive = {
        person: sum(sorted(points, reverse=True)[:best_of]) for person, points in by_person.items()
    }
    lines = ranking(results(found), best_of)
    assert {line.person[0]: line.points for line in lines} == naive
    for line in lines:
        assert line.rank == 1 + sum(other > line.points for other in naive.values())
        assert line.shared == (list(naive.values()).count(line.points) > 1)
        assert sum(one.points for one, counts in line.results if counts) == line.points
        assert line.counted == min(len(line.results), best_of or len(line.results))


def test_of_one_tournament_a_person_has_one_result_that_counts():
    twice = [
        Result((1, 0), (1, 0), 0, 1, False, 100),
        Result((1, 0), (2, 0), 0, 2, False, 70),
    ]
    (line,) = ranking(twice)
    assert (line.points, [counts for _one, counts in line.results]) == (100, [True, False])


TABLES = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 10), st.integers(0, 500)))


@given(TABLES, st.integers(0, 50))
def test_a_table_is_read_as_it_is_written(bands, taking_part):
    text = "\n".join(f"{first}-{first + more}: {points}" for first, more, points in bands)
    read, faults = read_bands(text)
    table = PointsTable(read, taking_part)
    assert PointsTable.from_json(table.to_json()) == table
    assert read_bands(table.to_text()) == (read, ())
    assert len(read) + len(faults) == len(bands)
    for place in range(1, 62):
        holding = [band for band in read if band.first <= place <= band.last]
        assert len(holding) <= 1
        assert table.of(place) == (holding[0].points if holding else taking_part)


@given(st.text(max_size=200))
def test_whatever_is_typed_is_read_or_refused_line_by_line(text):
    bands, faults = read_bands(text)
    said = [line for line in text.splitlines() if line.strip()]
    assert len(bands) + len(faults) == len(said)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("1: 100\nsecond: 70", 2, "bad_line"),
        ("8-5: 20", 1, "bad_places"),
        ("0: 20", 1, "bad_places"),
        ("1-1001: 20", 1, "bad_places"),
        ("1: 100001", 1, "too_many_points"),
        ("1-4: 20\n\n3: 50", 3, "place_twice"),
        ("\n" * 101, 101, "too_many_lines"),
        ("١: 5", 1, "bad_line"),
    ],
)
def test_a_wrong_line_is_named(text, line, code):
    _bands, (fault,) = read_bands(text)
    assert (fault.line, fault.code) == (line, code)


def test_the_usual_table_and_its_dashes():
    assert read_bands("1: 100\n2: 70\n3: 50\n4 = 40\n5 – 8 : 20")[0] == USUAL.bands
    assert [USUAL.of(place) for place in (1, 4, 8, 9, None)] == [100, 40, 20, 5, 0]
    assert PointsTable.from_json({}) == PointsTable()
    assert PointsTable((Band(1, 2, 3),)).to_text() == "1-2: 3"


# People


KEYS = st.dictionaries(
    st.tuples(st.integers(1, 20), st.just(0)),
    st.one_of(st.none(), st.sampled_from("abcde").map(lambda name: (name,))),
)
MERGES = st.lists(st.lists(st.tuples(st.integers(1, 20), st.just(0)), max_size=3), max_size=4)


@given(KEYS, MERGES)
def test_people_are_one_by_name_or_by_a_merge_and_by_nothing_else(keys, merges):
    people = same_people(keys, merges)
    groups = defaultdict(set)
    for one, person in people.items():
        groups[person].add(one)
    assert all(person == min(group) for person, group in groups.items())
    # The naive way: names that are joined grow until nothing changes.
    names = {key: {key} for key in keys.values() if key is not None}
    for _round in range(len(names) + 1):
        for merge in merges:
            named = [keys[one] for one in merge if keys.get(one) is not None]
            together = set().union(*(names[key] for key in named)) if named else set()
            for key in together:
                names[key] = names[key] | together
    for one, key in keys.items():
        expected = {one} if key is None else {o for o, k in keys.items() if k in names[key]}
        assert groups[people[one]] == expected


# Ratings


def some_matches(seed: int, count: int = 60) -> tuple[RatedMatch, ...]:
    """Matches of eight people; the one with the lower number wins four of five."""
    rng = Random(seed)
    found = []
    for number in range(count):
        a, b = sorted(rng.sample(range(1, 9), 2))
        won, lost = (a, b) if rng.random() < 0.8 else (b, a)
        found.append(RatedMatch(number, ((won, 0),), ((lost, 0),)))
    return tuple(found)


@given(st.integers(0, 10_000))
def test_ratings_are_the_same_whenever_they_are_computed(seed):
    matches = some_matches(seed)
    assert rate(matches) == rate(iter(matches))
    shorter, whole = rate(matches[:40]), rate(matches)
    for person, changes in shorter.changes.items():
        assert whole.changes[person][: len(changes)] == changes


@given(st.integers(0, 10_000))
def test_every_change_leads_from_the_rating_before_to_the_one_after(seed):
    found = rate(some_matches(seed))
    for person, changes in found.changes.items():
        assert changes[0].before.value == 25
        for one, following in pairwise(changes):
            assert following.before == one.after
        for one in changes:
            assert (one.after.value > one.before.value) == one.won
            assert one.after.uncertainty < one.before.uncertainty
        assert changes[-1].after == found.ratings[person]


@given(st.integers(0, 10_000))
def test_the_calibration_counts_every_match_once(seed):
    matches = some_matches(seed)
    found = rate(matches)
    assert sum(line.matches for line in found.calibration) + found.even == len(matches)
    for line in found.calibration:
        assert line.least * line.matches <= 100 * line.expected <= line.most * line.matches
        assert 0 <= line.won <= line.matches


def test_who_wins_more_is_above_and_the_favourites_win_about_as_often_as_they_should():
    found = rate(some_matches(1, count=2_000))
    order = [person[0] for person in found.ratings]
    assert order[0] <= 2
    assert order[-1] >= 7
    expected = sum(line.expected for line in found.calibration)
    won = sum(line.won for line in found.calibration)
    assert abs(won - expected) < 0.15 * expected


def test_T1_a_level_match_brings_two_ratings_together_and_has_no_favourite():
    won = RatedMatch(1, ((1, 0),), ((2, 0),))
    level = RatedMatch(2, ((1, 0),), ((2, 0),), is_level=True)
    before, after = rate([won]), rate([won, level])
    assert before.ratings[1, 0].value > after.ratings[1, 0].value
    assert before.ratings[2, 0].value < after.ratings[2, 0].value
    assert [change.won for change in after.changes[1, 0]] == [True, None]
    assert (after.calibration, after.even) == (before.calibration, before.even)
    alone = rate([level]).ratings
    assert alone[1, 0].value == alone[2, 0].value == 25


def test_a_match_against_oneself_says_nothing():
    own = RatedMatch(1, ((1, 0), (2, 0)), ((2, 0), (3, 0)))
    assert rate([own]).ratings == {}


def test_two_players_a_side_are_rated_as_one_team():
    found = rate([RatedMatch(1, ((1, 1), (1, 2)), ((2, 1), (2, 2)))])
    assert found.ratings[1, 1] == found.ratings[1, 2]
    assert found.ratings[1, 1].value > 25 > found.ratings[2, 1].value
