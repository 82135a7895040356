"""What holds in every format whatever a loud afternoon does to it, in any order."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import process_time

import pytest

from tests.night import of_many, seed_of
from tests.tournament.formats.test_every_format import EVERY, MADE, made
from tests.tournament.formats.unruly import UnrulyDay, by_chance, decided, round_over
from tournament.formats.bouts import Place
from tournament.formats.registry import FORMATS
from tournament.formats.rounds.drawn import DrawnRounds
from tournament.formats.sections import is_over, taken
from tournament.formats.setting import MAY_BE_LEVEL, OPTIONS, SOMEBODY_WINS, Setting
from tournament.formats.settling import DISQUALIFIED, PLACE_EMPTY

pytestmark = pytest.mark.sampled(4)

SEEDS = [seed_of(number) for number in range(3)]


def days(make, seeds):
    for pairs in range(2, 12):
        for seed in seeds:
            yield UnrulyDay(made(make, pairs), pairs, seed), f"{make} pairs={pairs} seed={seed}"


def must_be_at_rest(day, where):
    """Working the bracket out again changes nothing, and nobody is called to two matches, unless
    those of a league are played in any order."""
    again = day.format.resolve(day.bouts, day.gone)
    assert (again.changed, again.undone) == ((), ()), where
    if day.format.setting.says("any_order"):
        return
    called = [pair for bout in day.bouts if bout.status == "ready" for pair in bout.pairs]
    playing = {pair for bout in day.bouts if bout.status == "playing" for pair in bout.pairs}
    assert len(called) == len(set(called)), where
    assert playing.isdisjoint(called), where


def must_rest_only_where_it_must(day, where):
    """Until a drawn round begins, one pair rests in each of its pools that is odd, and no other."""
    if not isinstance(day.format, DrawnRounds):
        return
    for number in range(2, 1 + max(bout.place.round for bout in day.bouts)):
        before = [bout for bout in day.bouts if bout.place.round < number]
        there = [bout for bout in day.bouts if bout.place.round == number]
        if is_over(before) and not any(bout.is_fact for bout in there):
            pools = day.format.pools(number, day.format.in_play(before), before)
            byes = sum(None in bout.pairs for bout in taken(there))
            assert byes == sum(len(pool) % 2 for pool in pools), where


def must_stand_rightly(day, where):
    """Places and titles: nobody who was disqualified is champion, each pair has one line, and the
    first of the standings is the champion that the format names."""
    over, best = day.format.champion(day.bouts, day.gone)
    lines = day.format.standings(range(1, day.pairs + 1), day.bouts, day.gone)
    assert sorted(line.pair for line in lines) == list(range(1, day.pairs + 1)), where
    titles = Counter(line.title for line in lines)
    winners = Counter(line.bracket for line in lines if line.title == "bracket_champion")
    assert max(winners.values(), default=0) <= 1, where
    champions = [line.pair for line in lines if line.title == "champion"]
    assert day.gone.get(best or 0) not in DISQUALIFIED, where
    if day.format.setting.options.get("ties") != "shared":
        assert titles["champion"] <= 1, where
    if over:
        one = [best] if best is not None else []
        assert champions == one or (best is None and len(champions) > 1), where
        assert all(line.place == 1 for line in lines if line.title == "champion"), where
        assert all(line.place == 2 for line in lines if line.title == "runner_up"), where
    placed = [line.place for line in lines if line.place is not None]
    assert placed == sorted(placed), where


@EVERY
def test_what_follows_is_at_rest_after_every_act(make):
    for day, where in days(make, SEEDS):
        for act in range(25):
            day.act()
            must_be_at_rest(day, f"{where} act={act}")
            must_rest_only_where_it_must(day, f"{where} act={act}")


@EVERY
@pytest.mark.sampled(10)
def test_T8_titles_and_places_agree_at_any_moment_and_in_the_end(make):
    for day, where in days(make, SEEDS):
        for act in range(20):
            day.act()
            must_stand_rightly(day, f"{where} act={act}")
        day.play_out()
        must_stand_rightly(day, f"{where} at the end")


def must_be_free_when_out(day, where):
    """Nobody who is out of the running, and so may be paired in the consolation, is called to a
    match but that for third place."""
    third = [
        place
        for one in day.format.sections(day.bouts)
        if one.kind == "third_place"
        for _number, places in one.rounds
        for place in places
    ]
    called = [b for b in day.bouts if b.status == "ready" and b.place not in third]
    assert day.format.out(day.bouts).isdisjoint(p for b in called for p in b.pairs), where


def some_options(known, chance):
    """Options such as an organizer may choose: some of them, and none that contradict."""
    options = {name: chance.choice(list(OPTIONS[name])) for name in known if chance.random() < 0.7}
    if chance.random() < 0.7:
        options.pop("best_of_all", None)
    if "best_of_all" in options:
        options = {n: v for n, v in options.items() if n not in ("qualifiers", "best_next")}
    return options


def test_what_holds_of_unruly_days_holds_by_whatever_options_may_be_chosen():
    for key, make in FORMATS.items():
        for seed in map(seed_of, range(of_many(20 if key == "groups" else 4, nightly=300))):
            chance = Random(f"{key} {seed}")
            known = [name for name in make(Setting()).options if name in OPTIONS]
            options = some_options(known, chance)
            pairs = chance.randint(2, 20)
            points = MAY_BE_LEVEL if seed % 2 else SOMEBODY_WINS
            day = UnrulyDay(make(Setting(options, "s", pairs, points=points)), pairs, seed)
            where = f"{key} {options} {points} pairs={pairs} seed={seed}"
            for act in range(25):
                day.act()
                must_be_at_rest(day, f"{where} act={act}")
                must_stand_rightly(day, f"{where} act={act}")
                must_be_free_when_out(day, f"{where} act={act}")
                must_rest_only_where_it_must(day, f"{where} act={act}")
            day.play_out()
            must_be_at_rest(day, f"{where} at the end")
            must_stand_rightly(day, f"{where} at the end")


def met_before(day, number):
    return {
        frozenset(bout.pairs)
        for bout in day.bouts
        if bout.place.round < number and None not in bout.pairs
    }


def fewest_rematches(pairs, met, byes):
    """By trying everything: the fewest rematches with a bye for a pair that had fewest."""

    def of(rest):
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        return min(
            (frozenset((first, other)) in met) + of([p for p in others if p != other])
            for other in others
        )

    if len(pairs) % 2 == 0:
        return of(pairs)
    fewest = min(byes.get(pair, 0) for pair in pairs)
    alone = [pair for pair in pairs if byes.get(pair, 0) == fewest]
    return min(of([pair for pair in pairs if pair != one]) for one in alone)


@pytest.mark.parametrize("key", ["three_losses", "swiss", "fresh_draw"])
@pytest.mark.sampled(10)
def test_no_round_has_a_rematch_that_could_be_avoided(key):
    """The bye and the pairs are chosen together."""
    for pairs in range(3, 10):
        for seed in map(seed_of, range(25)):
            day = UnrulyDay(made(MADE[key], pairs), pairs, seed)
            day.play_out()
            for number in range(2, max(bout.place.round for bout in day.bouts) + 1):
                there = [bout for bout in day.bouts if bout.place.round == number]
                names = [pair for bout in there for pair in bout.pairs if pair is not None]
                met = met_before(day, number)
                byes = Counter(
                    bout.winning_pair
                    for bout in day.bouts
                    if bout.place.round < number and bout.ended_by == "bye"
                )
                rematches = sum(
                    frozenset(bout.pairs) in met for bout in there if None not in bout.pairs
                )
                assert rematches == fewest_rematches(names, met, byes), (key, pairs, seed, number)


@pytest.mark.parametrize("key", ["three_losses", "swiss"])
@pytest.mark.sampled(10)
def test_a_round_of_a_thousand_pairs_is_drawn_at_once_and_without_a_rematch(key):
    pairs = 1_023
    day = UnrulyDay(made(MADE[key], pairs), pairs, 1)
    for number in range(1, 6):
        began = process_time()
        day.bouts = round_over(day.format, day.bouts, by_chance(day.chance))
        met = met_before(day, number + 1)
        there = [bout for bout in day.bouts if bout.place.round == number + 1]
        assert not [bout for bout in there if frozenset(bout.pairs) in met]
        assert process_time() - began < 20, "a second on a quiet machine"


def test_T8_a_disqualified_champion_loses_the_title_or_nobody_has_it():
    for make in MADE.values():
        day = UnrulyDay(made(make, 8), 8, 3)
        day.play_out()
        lines = day.format.standings(range(1, 9), day.bouts, {})
        best, second = lines[0].pair, lines[1].pair
        gone = {best: "disqualification"}
        now = day.format.standings(range(1, 9), day.bouts, gone)
        assert day.format.champion(day.bouts, gone) == (True, second), make
        assert (now[0].pair, now[0].place, now[0].title) == (second, 1, "champion"), make
        assert (now[-1].pair, now[-1].place, now[-1].title) == (best, None, "disqualified"), make
        empty = {best: PLACE_EMPTY}
        now = day.format.standings(range(1, 9), day.bouts, empty)
        assert day.format.champion(day.bouts, empty) == (True, None), make
        assert (now[0].pair, now[0].place) == (second, 2), make
        stays = {best: "withdrawal"}
        assert day.format.champion(day.bouts, stays) == (True, best), make


def the_last_match_is_won_by_leaving(make, pairs, seed, why):
    """A day that is over because a pair of its last match left; None where it had another end."""
    day = UnrulyDay(made(make, pairs), pairs, seed)
    while still := [bout for bout in day.bouts if bout.status != "finished"]:
        gone = {still[-1].pairs.b: why}
        ended = day.format.resolve(day.bouts, gone).bouts
        if len(still) == 1 and day.format.champion(ended, gone)[0]:
            day.bouts, day.gone = list(ended), gone
            return day
        day.win()
    return None


@pytest.mark.parametrize("why", ["withdrawal", "disqualification"])
def test_T8_a_champion_by_the_other_pair_leaving_keeps_the_title_when_it_goes_home(why):
    for name, make in MADE.items():
        ended = 0
        for seed in map(seed_of, range(8)):
            day = the_last_match_is_won_by_leaving(make, 6, seed, why)
            if day is None:
                continue
            ended += 1
            best = day.format.champion(day.bouts, day.gone)[1]
            lines = day.format.standings(range(1, 7), day.bouts, day.gone)
            home = {**day.gone, best: "withdrawal"}
            found = day.format.resolve(day.bouts, home)
            assert (found.changed, found.undone) == ((), ()), (name, seed)
            assert day.format.champion(found.bouts, home) == (True, best), (name, seed)
            assert day.format.standings(range(1, 7), found.bouts, home) == lines, (name, seed)
        # A finalist disqualified before the final has begun: the next of its group plays it.
        assert ended or (make[0], why) == ("groups", "disqualification"), name


def test_T8_a_champion_by_the_other_pair_leaving_that_is_disqualified_gives_up_the_title():
    for name, make in MADE.items():
        for seed in map(seed_of, range(8)):
            day = the_last_match_is_won_by_leaving(make, 6, seed, "withdrawal")
            if day is None:
                continue
            lines = day.format.standings(range(1, 7), day.bouts, day.gone)
            out = {**day.gone, lines[0].pair: "disqualification"}
            found = day.format.resolve(day.bouts, out)
            after = decided(day.format, list(found.bouts), out)
            over, best = day.format.champion(after, out)
            if day.format.key == "groups" and found.changed:
                # Nothing of its bracket was played: the next of the group takes the place.
                assert over, (name, seed)
                assert best not in (None, *out), (name, seed)
                continue
            assert (found.changed, found.undone) == ((), ()), (name, seed)
            next_ones = [one.pair for one in lines if one.place == lines[1].place]
            assert (over, best in next_ones) == (True, True), (name, seed)


@EVERY
@pytest.mark.sampled(10)
def test_T8_a_pair_that_withdraws_when_the_day_is_over_changes_nothing(make):
    for day, where in days(make, SEEDS):
        for _act in range(15):
            day.act()
        day.play_out()
        if not day.format.champion(day.bouts, day.gone)[0]:
            continue
        lines = day.format.standings(range(1, day.pairs + 1), day.bouts, day.gone)
        for pair in range(1, day.pairs + 1):
            if pair in day.gone:
                continue
            gone = {**day.gone, pair: "withdrawal"}
            found = day.format.resolve(day.bouts, gone)
            assert (found.changed, found.undone) == ((), ()), f"{where} pair={pair}"
            now = day.format.standings(range(1, day.pairs + 1), found.bouts, gone)
            assert now == lines, f"{where} pair={pair}"


def test_a_final_that_nobody_won_makes_both_finalists_second_and_nobody_champion():
    for name in ("knockout", "knockout, third place", "fresh_draw"):
        day = UnrulyDay(made(MADE[name], 8), 8, 5)
        while sum(bout.place.round == 3 and bout.status == "ready" for bout in day.bouts) == 0:
            day.win()
        final = next(bout for bout in day.bouts if bout.place == Place(3, 0))
        day.end(final, None, "ruling")
        day.settle()
        day.play_out()
        assert day.format.champion(day.bouts) == (True, None), name
        lines = day.format.standings(range(1, 9), day.bouts)
        assert [(one.place, one.title) for one in lines[:2]] == [(2, "runner_up")] * 2, name
        assert {line.pair for line in lines[:2]} == {*final.pairs}, name
        assert lines[2].place == 3, name


def test_a_ruling_without_a_winner_costs_both_a_life():
    day = UnrulyDay(made(MADE["repesca"], 4), 4, 1)
    first, second = (bout for bout in day.bouts if bout.status == "ready")
    day.end(first, None, "ruling")
    day.end(second)
    day.settle()
    beaten = {*first.pairs, second.pairs.b}
    drawn = [bout for bout in day.bouts if bout.place.round == 2]
    assert all(beaten >= {pair for pair in bout.pairs if pair is not None} for bout in drawn)


def test_swiss_opponents_points_are_those_of_everyone_met_whoever_left():
    day = UnrulyDay(made(MADE["swiss"], 9), 9, 2)
    for _match in range(6):
        day.win()
    day.gone = {4: "withdrawal"}
    day.settle()
    day.play_out()
    won = Counter(bout.winning_pair for bout in day.bouts if bout.status == "finished")
    for line in day.format.standings(range(1, 10), day.bouts, day.gone):
        met = [
            pair
            for bout in day.bouts
            if bout.status == "finished" and line.pair in bout.pairs and None not in bout.pairs
            for pair in bout.pairs
            if pair != line.pair
        ]
        assert line.strength == sum(won[pair] for pair in met)
