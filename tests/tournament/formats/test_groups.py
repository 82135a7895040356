"""Who goes on from groups, and what is compared when the groups are unequal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb

import pytest

from mus.sides import BySide, Side
from tests.night import seed_of
from tests.tournament.formats.unruly import UnrulyDay, decided, drawn, over
from tournament.formats.bouts import Bout, Place
from tournament.formats.groups import Groups
from tournament.formats.groups.shape import in_any
from tournament.formats.regulations import REGULATIONS
from tournament.formats.setting import Setting
from tournament.formats.settling import PLACE_EMPTY


def groups(pairs: int, **options: object) -> Groups:
    return Groups(Setting(options, "s", pairs))


def won_by_lowest(format_: Groups, bouts: list[Bout], *, but: dict[int, int] | None = None):
    """Every match of the groups goes to the pair that comes first in its group, two games to none;
    `but`: winner → loser of the matches that went the other way."""
    other_way = set((but or {}).items())
    first = {pair: at for at, pair in enumerate(order_in_groups(format_, bouts))}
    ended = []
    for bout in bouts:
        if bout.place.round <= format_.shape(len(first)).group_rounds:
            a, b = (pair for pair in bout.pairs if pair is not None)
            winner = (
                Side.A if (first[a] < first[b]) != bool({(a, b), (b, a)} & other_way) else Side.B
            )
            games = BySide(2, 0) if winner is Side.A else BySide(0, 2)
            bout = over(bout, winner, games=games)
        ended.append(bout)
    return decided(format_, list(format_.resolve(ended, {}).bouts), {})


def order_in_groups(format_: Groups, bouts: list[Bout]) -> list[int]:
    return [line.pair for table in format_.tables(bouts) for line in table]


def in_bracket(format_: Groups, bouts: list[Bout]) -> set[int]:
    first = format_.shape(format_.setting.pairs).group_rounds + 1
    return {pair for b in bouts if b.place.round == first for pair in b.pairs if pair is not None}


def ranks_of(format_: Groups, bouts: list[Bout], pairs: set[int]) -> list[tuple[int, int]]:
    """(size of its group, rank there) of each pair."""
    tables = format_.tables(bouts)
    return sorted(
        (len(lines), rank)
        for lines in tables
        for rank, line in enumerate(lines, start=1)
        if line.pair in pairs
    )


def test_T1_the_best_thirds_are_those_with_most_points_per_match():
    """Groups of 4, 4 and 3: thirds have 1 point of 3, 1 of 3 and 0 of 2."""
    of = groups(11, best_next=2)
    bouts = won_by_lowest(of, drawn(of, 11))
    assert ranks_of(of, bouts, in_bracket(of, bouts)) == [
        (3, 1), (3, 2), (4, 1), (4, 1), (4, 2), (4, 2), (4, 3), (4, 3),
    ]  # fmt: skip


def test_T1_one_point_of_two_is_more_than_one_of_three():
    """The second of the group of 3 has 1 point of 2; those of the groups of 4 have 2 of 3; the
    thirds 1 of 3."""
    of = groups(11, best_of_all=6)
    bouts = won_by_lowest(of, drawn(of, 11))
    assert ranks_of(of, bouts, in_bracket(of, bouts)) == [
        (3, 1), (3, 2), (4, 1), (4, 1), (4, 2), (4, 2),
    ]  # fmt: skip


def test_T1_with_as_many_points_per_match_the_difference_of_games_decides():
    of = groups(8, best_next=1)
    bouts = won_by_lowest(of, drawn(of, 8))
    thirds = [lines[2].pair for lines in of.tables(bouts)]
    for better in thirds:
        closer = [
            replace(bout, games=bout.games.map(lambda games: games or 1))
            if better in bout.pairs and bout.status == "finished"
            else bout
            for bout in bouts
        ]
        assert in_bracket(of, list(of.resolve(closer, {}).bouts)) & {*thirds} == {better}


def test_T1_the_best_thirds_are_known_when_every_group_has_ended_and_are_not_out_before():
    of = groups(12, group_size=4, best_next=2)
    bouts = won_by_lowest(of, drawn(of, 12))
    last = next(bout for bout in bouts if bout.place.round == 3)
    opened = replace(last, status="playing", winner=None, ended_by="")
    before = list(of.resolve([opened if b == last else b for b in bouts], {}).bouts)
    open_group = next(n for n, lines in enumerate(of.tables(before))
                      if any(line.pair in last.pairs for line in lines))  # fmt: skip
    closed = [lines for n, lines in enumerate(of.tables(before)) if n != open_group]
    assert in_bracket(of, before) == {line.pair for lines in closed for line in lines[:2]}
    assert of.out(before) == {lines[3].pair for lines in closed}
    assert len(of.out(bouts)) == 4
    assert of.out(bouts).isdisjoint(in_bracket(of, bouts))


def test_a_best_third_meets_its_own_group_as_late_as_there_is_room():
    """Eight in the bracket; the thirds come to seats that are open to either."""
    for pairs in (9, 10, 11, 12):
        of = groups(pairs, group_size=4, best_next=2)
        bouts = won_by_lowest(of, drawn(of, pairs))
        group_of = {line.pair: n for n, lines in enumerate(of.tables(bouts)) for line in lines}
        first = [b for b in bouts if b.place.round == of.shape(pairs).group_rounds + 1]
        assert all(group_of[b.pairs.a] != group_of[b.pairs.b] for b in first if all(b.pairs))


def test_T6_a_pair_disqualified_in_its_group_is_not_among_the_best():
    of = groups(12, best_next=2)
    bouts = won_by_lowest(of, drawn(of, 12))
    thirds = {lines[2].pair for lines in of.tables(bouts)}
    (waits,) = thirds - in_bracket(of, bouts)
    struck = min(thirds - {waits})
    now = list(of.resolve(bouts, {struck: "disqualification"}).bouts)
    assert in_bracket(of, now) & thirds == thirds - {struck}


@pytest.mark.parametrize("options", [{"best_of_all": 6}, {"best_of_all": 5, "brackets": 2}])
@pytest.mark.parametrize("why", ["withdrawal", "disqualification", PLACE_EMPTY])
def test_T8_nobody_of_a_group_that_has_left_goes_on_before_a_pair_that_lost_every_match(
    options, why
):
    of = groups(8, **options)
    day = UnrulyDay(of, 8, 1)
    empty, other = ([line.pair for line in lines] for lines in of.tables(day.bouts))
    day.gone = dict.fromkeys(empty, why)
    day.settle()
    lots = {pair: lot for lot, pair in enumerate(other)}
    while ready := [b for b in day.bouts if b.status == "ready" and b.place.round <= 3]:
        bout = ready[0]
        winner = min(Side, key=lambda side: lots[bout.pairs[side]])
        games = BySide(2, 0) if winner is Side.A else BySide(0, 2)
        day.bouts = [over(b, winner, games=games) if b == bout else b for b in day.bouts]
        day.settle()
    assert in_bracket(of, day.bouts) >= {*other}
    day.play_out()
    over_, best = of.champion(day.bouts, day.gone)
    assert over_
    assert best in other


def test_T1_nobody_goes_on_past_a_pair_that_stands_before_it_in_its_group():
    for seed in map(seed_of, range(20)):
        day = UnrulyDay(groups(13, best_of_all=7), 13, seed)
        day.play_out()
        through = in_bracket(day.format, day.bouts)
        for lines in day.format.tables(day.bouts):
            here = [line.pair in through for line in lines]
            assert here == sorted(here, reverse=True)


@pytest.mark.parametrize(("options", "rank"), [({"best_next": 1}, 3), ({"best_of_all": 4}, 0)])
def test_an_open_side_says_that_one_of_the_best_comes(options, rank):
    of = groups(8, **options)
    sources = [
        of.feeder(place, side) for place in of.places(8) if place.round == 4 for side in Side
    ]
    best = [source for source in sources if source and source.is_best]
    assert {(source.group, source.rank) for source in best} == {(0, rank)}
    assert len(best) == (1 if rank else 4)


def played_by(bouts: list[Bout], rounds: int) -> dict[int, int]:
    """Pair → its matches in the first rounds."""
    return Counter(pair for b in bouts if b.place.round <= rounds for pair in b.pairs if pair)


@pytest.mark.parametrize(
    ("pairs", "sizes"),
    [(4, [4]), (8, [4, 4]), (10, [6, 4]), (22, [6, 4, 4, 4, 4]), (26, [6, 4, 4, 4, 4, 4])],
)
def test_T1_three_matches_each_in_groups_of_four_and_six(pairs, sizes):
    of = groups(pairs, group_matches=3)
    bouts = drawn(of, pairs)
    assert set(played_by(bouts, 3).values()) == {3}
    assert [len(lines) for lines in of.tables(bouts)] == sizes
    meetings = [frozenset(b.pairs) for b in bouts if b.place.round <= 3]
    assert len(meetings) == len(set(meetings)), "nobody meets twice"
    assert of.draw_algorithm == "mus-groups/2"


@pytest.mark.parametrize("matches", range(2, 8))
@pytest.mark.parametrize("pairs", [9, 12, 23, 30])
def test_T1_nobody_plays_more_than_the_number_of_matches_and_one_group_at_most_is_odd(
    pairs, matches
):
    of = groups(pairs, group_size=8, group_matches=matches)
    bouts = drawn(of, pairs)
    sizes = [len(lines) for lines in of.tables(bouts)]
    assert sum(size % 2 for size in sizes) == pairs % 2
    assert min(sizes) > matches
    played = played_by(bouts, matches)
    assert set(played.values()) <= {matches, matches - 1}
    few = {pair for pair, count in played.items() if count < matches}
    assert all(len(t) % 2 for t in of.tables(bouts) if few & {line.pair for line in t})


def test_T1_in_an_odd_group_points_and_games_count_per_match():
    """Five pairs, two matches each: of those with one point the one that rested once has one of
    one."""
    of = groups(5, group_matches=2)
    bouts = drawn(of, 5)
    counts = played_by(bouts, 2)
    once = next(pair for pair, count in counts.items() if count == 1)
    ended = []
    for bout in bouts:
        if bout.place.round <= 2:
            winner = Side.A if bout.pairs.a == once else Side.B if bout.pairs.b == once else Side.A
            bout = replace(bout, status="finished", winner=winner, ended_by="games", begun=True)
        ended.append(bout)
    lines = of.tables(list(of.resolve(ended, {}).bouts))[0]
    shares = [(line.points or 0) / counts[line.pair] for line in lines]
    assert shares == sorted(shares, reverse=True)
    assert once in {line.pair for line in lines if line.points == counts[line.pair]}


def test_points_among_the_level_part_them_only_where_all_of_them_have_met():
    """Six pairs with two matches each: three have a point each, and only two of them met."""
    of = groups(6, group_size=6, group_matches=2)
    for seed in map(seed_of, range(40)):
        day = UnrulyDay(of, 6, seed)
        while any(b.status == "ready" and b.place.round <= 2 for b in day.bouts):
            day.win()
        lines = of.tables(day.bouts)[0]
        for points in {line.points for line in lines}:
            level = [line.pair for line in lines if line.points == points]
            met = [b for b in day.bouts if b.place.round <= 2 and {*b.pairs} <= {*level}]
            if len(met) < comb(len(level), 2):
                assert level == sorted(level), "no games were counted, and the lot went so"


def sections_of(format_: Groups, bouts: list[Bout]) -> list[tuple[str, int, int]]:
    """(kind, number, matches) of the brackets and of the match for third place."""
    return [
        (one.kind, one.number, sum(len(places) for _round, places in one.rounds))
        for one in format_.sections(bouts)
        if one.kind != "group"
    ]


def test_T1_the_ranks_go_one_after_the_other_into_the_brackets():
    """Groups of 4, 4 and 3: the first two of each in A, the third and fourth in B."""
    of = groups(11, brackets=2, third_place=True)
    bouts = won_by_lowest(of, drawn(of, 11))
    assert sections_of(of, bouts) == [("bracket", 1, 7), ("third_place", 0, 1), ("bracket", 2, 7)]
    by_bracket = {1: set(), 2: set()}
    for bout in bouts:
        if number := of.bracket(bout.place.round):
            by_bracket[number] |= {pair for pair in bout.pairs if pair is not None}
    assert {rank for _size, rank in ranks_of(of, bouts, by_bracket[1])} == {1, 2}
    assert {rank for _size, rank in ranks_of(of, bouts, by_bracket[2])} == {3, 4}
    assert of.out(bouts) == set(), "a pair of bracket B still plays"


def test_T1_every_bracket_may_have_a_match_for_third_place():
    of = groups(11, brackets=2, third_places=True)
    day = UnrulyDay(of, 11, 7)
    day.play_out()
    bouts = day.bouts
    assert sections_of(of, bouts)[1::2] == [("third_place", 0, 1), ("third_place", 2, 1)]
    lines = of.standings(range(1, 12), bouts)
    of_b = {line.pair: (line.place, line.title) for line in lines if line.bracket == 2}
    third = next(bout for bout in bouts if bout.place == Place(of.rounds(11), 1))
    won, lost = third.winning_pair, next(one for one in third.pairs if one != third.winning_pair)
    assert (of_b[won], of_b[lost]) == ((9, "beaten"), (10, "beaten"))


def test_T1_the_first_round_of_bracket_b_is_named_by_how_many_play_there():
    of = groups(64, brackets=2, qualifiers=8, group_size=16)
    stages = [of.stage(number, of.rounds(64)) for number in range(15, 26)]
    bracket = ["round_of_32", "round_of_16", "quarter_final", "semi_final", "final"]
    assert stages == ["round", *bracket, *bracket]


@pytest.mark.parametrize(
    ("pairs", "options", "sizes"),
    [
        (8, {"brackets": 4, "qualifiers": 1}, [2, 2, 2, 2]),
        (10, {"brackets": 3, "group_matches": 3}, [4, 4, 2]),
        (11, {"brackets": 2, "best_next": 2}, [8, 3]),
        (12, {"brackets": 3, "best_of_all": 5}, [5, 5, 2]),
        (5, {"brackets": 4, "group_size": 8}, [2, 2]),
        (3, {"brackets": 2}, [2]),
    ],
)
def test_T1_there_are_as_many_brackets_as_have_two_pairs_and_everybody_is_in_one_of_them_at_most(
    pairs, options, sizes
):
    of = groups(pairs, **options)
    day = UnrulyDay(of, pairs, 1)
    day.play_out()
    shape = of.shape(pairs)
    found = [in_any(tree.of(day.bouts)) for tree in shape.trees]
    assert [len(one) for one in found] == sizes
    assert sum(map(len, found)) == len(set().union(*found))


def test_T8_each_bracket_has_its_winner_and_the_champion_is_that_of_the_first():
    of = groups(11, brackets=2, third_place=True)
    day = UnrulyDay(of, 11, 7)
    day.play_out()
    lines = of.standings(range(1, 12), day.bouts)
    titles = {line.pair: (line.title, line.bracket) for line in lines}
    best = next(pair for pair, title in titles.items() if title == ("champion", 1))
    winner = next(pair for pair, title in titles.items() if title == ("bracket_champion", 2))
    second = next(pair for pair, title in titles.items() if title == ("bracket_runner_up", 2))
    assert of.champion(day.bouts) == (True, best)
    assert next(line.place for line in lines if line.pair == winner) == 7, "after the six of A"
    gone = {winner: "disqualification"}
    now = of.standings(range(1, 12), day.bouts, gone)
    assert of.champion(day.bouts, gone) == (True, best)
    assert [(line.pair, line.place) for line in now if line.title == "bracket_champion"] == [
        (second, 7)
    ]
    assert (now[-1].pair, now[-1].place) == (winner, None)
    empty = {winner: PLACE_EMPTY}
    assert "bracket_champion" not in {
        line.title for line in of.standings(range(1, 12), day.bouts, empty)
    }
    # A champion who is put out leaves the title to A's runner-up, and B as it is.
    now = of.standings(range(1, 12), day.bouts, {best: "disqualification"})
    assert next(line.pair for line in now if line.title == "champion") == lines[1].pair
    assert next(line.place for line in now if line.pair == winner) == 7


def test_T8_a_champion_of_bracket_b_who_is_put_out_moves_up_those_of_bracket_b_alone():
    of = groups(12, brackets=3, qualifiers=1, group_size=3)
    day = UnrulyDay(of, 12, 7)
    day.play_out()
    before = {line.pair: line for line in of.standings(range(1, 13), day.bouts)}
    winner = next(
        one.pair for one in before.values() if one.title == "bracket_champion" and one.bracket == 2
    )
    now = of.standings(range(1, 13), day.bouts, {winner: "disqualification"})
    for line in now:
        if line.pair != winner:
            up = line.bracket == 2
            assert line.place == before[line.pair].place - up, line


def test_the_day_is_over_when_every_bracket_is():
    of = groups(8, brackets=2)
    day = UnrulyDay(of, 8, 3)
    while any(b.status == "ready" and of.bracket(b.place.round) < 2 for b in day.bouts):
        ready = [b for b in day.bouts if b.status == "ready" and of.bracket(b.place.round) < 2]
        day.end(ready[0])
        day.settle()
    assert of.champion(day.bouts) == (False, None)
    day.play_out()
    assert of.champion(day.bouts)[0]


def test_T1_aeit_plays_as_its_text_says():
    """Ten pairs in groups of six and four with three matches each; the best eight in A, two in
    B."""
    of = groups(10, **REGULATIONS["aeit-2"].format_options)
    bouts = won_by_lowest(of, drawn(of, 10))
    assert [len(lines) for lines in of.tables(bouts)] == [6, 4]
    assert set(played_by(bouts, 3).values()) == {3}
    assert [len(in_any(tree.of(bouts))) for tree in of.shape(10).trees] == [8, 2]
