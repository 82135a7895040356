"""Points, sums, ratings and equal names, as functions of what is given."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import ratings as simulated
from season.rules.people import same_people
from season.rules.points import USUAL, Band, PointsTable, read_bands
from season.rules.ranking import RankedResult, ranking
from season.rules.ratings import RatedMatch, rate
from tests.night import seed_of

RESULTS = st.lists(
    st.builds(
        lambda person, order, points: (person, order, points),
        st.integers(1, 6), st.integers(0, 5), st.integers(0, 40),
    ),
    unique_by=lambda one: one[:2],
)  # fmt: skip


def results(found: list[tuple[int, int, int]]) -> list[RankedResult]:
    return [
        RankedResult((person, 0), (100 * order + person, 0), order, 1, False, points)
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
        RankedResult((1, 0), (1, 0), 0, 1, False, 100),
        RankedResult((1, 0), (2, 0), 0, 2, False, 70),
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


DAY = date(2026, 3, 1)


def some_matches(seed: int, count: int = 60, of_day: int = 5) -> tuple[RatedMatch, ...]:
    """Matches of eight people, so many a day; the one with the lower number wins four of five."""
    rng = Random(seed)
    found = []
    for number in range(count):
        a, b = sorted(rng.sample(range(1, 9), 2))
        won, lost = (a, b) if rng.random() < 0.8 else (b, a)
        day = DAY + timedelta(days=number // of_day)
        found.append(RatedMatch(number, day, ((won, 0),), ((lost, 0),)))
    return tuple(found)


@given(st.integers(0, 10_000))
def test_the_order_of_the_matches_of_a_day_has_no_effect(seed):
    matches = list(some_matches(seed, of_day=60))
    found = rate(matches)
    renumbered = [one._replace(match=len(matches) - one.match) for one in matches]
    for person, rating in rate(renumbered).ratings.items():
        assert rating.value == pytest.approx(found.ratings[person].value)
        assert rating.uncertainty == pytest.approx(found.ratings[person].uncertainty)
    Random(seed).shuffle(matches)
    assert rate(matches) == found


@given(st.integers(0, 10_000))
def test_every_change_leads_from_the_rating_before_to_the_one_after(seed):
    found = rate(some_matches(seed, of_day=1))
    for person, changes in found.changes.items():
        assert changes[0].before == found.unrated
        for one, following in pairwise(changes):
            assert following.before == one.after
        for one in changes:
            assert (one.after.value > one.before.value) == one.won
        assert changes[-1].after == found.ratings[person]
        assert changes[-1].after.uncertainty < found.unrated.uncertainty


@given(st.integers(0, 10_000))
def test_the_calibration_counts_every_match_once(seed):
    matches = some_matches(seed)
    found = rate(matches)
    assert sum(line.matches for line in found.calibration) + found.even == len(matches)
    for line in found.calibration:
        assert line.least * line.matches <= 100 * line.expected <= line.most * line.matches
        assert 0 <= line.won <= line.matches


def matches_by_strength(count: int) -> tuple[RatedMatch, ...]:
    """Matches of eight people, five a day, whose chances follow from how far they lie apart."""
    rng, found = Random(seed_of(1)), []
    for number in range(count):
        a, b = sorted(rng.sample(range(1, 9), 2))
        wins = rng.random() < 1 / (1 + 10 ** ((a - b) / 6))
        won, lost = (a, b) if wins else (b, a)
        day = DAY + timedelta(days=number // 5)
        found.append(RatedMatch(number, day, ((won, 0),), ((lost, 0),)))
    return tuple(found)


ONE_OF_FIVE = some_matches(1, count=2_000)
"""No strengths lead to these chances: the neighbour is beaten as often as the last one."""


@pytest.mark.parametrize(
    ("matches", "off"), [(matches_by_strength(2_000), 0.05), (ONE_OF_FIVE, 0.15)]
)
def test_who_wins_more_is_above_and_the_favourites_win_about_as_often_as_they_should(matches, off):
    found = rate(matches)
    order = [person[0] for person in found.ratings]
    assert order[0] <= 2
    assert order[-1] >= 7
    expected = sum(line.expected for line in found.calibration)
    won = sum(line.won for line in found.calibration)
    assert abs(won - expected) < off * expected


def test_nobody_leads_by_one_lucky_day():
    def match(number: int, day: int, won: int, lost: int) -> RatedMatch:
        return RatedMatch(number, DAY + timedelta(days=day), ((won, 0),), ((lost, 0),))

    rng = Random(seed_of(3))
    season = [
        match(10 * day + loser, day, *((1, loser) if rng.random() < 0.75 else (loser, 1)))
        for day in range(30)
        for loser in range(2, 8)
    ]
    wonder = [match(1_000 + loser, 31, 9, loser) for loser in range(1, 7)]
    found = rate([*season, *wonder])
    assert next(iter(found.ratings)) == (1, 0)
    assert found.ratings[9, 0].uncertainty > 2 * found.ratings[1, 0].uncertainty


def test_the_chances_are_better_than_those_of_elo_and_mean_what_they_say():
    found = [(one, rate(one.matches)) for _kind, _spread, one in simulated.seasons(times=2)]
    own = fmean(simulated.log_loss(rated.chances.values()) for _one, rated in found)
    elo = fmean(simulated.log_loss(simulated.elo(one.matches)) for one, _rated in found)
    assert own < elo < 0.6931
    lines = [line for _one, rated in found for line in rated.calibration]
    for least in (50, 60, 70):
        here = [line for line in lines if line.least == least]
        played = sum(line.matches for line in here)
        expected, won = (sum(getattr(one, of) for one in here) for of in ("expected", "won"))
        assert abs(expected - won) < 0.04 * played, least
    assert fmean(simulated.within(one, rated) for one, rated in found) > 0.88


def test_T1_a_level_match_brings_two_ratings_together_and_has_no_favourite():
    won = RatedMatch(1, DAY, ((1, 0),), ((2, 0),))
    level = RatedMatch(2, DAY + timedelta(days=1), ((1, 0),), ((2, 0),), is_level=True)
    before, after = rate([won]), rate([won, level])
    assert before.ratings[1, 0].value > after.ratings[1, 0].value
    assert before.ratings[2, 0].value < after.ratings[2, 0].value
    assert [change.won for change in after.changes[1, 0]] == [True, None]
    assert (after.calibration, after.even) == (before.calibration, before.even)
    alone = rate([level]).ratings
    assert alone[1, 0].value == alone[2, 0].value == 1500


def test_a_match_against_oneself_says_nothing():
    own = RatedMatch(1, DAY, ((1, 0), (2, 0)), ((2, 0), (3, 0)))
    assert rate([own]).ratings == {}


def test_two_players_a_side_are_rated_as_one_team():
    found = rate([RatedMatch(1, DAY, ((1, 1), (1, 2)), ((2, 1), (2, 2)))])
    assert found.ratings[1, 1] == found.ratings[1, 2]
    assert found.ratings[1, 1].value > 1500 > found.ratings[2, 1].value
