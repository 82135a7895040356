"""Knockouts in which those who lose early play on: safe first rounds, and bracket B."""

from dataclasses import replace
from random import Random

import pytest

from mus.sides import BySide, Side
from tests.night import seed_of
from tests.tournament.formats.unruly import by_chance, drawn, round_over
from tournament.formats.bouts import Place
from tournament.formats.knockout import Knockout
from tournament.formats.setting import Setting, Wishes


def day(pairs, **options):
    format_ = Knockout(Setting(options, "s", pairs))
    return format_, drawn(format_, pairs)


def by_place(bouts):
    return {bout.place: bout for bout in bouts}


def in_round(bouts, number):
    return [bout for bout in bouts if bout.place.round == number]


def met(bouts):
    return {frozenset(bout.pairs) for bout in bouts if None not in bout.pairs}


def test_a_forged_file_lays_out_no_more_safe_rounds_than_anybody_may_choose():
    most = Knockout(Setting({"consolation": "first_round", "safe_rounds": 3}, "s", 8))
    forged = Knockout(Setting({"consolation": "first_round", "safe_rounds": 10**9}, "s", 8))
    assert forged.places(8) == most.places(8)


@pytest.mark.parametrize("pairs", range(2, 40))
@pytest.mark.parametrize("safe", [1, 2, 3])
def test_T1_everybody_comes_to_the_bracket_after_the_safe_rounds(pairs, safe):
    format_, bouts = day(pairs, safe_rounds=safe)
    for _round in range(safe):
        assert format_.out(bouts) == frozenset()
        bouts = round_over(format_, bouts)
    there = [pair for bout in in_round(bouts, safe + 1) for pair in bout.pairs if pair]
    assert sorted(there) == list(range(1, pairs + 1))


@pytest.mark.parametrize("pairs", range(8, 40))
def test_T1_nobody_meets_again_in_the_safe_rounds_and_the_first_round_after_them(pairs):
    chance = Random(seed_of(pairs))
    format_, bouts = day(pairs, safe_rounds=2)
    for _round in range(3):
        bouts = round_over(format_, bouts, by_chance(chance))
    first, second, third = (met(in_round(bouts, number)) for number in (1, 2, 3))
    assert first.isdisjoint(second)
    assert third.isdisjoint(first | second)


def test_T2_the_winners_of_the_safe_round_have_the_byes():
    format_, bouts = day(10, safe_rounds=1)
    bouts = round_over(format_, bouts)
    winners = {bout.winning_pair for bout in in_round(bouts, 1)}
    resting = {bout.winning_pair for bout in in_round(bouts, 2) if bout.ended_by == "bye"}
    assert len(resting) == 6
    assert winners < resting


def test_a_safe_match_that_nobody_won_puts_nobody_out():
    format_, bouts = day(4, safe_rounds=1)
    bouts = round_over(format_, bouts, lambda _bout: None, ended_by="ruling")
    assert sorted(pair for bout in in_round(bouts, 2) for pair in bout.pairs) == [1, 2, 3, 4]
    assert format_.out(bouts) == frozenset()


def test_T2_a_late_pair_takes_the_place_of_the_bye_and_goes_on_like_the_others():
    format_, bouts = day(7, safe_rounds=1)
    (bye,) = (bout for bout in bouts if bout.ended_by == "bye")
    late = replace(bye, pairs=BySide(bye.pairs.a, 8), status="waiting", winner=None, ended_by="")
    bouts = [late if bout is bye else bout for bout in bouts]
    bouts = round_over(format_, format_.resolve(bouts, {}).bouts)
    assert 8 in {pair for bout in in_round(bouts, 2) for pair in bout.pairs}
    assert not format_.has_preliminaries


@pytest.mark.parametrize("pairs", range(6, 40))
@pytest.mark.parametrize("rounds", [1, 2])
def test_T3_whoever_loses_early_plays_on_in_bracket_b(pairs, rounds):
    choice = {1: "first_round", 2: "first_two_rounds"}[rounds]
    format_, bouts = day(pairs, consolation=choice)
    last = next(n for n in range(1, 20) if format_.stage(n, 20) == "final")
    while not format_.champion(bouts)[0]:
        bouts = round_over(format_, bouts)
    first = [bout for bout in bouts if bout.place.round <= last]
    rested = {bout.winning_pair for bout in first if bout.ended_by == "bye"}
    expected = {
        bout.losing_pair
        for bout in first
        if bout.place.round == 1
        or (bout.place.round == 2 < last - 1 and (rounds == 2 or bout.losing_pair in rested))
    }
    there = {pair for b in bouts if b.place.round > last for pair in b.pairs}
    assert there - {None} == expected - {None}
    lines = format_.standings(range(1, pairs + 1), bouts)
    assert next(line.title for line in lines if line.bracket == 2) == "bracket_champion"
    assert [line.place for line in lines if not line.shared] == [
        place for place, line in enumerate(lines, start=1) if not line.shared
    ]
    assert {line.pair for line in lines if line.bracket == 2} == there - {None}


