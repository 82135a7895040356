"""Who leaves a league (T10): results annulled, kept or lost, and who plays the other matches."""

import pytest

from scoring.desk.declared.advancing import winner_words
from scoring.proof.queries.tables import tournament_file
from scoring.undoing.services.undo import undo
from tests.refusals import refusal
from tests.tampering.trials import rebuilt_alone
from tests.tournament import play
from tournament.entries.services import departures, latecomers
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.advancing import advances_without
from tournament.matches.queries.openings import openings
from tournament.matches.services import matches
from tournament.memory.services import desk_act
from tournament.standings.queries import standings, table_if_left

pytestmark = pytest.mark.django_db
BY = play.PROGRAM


def a_league(rounds, *, entered=6, **options):
    """A league after so many rounds, in which the lower number wins 3–1."""
    options = {"any_order": True, **options}
    cup = play.tournament(entered=entered, drawn=True, format="round_robin", format_options=options)
    for match in Match.objects.filter(tournament=cup, round__lte=rounds):
        end(match)
    return cup


def end(match):
    a_wins = match.pair_a.number < match.pair_b.number
    matches.record_result(match_id=match.pk, games=(3, 1) if a_wins else (1, 3), actor=BY)


def leave(cup, number, **fields):
    pair = play.pair(cup, number)
    departures.withdraw(pair_id=pair.pk, reason="moved away", actor=BY, **fields)


def table(cup):
    return {
        line.pair.number: (line.points, line.games_won, line.games_lost)
        for line in standings(tournament_id=cup.pk)
    }


def won_by(cup, number):
    """The matches of a pair that were played."""
    pair = play.pair(cup, number).pk
    own = Match.objects.filter(tournament=cup, ended_by="games")
    return (own.filter(pair_a=pair) | own.filter(pair_b=pair)).count()


def test_T10_a_pair_that_leaves_before_half_of_its_matches_has_its_results_annulled():
    cup = a_league(2)
    leave(cup, 1)
    lines = table(cup)
    assert lines[1] == (0, 0, 0)
    assert standings(tournament_id=cup.pk)[-1].pair.number == 1
    points = {number: one[0] for number, one in lines.items() if number != 1}
    assert points == {2: 2, 3: 1, 4: 1, 5: 0, 6: 0}, "of the matches among themselves"
    play.must_hold(cup)


def test_T10_later_its_results_stand_and_the_rest_is_lost_without_a_game():
    cup = a_league(3)
    before = table(cup)
    leave(cup, 1)
    lines = table(cup)
    assert lines[1][:2] == before[1][:2]
    met = {number for number in range(2, 7) if lines[number] != before[number]}
    assert len(met) == 2
    for number in met:
        assert lines[number] == (before[number][0] + 1, before[number][1] + 3, before[number][2])
    play.must_hold(cup)


@pytest.mark.parametrize(("way", "rivals"), [("kept", 0), ("lost", 3), ("annulled", 0)])
def test_T10_an_organizer_says_what_becomes_of_the_results_and_it_comes_back_with_the_pair(
    way, rivals
):
    cup = a_league(2)
    before = table(cup)
    foreseen = table_if_left(tournament_id=cup.pk, pair_id=play.pair(cup, 1).pk, ways=("", way))
    leave(cup, 1, results=way)
    lines = table(cup)
    assert {line.pair.number: line.points for line in foreseen[way]} == {
        number: one[0] for number, one in lines.items()
    }
    assert lines[1] == ((0, 0, 0) if way == "annulled" else lines[1])
    assert sum(lines[n][0] - before[n][0] for n in range(2, 7)) == rivals
    cup.refresh_from_db()
    assert cup.results_of_gone == {"1": way}
    play.must_hold(cup)
    departures.reinstate(pair_id=play.pair(cup, 1).pk, reason="stays", actor=BY)
    cup.refresh_from_db()
    assert (cup.results_of_gone, table(cup)) == ({}, before)
    play.must_hold(cup)


