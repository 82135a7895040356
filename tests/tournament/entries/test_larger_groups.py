"""T7: where no place of a group is free, a late pair joins one that becomes larger by it."""

import pytest

from scoring.proof.queries.verify import verify_tournament
from tests.refusals import refusal
from tests.tournament.play import PROGRAM, must_hold, pair, play_out, play_round, tournament, win
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures, latecomers
from tournament.formats.groups import Groups
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries import openings
from tournament.matches.queries.matches import bracket
from tournament.standings.queries import group_tables

pytestmark = pytest.mark.django_db
LATE = {"player_1": "Lezo", "player_2": "Ondarroa", "reason": "the bus", "actor": PROGRAM}


def day(entered: int = 8, **options: object) -> Tournament:
    return tournament(entered=entered, drawn=True, format="groups", format_options=options)


def let_in(cup: Tournament, **more: object) -> Pair:
    return latecomers.join_late(tournament_id=cup.pk, into="group", **{**LATE, **more})


def ways(cup: Tournament) -> list[str]:
    return [way.into for way in openings.ways_in(tournament_id=cup.pk)]


def its_matches(cup: Tournament, late: Pair) -> list[Match]:
    return [one for one in Match.objects.filter(tournament=cup) if late.pk in one.pairs]


def sizes(cup: Tournament) -> list[int]:
    return [len(one.lines) for one in group_tables(tournament_id=cup.pk)]


def play_to_the_end(cup: Tournament) -> None:
    for _again in range(8):
        play_out(cup)
    cup.refresh_from_db()
    assert cup.champion is not None
    must_hold(cup)


def test_T7_it_meets_everybody_of_the_smallest_group():
    cup = day(11)
    assert (sizes(cup), ways(cup)) == ([4, 4, 3], ["group", "consolation"])
    says = str(openings.ways_in(tournament_id=cup.pk)[0].changes)

    late = let_in(cup)

    own = its_matches(cup, late)
    assert (sizes(cup), [one.pair_b for one in own]) == ([4, 4, 4], [late] * 3)
    assert all(f"{one.pair_a.number}. {one.pair_a.name}" in says for one in own)
    assert {one.best_of for one in own} == {cup.best_of}
    event = Event.objects.latest("number")
    assert (event.kind, event.data["into"]) == ("pair.took_place", "group")
    assert [one["match"]["id"] for one in event.data["matches"]] == [one.pk for one in own]
    parts = [part for part in bracket(tournament_id=cup.pk).sections if part.kind == "group"]
    assert [sum(len(one.matches) for one in part.rounds) for part in parts] == [6, 6, 6]
    play_to_the_end(cup)


def test_T7_a_group_grows_by_one_beyond_the_largest():
    cup = day(8)
    let_in(cup)
    let_in(cup, player_1="Urruña", player_2="Azkaine")
    assert sizes(cup) == [5, 5]
    assert refusal(let_in, cup, player_1="Aia", player_2="Itziar") == ("not_offered",)
    play_to_the_end(cup)


def test_T7_with_so_many_matches_each_it_plays_as_many():
    cup = day(8, group_matches=2)
    assert len(its_matches(cup, let_in(cup))) == 2
    play_to_the_end(cup)


def test_T7_it_plays_in_the_rounds_that_are_not_over_and_nobody_at_two_tables():
    cup = day(8)
    play_round(cup, 1)
    own = its_matches(cup, let_in(cup))
    assert [one.round for one in own] == [2, 3, 3, 3]
    ready = Match.objects.filter(tournament=cup, status="ready")
    called = [pair for one in ready for pair in one.pairs]
    assert len(called) == len(set(called)) == 8
    for number in (2, 3):
        play_round(cup, number)
    play_to_the_end(cup)


def test_T7_a_group_that_has_ended_takes_nobody():
    cup = day(8)
    for _round in range(3):
        for number in (1, 2, 3):
            play_round(cup, number)
    assert ways(cup) == ["consolation"]


def test_T7_it_is_taken_back_by_withdrawing_the_late_pair_and_counts_for_nobody():
    cup = day(8)
    before = group_tables(tournament_id=cup.pk)
    late = let_in(cup)
    departures.withdraw(pair_id=late.pk, reason="no word", actor=PROGRAM)
    assert group_tables(tournament_id=cup.pk) == before
    must_hold(cup)
    departures.reinstate(pair_id=late.pk, reason="here it is", actor=PROGRAM)
    assert sizes(cup) == [5, 4]
    play_round(cup, 1)
    win(its_matches(cup, late)[0], "B")
    departures.withdraw(pair_id=late.pk, reason="went home", actor=PROGRAM)
    assert sizes(cup) == [5, 4], "once it has played, its matches count"
    play_to_the_end(cup)


def test_T7_the_place_of_a_pair_that_left_goes_first():
    cup = day(8)
    departures.withdraw(pair_id=pair(cup, 3).pk, reason="ill", actor=PROGRAM)
    assert ways(cup) == ["consolation"]


def test_T7_the_proof_says_so_when_other_matches_were_made(monkeypatch):
    cup = day(8)
    own = Groups.late_matches
    monkeypatch.setattr(Groups, "late_matches", lambda *given: own(*given)[:2])
    let_in(cup)
    monkeypatch.undo()
    report = verify_tournament(tournament_id=cup.pk)
    assert not report.ok
    assert "late pair" in str(report.first)