@pytest.mark.parametrize("choice", ["first_round", "first_two_rounds"])
def test_T3_with_too_few_pairs_there_is_no_bracket_b(choice):
    for pairs in range(2, 6):
        assert Knockout(Setting({"consolation": choice})).rounds(pairs) == (pairs - 1).bit_length()


def test_T3_a_pair_that_waits_for_its_match_in_b_is_not_out_and_one_beaten_there_is():
    format_, bouts = day(8, consolation="first_round")
    bouts = round_over(format_, bouts)
    assert format_.out(bouts) == frozenset()
    bouts = round_over(format_, bouts)
    assert format_.out(bouts) == {
        bout.losing_pair for bout in bouts if bout.status == "finished" and bout.place.round > 1
    }


def test_a_corrected_result_changes_who_plays_in_b_and_undoes_what_was_played_there():
    format_, bouts = day(8, consolation="first_round")
    bouts = round_over(format_, round_over(format_, bouts))
    first = by_place(bouts)[Place(1, 0)]
    turned = [replace(b, winner=Side.B) if b.place == first.place else b for b in bouts]
    found = format_.resolve(turned, {})
    assert {bout.place for bout in found.undone} == {Place(2, 0), Place(4, 0)}
    assert first.winning_pair in by_place(found.bouts)[Place(4, 0)].pairs


def test_a_pair_that_leaves_after_it_lost_leaves_its_match_of_b_to_the_other_and_may_come_back():
    format_, bouts = day(8, consolation="first_round")
    bouts = round_over(format_, bouts)
    match = by_place(bouts)[Place(4, 0)]
    gone = {match.pairs.a: "withdrawal"}
    left = format_.resolve(bouts, gone).bouts
    assert by_place(left)[Place(4, 0)].winning_pair == match.pairs.b
    back = format_.resolve(left, {}, [match.pairs.a]).bouts
    assert by_place(back)[Place(4, 0)] == match


def test_T8_what_was_played_in_b_stands_when_a_pair_leaves_whose_opponent_had_left():
    format_, bouts = day(8, consolation="first_round")
    left, stays = by_place(bouts)[Place(1, 0)].pairs
    gone = {left: "withdrawal"}
    bouts = round_over(format_, format_.resolve(bouts, gone).bouts, gone=gone)
    alone = by_place(bouts)[Place(4, 0)].winning_pair
    assert by_place(bouts)[Place(4, 0)].losing_pair == left
    for place in (Place(4, 1), Place(5, 0)):  # the rest of B: pair `alone` loses its final
        won = {"status": "finished", "winner": Side.B, "ended_by": "games", "begun": True}
        bouts = [replace(bout, **won) if bout.place == place else bout for bout in bouts]
        bouts = list(format_.resolve(bouts, gone).bouts)
    gone |= {alone: "withdrawal"}
    bouts = list(format_.resolve(bouts, gone).bouts)
    found = format_.resolve(bouts, {**gone, stays: "withdrawal"})
    assert found.undone == ()
    assert by_place(found.bouts)[Place(4, 0)].winning_pair == alone
    assert format_.resolve(found.bouts, gone, [stays]).bouts == tuple(bouts)


@pytest.mark.parametrize("pairs", [15, 16, 22, 32])
@pytest.mark.parametrize("by_lot", [False, True])
def test_T2_the_first_two_seeds_meet_in_the_final_where_they_win_until_then(pairs, by_lot):
    format_ = Knockout(
        Setting({"safe_rounds": 2, "seeds": [1, 2], "byes_by_lot": by_lot}, "s", pairs)
    )
    made = format_.draw(range(1, pairs + 1), "s", Wishes((1, 2)))
    assert made.algorithm.startswith("mus-rounds/"), "every program of the draw knows it"
    bouts = drawn(format_, pairs, "s", Wishes((1, 2)))
    while not format_.champion(bouts)[0]:
        bouts = round_over(
            format_, bouts, lambda bout: Side.A if bout.pairs.a < bout.pairs.b else Side.B
        )
    assert {*in_round(bouts, format_.rounds(pairs))[0].pairs} == {1, 2}
