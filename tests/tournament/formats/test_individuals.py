"""Tables of individuals: who sits where, and who stands first."""

import runpy
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.night import seed_of
from tournament.formats.individuals import Individuals, sizes_of
from tournament.formats.lots import lot
from tournament.formats.seated import SeatedTable
from tournament.formats.setting import Setting, allowed_option

ALONE = Path(__file__).resolve().parents[3] / "static" / "proof" / "verify_draw.py"
SEEDS = st.text(max_size=8)


def day(seed="s", **options):
    return Individuals(Setting(options, seed))


def finished(round_, order=sorted):
    return tuple(
        SeatedTable(one.seats, tuple((player,) for player in order(one.seats))) for one in round_
    )


def meetings(rounds):
    met = [
        frozenset((a, b))
        for tables in rounds
        for one in tables
        for a in one.seats
        for b in one.seats
        if a < b
    ]
    return len(met), len(set(met))


@given(st.integers(2, 300), st.integers(2, 6))
def test_tables_differ_by_one_player_at_most_and_nobody_sits_alone(players, seats):
    sizes = sizes_of(players, seats)
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
    assert 2 <= min(sizes) <= max(sizes) <= max(seats, 3)


@given(SEEDS, st.integers(2, 30), st.integers(2, 6), st.booleans())
def test_whoever_is_in_sits_at_one_table_of_each_round_and_it_can_be_drawn_again(
    seed, players, seats, by_standing
):
    format_, rounds = day(seed, seats=seats, by_standing=by_standing), []
    for left in range(3):
        numbers = range(1 + left, players + 3)
        drawn = format_.seated(rounds, numbers)
        assert sorted(player for one in drawn for player in one.seats) == [*numbers]
        assert drawn == format_.seated(rounds, reversed(numbers))
        rounds.append(finished(drawn))


def test_sixteen_at_four_tables_meet_nobody_twice_in_three_rounds():
    format_, rounds = day(), []
    for _round in range(3):
        rounds.append(finished(format_.seated(rounds, range(1, 17))))
    every, different = meetings(rounds)
    assert every == different == 3 * 4 * 6


def test_by_standing_the_first_sit_together():
    format_ = day(seats=3, by_standing=True)
    first = finished(format_.seated([], range(1, 10)))
    winners = {min(one.seats) for one in first}
    assert set(format_.seated([first], range(1, 10))[0].seats) == winners


def test_equal_points_are_parted_by_first_places_then_by_second_places_then_by_the_lot():
    format_ = day(points=[4, 2, 1, 1], rounds=2)
    rounds = [
        (SeatedTable((1, 2, 3, 4), ((1,), (2,), (3,), (4,))),),
        (SeatedTable((1, 2, 3, 4), ((4,), (2,), (1,), (3,))),),
    ]
    lines = format_.table([1, 2, 3, 4], rounds, over=True)
    # 1 and 4 have 5 points and one first place each, 1 a third place besides, 4 a fourth.
    assert [(line.pair, line.points) for line in lines] == [(1, 5), (4, 5), (2, 4), (3, 2)]
    assert [line.title for line in lines] == ["champion", "runner_up", "ranked", "ranked"]
    assert not any(line.shared for line in lines)


def left_at_an_open_table():
    """1 and 9 have won a table each; 1 had left the table of round 2 before it ended."""
    return (
        (SeatedTable((1, 2, 3, 4), ((1,), (2,), (3,), (4,))),),
        (SeatedTable((1, 2, 3, 4), ((2,), (3,), (4,))),),
        (SeatedTable((9, 2, 3, 4), ((9,), (2,), (3,), (4,))),),
    )


@pytest.mark.parametrize("gone", [{1: "withdrawal"}, {}])
def test_T3_who_left_before_a_table_ended_has_no_place_there_that_parts_the_level(gone):
    firsts = set()
    for seed in "abcdefgh":
        format_ = day(seed)
        lines = format_.table([1, 2, 3, 4, 9], left_at_an_open_table(), gone)
        level = [line for line in lines if line.pair in (1, 9)]
        assert [line.points for line in level] == [4, 4]
        by_lot = sorted((1, 9), key=lambda player: lot(seed, f"pair:{player}"))
        assert [line.pair for line in level] == by_lot
        firsts.add(level[0].pair)
        assert [(line.matches_won, line.matches_lost) for line in level if line.pair == 1] == [
            (1, 1)
        ]
    assert firsts == {1, 9}


def test_T3_who_left_after_a_table_had_ended_keeps_its_place_there():
    rounds = (
        (SeatedTable((1, 2), ((1,), (2,))),),
        (SeatedTable((1, 2, 3, 4), ((2,), (3,), (4,), (1,))),),
        (SeatedTable((9, 2), ((9,), (2,))),),
    )
    for seed in "abcdefgh":
        lines = day(seed, points=[4]).table([1, 2, 3, 4, 9], rounds, {1: "withdrawal"})
        assert [line.pair for line in lines if line.pair in (1, 9)] == [1, 9]


@pytest.mark.parametrize(
    ("points", "is_allowed"),
    [([5, 3, 1], True), ([5, 5, 0], True), ([0], False), ([], False), ([1, 2], False),
     ([5, 4, 3, 2, 1, 0, 0], False), ([1001], False), ([True], False), ("5", False)],
)  # fmt: skip
def test_points_never_grow_from_a_place_to_the_next(points, is_allowed):
    assert allowed_option("points", points, Individuals.options) is is_allowed


@pytest.mark.parametrize("by_standing", [False, True])
@pytest.mark.parametrize(("players", "seats"), [(3, 2), (7, 3), (9, 4), (14, 5), (24, 6)])
def test_the_program_that_people_download_draws_the_same_tables(players, seats, by_standing):
    options = {"seats": seats, "points": [5, 3, 1], "by_standing": by_standing}
    format_, rng = day(**options), Random(seed_of(players))
    alone = runpy.run_path(str(ALONE))["Seatings"]()
    entered = [{"number": number, "status": "entered"} for number in range(1, players + 1)]
    alone.hear("tournament.created", {"format_options": options})
    alone.hear("pairs.entered", {"pairs": entered})
    alone.hear("draw.made", {"seed": "s"})
    rounds = []
    for number in range(1, 5):
        drawn = format_.seated(rounds, range(1, players + 1))
        assert alone.hear("round.seated", {"seats": [list(one.seats) for one in drawn]})
        ended = []
        for table, one in enumerate(drawn, start=1):
            finished = rng.sample(one.seats, len(one.seats) - (rng.random() < 0.3))
            order = [finished[:2], *([player] for player in finished[2:])]
            if rng.random() < 0.5:
                order = [[player] for player in finished]
            where = {"round": number, "table": table, "order": order}
            alone.hear("round.order_entered", where)
            ended.append(SeatedTable(one.seats, tuple(map(tuple, order))))
        rounds.append(tuple(ended))