def test_T10_the_rule_of_the_league_is_an_option():
    cup = a_league(2, leaving="lost")
    before = table(cup)
    leave(cup, 1)
    assert table(cup)[1][:2] == before[1][:2]


def test_T10_a_substitute_pair_appears_from_its_first_match_on():
    cup = a_league(3)
    leave(cup, 1)
    (place,) = openings(tournament_id=cup.pk)
    assert place.matches == 2
    latecomers.take_place(
        match_id=place.match.id, side=place.side.value, player_1="Lekeitio", player_2="Ondarroa",
        reason="takes over", actor=BY,
    )  # fmt: skip
    new = play.pair(cup, 7)
    own = Match.objects.filter(tournament=cup)
    rounds = {m.round for m in (own.filter(pair_a=new) | own.filter(pair_b=new))}
    assert rounds == {4, 5}
    assert won_by(cup, 1) == 3
    for match in Match.objects.filter(tournament=cup, status="ready"):
        end(match)
    cup.refresh_from_db()
    lines = standings(tournament_id=cup.pk)
    assert cup.champion.number == 2
    assert lines[-1].pair.number == 1, "who left comes last"
    assert next(line for line in lines if line.pair.number == 7).matches_lost == 2
    play.must_hold(cup)


def take_over(cup, **fields):
    (place,) = openings(tournament_id=cup.pk)
    return latecomers.take_place(
        match_id=place.match.id, side=place.side.value, player_1="Lekeitio", player_2="Ondarroa",
        reason="takes over", actor=BY, **fields,
    )  # fmt: skip


@pytest.mark.parametrize("way", ["", "annulled"])
def test_T10_a_substitute_pair_may_take_over_the_results_of_the_one_that_left(way):
    cup = a_league(3)
    before = table(cup)
    leave(cup, 1, results=way)
    with desk_act():
        take_over(cup, inherits=True)
    lines = table(cup)
    assert lines[7] == before[1], "as if it had played them"
    assert {n: lines[n] for n in range(2, 7)} == {n: before[n] for n in range(2, 7)}
    assert lines[1] == (0, 0, 0)
    own = Match.objects.filter(tournament=cup, pair_a__number=7)
    assert not own.filter(round__lte=3).exists(), "it appears from its first match on"
    play.must_hold(cup)
    act = Event.objects.filter(tournament=cup, kind="pair.took_place").latest("number")
    undo(tournament_id=cup.pk, event=act.number, reason="too soon", actor=BY)
    cup.refresh_from_db()
    assert cup.results_of_gone == ({"1": way} if way else {})
    play.must_hold(cup)
    play.must_hold(cup)
    take_over(cup, inherits=True)
    rebuilt_alone(tournament_file(tournament_id=cup.pk))


def test_T10_without_a_word_a_substitute_pair_begins_without_points():
    cup = a_league(3)
    leave(cup, 1, results="kept")
    take_over(cup)
    assert table(cup)[7] == (0, 0, 0)


def test_T10_only_in_a_league_are_results_taken_over():
    cup = play.tournament(entered=4, drawn=True)
    departures.withdraw(pair_id=play.pair(cup, 1).pk, reason="x", actor=BY)
    place = openings(tournament_id=cup.pk)[0]
    given = {"match_id": place.match.id, "side": place.side.value, "reason": "x", "actor": BY}
    names = {"player_1": "Lekeitio", "player_2": "Ondarroa"}
    assert refusal(latecomers.take_place, inherits=True, **names, **given) == (
        "nothing_to_inherit",
    )


def test_T10_only_a_league_says_what_becomes_of_results():
    cup = play.tournament(entered=4, drawn=True)
    given = {"pair_id": play.pair(cup, 1).pk, "reason": "x", "actor": BY}
    assert refusal(departures.withdraw, results="annulled", **given) == ("no_league",)


def test_a_match_of_a_league_that_is_given_away_is_not_told_as_one_of_the_consolation(in_english):
    cup = a_league(2)
    told = [winner_words(one) for one in advances_without(pair_id=play.pair(cup, 1).pk)]
    assert len(told) == 3
    assert all("it counts in the standings" in one for one in told)
