"""A simulated day of every format on results alone, through the same services as people use: it
finishes without a stuck match, with withdrawals, corrections and an undo on the way."""

from random import Random

import pytest
from django.db.models import Q

from tests.form import must_be_told
from tests.night import seed_of
from tests.tournament import play
from tests.tournament.play import PROGRAM, must_hold
from tournament.entries.services import departures, latecomers
from tournament.formats.registry import FORMATS
from tournament.matches.models import Match
from tournament.matches.services import matches, results
from tournament.standings.queries import group_tables, standings

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(4)]
EVERY = pytest.mark.parametrize("format_", FORMATS)


def day(format_, pairs=8, **options):
    return play.tournament(
        entered=pairs, drawn=True, tables=pairs, format=format_, format_options=options
    )


def ready(of):
    return Match.objects.filter(tournament=of, kind="championship", status="ready")


def play_some(of, chance, most):
    """Plays up to so many matches, in any order; how many it played."""
    for count in range(most):
        found = list(ready(of).order_by("pk"))
        if not found and play.decide_ties(of):
            found = list(ready(of).order_by("pk"))
        if not found:
            return count
        one = chance.choice(found)
        games = chance.choice([(one.wins_needed, 0), (0, one.wins_needed)])
        matches.start(match_id=one.pk, actor=PROGRAM)
        results.record_result(match_id=one.pk, games=games, actor=PROGRAM)
    return most


def must_be_over(of):
    play.decide_ties(of)
    of.refresh_from_db()
    assert of.status == "finished"
    assert of.champion is not None
    left = Match.objects.filter(tournament=of, kind="championship").exclude(status="finished")
    assert not left.exclude(pair_a=None, pair_b=None).exists()


@EVERY
@pytest.mark.parametrize("pairs", [7, 16])
def test_a_day_finishes_without_a_stuck_match(format_, pairs):
    of = day(format_, pairs)
    play_some(of, Random(seed_of(pairs)), 1_000)
    must_be_over(of)


@EVERY
def test_a_pair_that_withdraws_in_mid_match_leaves_no_match_stuck(format_):
    of = day(format_, 8)
    chance = Random(seed_of(3))
    play_some(of, chance, 3)
    playing = ready(of).first()
    matches.start(match_id=playing.pk, actor=PROGRAM)
    departures.withdraw(pair_id=playing.pair_a_id, actor=PROGRAM, reason="Went home")
    playing.refresh_from_db()
    assert (playing.status, playing.winner, playing.ended_by) == ("finished", "B", "withdrawal")
    play_some(of, chance, 1_000)
    must_be_over(of)
    assert of.champion_id != playing.pair_a_id


def test_a_round_that_is_drawn_when_the_one_before_ends_says_so_on_the_log():
    of = day("swiss", 6)
    play_some(of, Random(2), 3)
    data = of.events.order_by("-number").first().data
    assert [one["match"]["round"] for one in data["followed"]] == [2, 2, 2]
    assert {one["best_of"] for one in data["followed"]} == {of.best_of}


def test_T2_nobody_has_a_second_bye_until_all_had_one():
    of = day("swiss", 5, swiss_rounds=5)
    play_some(of, Random(seed_of(2)), 1_000)
    rested = Match.objects.filter(tournament=of, ended_by="bye").values_list("pair_a", flat=True)
    assert len(rested) == len(set(rested)) == 5


def test_the_match_for_third_place_is_between_the_beaten_semi_finalists():
    of = day("knockout", 8, third_place=True)
    play_some(of, Random(seed_of(2)), 6)
    semis = Match.objects.filter(tournament=of, round=2)
    third = play.match(of, 3, 1)
    assert {third.pair_a_id, third.pair_b_id} == {one.to_rules().losing_pair for one in semis}


@pytest.mark.parametrize("format_", ["round_robin", "swiss"])
@pytest.mark.parametrize("over", [False, True])
def test_T6_a_pair_disqualified_after_its_last_match_of_a_league_is_not_its_champion(format_, over):
    of = day(format_, 4)
    play_some(of, Random(seed_of(1)), 1_000 if over else 5)
    best, *_others, last = standings(tournament_id=of.pk)
    departures.disqualify(pair_id=best.pair.id, actor=PROGRAM, reason="A third false claim")
    play_some(of, Random(seed_of(1)), 1_000)
    must_be_over(of)
    lines = standings(tournament_id=of.pk)
    assert [lines[0].pair.id, lines[0].title] == [of.champion_id, "champion"]
    assert [line.pair.id for line in lines].index(best.pair.id) == 3
    assert last.pair.id != best.pair.id
    must_be_told()


def in_any_order():
    """A round robin of four, and the pair that has played and won its match of the last round."""
    of = play.tournament(
        entered=4, drawn=True, format="round_robin",
        format_options={"any_order": True, "leaving": "kept"},
        settings={"games_to_win": 1},
    )  # fmt: skip
    last = play.match(of, 3, 0)
    play.win(last)
    return of, last.pair_a


def test_a_pair_of_a_league_that_left_earlier_rounds_to_others_comes_after_all_others():
    of, leaves = in_any_order()
    departures.withdraw(pair_id=leaves.pk, actor=PROGRAM, reason="gone home")
    play_in_turn(of)
    lines = standings(tournament_id=of.pk)
    assert [line.pair.id for line in lines][-1] == leaves.pk
    assert lines[-1].points == lines[-2].points == 1
    must_be_told()


def test_a_pair_of_a_league_that_comes_back_is_no_longer_after_all_others():
    of, leaves = in_any_order()
    departures.withdraw(pair_id=leaves.pk, actor=PROGRAM, reason="gone home")
    departures.reinstate(pair_id=leaves.pk, actor=PROGRAM, reason="back")
    assert standings(tournament_id=of.pk)[0].pair.id == leaves.pk
    must_be_told()


def test_T8_a_pair_of_a_league_that_withdraws_after_its_last_match_keeps_its_place():
    of, leaves = in_any_order()
    for one in Match.objects.filter(Q(pair_a=leaves) | Q(pair_b=leaves), status="ready"):
        play.win(one, "A" if one.pair_a_id == leaves.pk else "B")
    departures.withdraw(pair_id=leaves.pk, actor=PROGRAM, reason="gone home")
    play_in_turn(of)
    of.refresh_from_db()
    assert of.champion == leaves
    must_be_told()


def play_in_turn(of):
    """Side A wins every match that is left."""
    for one in Match.objects.filter(tournament=of, status="ready"):
        play.win(one)


def groups_played():
    """Two groups of four that have ended, and the pairs of each table."""
    of = day("groups", 8)
    while Match.objects.filter(tournament=of, round__lte=3).exclude(status="finished").exists():
        one = ready(of).filter(round__lte=3).order_by("pk").first()
        matches.start(match_id=one.pk, actor=PROGRAM)
        results.record_result(match_id=one.pk, games=(one.wins_needed, 0), actor=PROGRAM)
    return of, tables_of(of)


def tables_of(of):
    found = group_tables(tournament_id=of.pk)
    return [[line.pair.id for line in table.lines] for table in found]


def in_the_bracket(of):
    later = Match.objects.filter(tournament=of, kind="championship", round=4)
    return {pair for pairs in later.values_list("pair_a", "pair_b") for pair in pairs}


def test_T6_a_pair_disqualified_in_the_bracket_loses_its_match_there_and_keeps_its_rank():
    of, before = groups_played()
    begun, other = Match.objects.filter(tournament=of, round=4).order_by("slot")
    matches.start(match_id=begun.pk, actor=PROGRAM)
    departures.disqualify(pair_id=other.pair_a_id, actor=PROGRAM, reason="A third false claim")
    other.refresh_from_db()
    assert (other.status, other.winner, other.ended_by) == ("finished", "B", "disqualification")
    assert tables_of(of) == before
    must_hold(of)
    matches.take_back_start(match_id=begun.pk, actor=PROGRAM)
    assert in_the_bracket(of) == {pair for table in before for pair in table[:2]}
    must_hold(of)
    play_some(of, Random(seed_of(3)), 1_000)
    must_be_over(of)
    must_hold(of)


def test_a_pair_that_goes_home_after_its_group_keeps_its_place_in_the_bracket():
    of, [[first, *_others], _table] = groups_played()
    departures.withdraw(pair_id=first, actor=PROGRAM, reason="Went home")
    assert first in in_the_bracket(of)
    must_hold(of)


def test_T8_a_pair_that_leaves_bracket_b_is_followed_there_and_changes_nothing_in_bracket_a():
    of = day("groups", 8, brackets=2)
    while one := ready(of).filter(round__lte=3).order_by("pk").first():
        matches.start(match_id=one.pk, actor=PROGRAM)
        results.record_result(match_id=one.pk, games=(one.wins_needed, 0), actor=PROGRAM)
    semi = Match.objects.filter(tournament=of, round=6).order_by("slot").first()
    departures.withdraw(pair_id=semi.pair_a_id, actor=PROGRAM, reason="Went home")
    semi.refresh_from_db()
    assert (semi.winner, semi.ended_by) == ("B", "withdrawal")
    play_some(of, Random(seed_of(3)), 1_000)
    must_be_over(of)
    of.refresh_from_db()
    final = Match.objects.get(tournament=of, round=7)
    assert final.pair_a_id == semi.pair_b_id
    won, lost = (final.pair_a_id, final.pair_b_id) if final.winner == "A" else (
        final.pair_b_id, final.pair_a_id)  # fmt: skip
    places = {line.pair.id: line.place for line in standings(tournament_id=of.pk)}
    assert (places[won], places[lost]) == (5, 6)
    best = of.champion_id
    departures.disqualify(pair_id=won, actor=PROGRAM, reason="A third false claim")
    of.refresh_from_db()
    lines = {line.pair.id: line for line in standings(tournament_id=of.pk)}
    assert of.champion_id == best
    assert (lines[lost].title, lines[lost].place) == ("bracket_champion", 5)
    assert (lines[won].title, lines[won].place) == ("disqualified", None)
    must_hold(of)


def test_a_day_holds_when_a_pair_comes_back_and_another_that_has_left_rests_again():
    """The rounds that had been drawn without the pair fall; in the last one that is left nobody has
    a bye who is away."""
    of = day("swiss", 4)
    first, second = ready(of).order_by("slot")
    results.walkover(match_id=first.pk, winner="A", actor=PROGRAM, reason="Late")
    departures.disqualify(pair_id=first.pair_b_id, actor=PROGRAM, reason="A third false claim")
    departures.both_absent(match_id=second.pk, actor=PROGRAM, reason="Nobody came")
    departures.reinstate(pair_id=second.pair_a_id, actor=PROGRAM, reason="Came after all")
    must_hold(of)
    play_some(of, Random(seed_of(1)), 1_000)
    must_be_over(of)
    must_hold(of)


def points_of(of):
    return {line.pair.id: line.points for line in standings(tournament_id=of.pk)}


def test_T2_a_bye_that_a_late_pair_took_stays_a_match_when_its_result_is_taken_back():
    """Nobody has a point for it until it is played again, and what was played since stands."""
    of = day("swiss", 5)
    bye = Match.objects.get(tournament=of, ended_by="bye")
    late = {"player_1": "Lezo", "player_2": "Ondarroa", "reason": "the bus", "actor": PROGRAM}
    latecomers.take_place(match_id=bye.pk, side="B", **late)
    for number in (1, 2):
        play.play_round(of, number)
    had = points_of(of)
    played = [one.pk for one in Match.objects.filter(tournament=of, round=2)]

    matches.reopen(match_id=bye.pk, reason="miscounted", games=(0, 0), actor=PROGRAM)
    matches.take_back_start(match_id=bye.pk, actor=PROGRAM)

    bye.refresh_from_db()
    assert (bye.status, bye.ended_by) == ("ready", "")
    assert points_of(of) == {**had, bye.pair_a_id: had[bye.pair_a_id] - 1}
    assert [one.pk for one in Match.objects.filter(tournament=of, round=2)] == played
    assert not Match.objects.filter(tournament=of, round=3).exclude(pair_a=None).exists()
    must_hold(of)
    play.win(bye, "B")
    assert sum(points_of(of).values()) == 6
    assert Match.objects.filter(tournament=of, round=3, status="ready").count() == 3
    must_hold(of)
    play_some(of, Random(seed_of(1)), 1_000)
    must_be_over(of)
    must_hold(of)


GROUPS = [
    {},
    {"third_place": True},
    {"brackets": 2, "third_places": True},
    {"best_of_all": 4},
    {"brackets": 3, "qualifiers": 1, "best_next": 1},
]


@pytest.mark.parametrize("options", GROUPS)
@pytest.mark.parametrize("leaves", [departures.withdraw, departures.disqualify])
@pytest.mark.parametrize("played", [0, 5])
def test_T8_a_day_on_which_every_pair_of_a_group_leaves_has_a_champion(options, leaves, played):
    of = day("groups", 8, **options)
    chance = Random(seed_of(2))
    play_some(of, chance, played)
    for pair in tables_of(of)[0]:
        leaves(pair_id=pair, actor=PROGRAM, reason="They share a bus")
        must_hold(of)
    play_some(of, chance, 1_000)
    must_be_over(of)
    assert of.champion_id in tables_of(of)[1]
    must_hold(of)


def test_T8_a_day_on_which_everybody_leaves_before_anything_is_played_has_no_champion():
    of = day("groups", 8, brackets=2, third_place=True)
    for pair in [pair for table in tables_of(of) for pair in table]:
        departures.withdraw(pair_id=pair, actor=PROGRAM, reason="A storm")
    of.refresh_from_db()
    assert (of.status, of.champion) == ("finished", None)
    must_hold(of)
