"""Fewer games (T5) for matches that are set aside, and may stand again."""

from functools import partial
from typing import Any

import pytest

from scoring.rulings.services import cascades
from tests.refusals import refusal
from tests.tournament import play
from tests.tournament.matches.falling import agreed, taken_back
from tests.tournament.play import PROGRAM, must_hold
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.clock.queries import last_reduction
from tournament.clock.services import take_back_reduction
from tournament.entries.services import departures
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches, results

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "it is late", "actor": PROGRAM}


def with_a_match_aside(games: tuple[int, int]) -> tuple[Tournament, Match]:
    """A championship, best of 5, whose match 2.1 stood at these games when it was set aside."""
    cup = play.tournament(entered=4, drawn=True)
    Match.objects.filter(tournament=cup).update(best_of=5)
    Tournament.objects.filter(pk=cup.pk).update(best_of=5)
    for slot in (0, 1):
        play.win(play.match(cup, 1, slot))
    final = play.start(play.match(cup, 2, 0))
    matches.set_games(match_id=final.pk, games=games, actor=PROGRAM)
    turn_the_first(cup, final)
    return cup, final


def turn_the_first(cup: Tournament, falls: Match) -> None:
    match = play.match(cup, 1, 0)
    games = (0, 3) if match.winner == "A" else (3, 0)
    matches.replace_result(match_id=match.pk, games=games, **WHY, sets_aside=[falls.pk])


def take_back(cup: Tournament) -> None:
    cascade = Cascade.objects.filter(tournament=cup, undone_at=None).latest("pk")
    cascades.take_back(cascade_id=cascade.pk, **WHY)


@pytest.mark.parametrize(
    ("games", "best_of", "status", "winner"),
    [((1, 1), 3, "playing", ""), ((2, 1), 3, "finished", "A"), ((2, 2), 5, "playing", "")],
    ids=["goes on", "is won", "level"],
)
def test_T5_a_match_that_stands_again_has_the_fewer_games_too(games, best_of, status, winner):
    cup, final = with_a_match_aside(games)
    clock.reduce_games(tournament_id=cup.pk, best_of=3, **WHY)

    take_back(cup)

    final.refresh_from_db()
    assert (final.kind, final.best_of) == ("championship", best_of)
    assert (final.status, final.winner) == (status, winner)
    must_hold(cup)


def result(match: Match, a: int, b: int) -> None:
    """Records a result without a start: the match was written on paper."""
    results.record_result(match_id=match.pk, games=(a, b), **WHY)


def fewer(cup: Tournament, best_of: int) -> None:
    clock.reduce_games(tournament_id=cup.pk, best_of=best_of, **WHY)


def test_T1_a_reopened_result_that_is_taken_back_has_its_games_again():
    settings = {"games_to_win": 3, "semi_final_games_to_win": 2}
    cup = play.tournament(entered=8, drawn=True, format="repesca", settings=settings)
    for number, games in ((1, (3, 1)), (2, (3, 0))):
        for match in Match.objects.filter(tournament=cup, round=number):
            result(match, *games)
    fewer(cup, 1)
    for match in Match.objects.filter(tournament=cup, round=3, status="ready"):
        result(match, 1, 0)
    before = lengths(cup)
    first = play.match(cup, 1, 0)
    agreed(partial(results.reopen, match_id=first.pk))
    assert play.match(cup, 1, 0).best_of == 1

    taken_back(Cascade.objects.get(tournament=cup, undone_at=None))

    first.refresh_from_db()
    assert (first.status, tuple(first.games), first.best_of) == ("finished", (3, 1), 5)
    assert lengths(cup) == before


def test_T5_a_bye_that_was_none_for_a_while_has_its_games_again():
    settings = {"round_of_16_games_to_win": 3, "round_5_games_to_win": 3, "games_to_win": 1}
    cup = play.tournament(entered=7, drawn=True, format="repesca", settings=settings)
    for number in (1, 2):
        for match in Match.objects.filter(tournament=cup, round=number, status="ready"):
            result(match, 3, 2)
    fewer(cup, 1)
    before = lengths(cup)
    assert Match.objects.filter(tournament=cup, round=2, ended_by="bye", best_of=5).exists()
    for first in Match.objects.filter(tournament=cup, round=1, ended_by="games"):
        agreed(partial(results.reopen, match_id=first.pk))
        must_hold(cup)
        if cascade := Cascade.objects.filter(tournament=cup, undone_at=None).first():
            taken_back(cascade)
            assert lengths(cup) == before
        else:
            result(first, 1, 0)


def lengths(cup: Tournament) -> dict[tuple[int, int], int]:
    rows = Match.objects.filter(tournament=cup, kind="championship")
    return {(row.round, row.slot): row.best_of for row in rows}


def test_T5_a_match_to_be_played_anew_has_the_games_in_force():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 3})
    for slot in (0, 1):
        result(play.match(cup, 1, slot), 3, 0)
    result(play.match(cup, 2, 0), 3, 1)
    fewer(cup, 3)
    agreed(partial(results.replace_result, match_id=play.match(cup, 1, 0).pk, games=(0, 3)))
    final = play.match(cup, 2, 0)
    assert (final.status, final.best_of) == ("ready", 3)
    must_hold(cup)
    result(final, 2, 1)
    taken_back(Cascade.objects.get(tournament=cup, undone_at=None))
    final = play.match(cup, 2, 0)
    assert (tuple(final.games), final.best_of) == ((3, 1), 5)


def test_T5_a_result_taken_away_before_the_match_had_begun_leaves_the_games_in_force():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 3})
    first = play.match(cup, 1, 0)
    result(first, 3, 0)
    fewer(cup, 3)
    results.reopen(match_id=first.pk, **WHY)
    first.refresh_from_db()
    assert (first.status, first.best_of) == ("ready", 3)
    must_hold(cup)


def test_T5_a_match_that_a_pair_comes_back_to_has_the_games_in_force():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 3})
    first = play.match(cup, 1, 0)
    departures.withdraw(pair_id=first.pair_a_id, **WHY)
    fewer(cup, 3)
    departures.reinstate(pair_id=first.pair_a_id, **WHY)
    first.refresh_from_db()
    assert (first.status, first.best_of) == ("ready", 3)
    must_hold(cup)


def test_T5_a_reopened_match_that_was_made_shorter_since_has_its_result_again():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 3})
    first = play.match(cup, 1, 0)
    for slot in (0, 1):
        result(play.match(cup, 1, slot), 3, 0)
    result(play.match(cup, 2, 0), 3, 1)
    agreed(partial(results.reopen, match_id=first.pk))
    fewer(cup, 3)
    taken_back(Cascade.objects.get(tournament=cup, undone_at=None))
    first.refresh_from_db()
    assert (first.status, tuple(first.games), first.best_of) == ("finished", (3, 0), 5)
    final = play.match(cup, 2, 0)
    assert (tuple(final.games), final.best_of) == ((3, 1), 5)


def test_T5_a_match_that_goes_on_with_its_old_games_can_be_made_shorter():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 3})
    first = play.match(cup, 1, 0)
    play.start(first)
    matches.set_games(match_id=first.pk, games=(3, 1), actor=PROGRAM)
    matches.finish(match_id=first.pk, winner="A", actor=PROGRAM)
    fewer(cup, 3)
    matches.reopen(match_id=first.pk, games=(1, 1), **WHY)
    assert play.match(cup, 1, 0).best_of == 5
    fewer(cup, 3)
    assert play.match(cup, 1, 0).best_of == 3
    assert refusal(fewer, cup, 3) == ("not_fewer",)
    event = last_reduction(tournament_id=cup.pk)
    take_back_reduction(tournament_id=cup.pk, event=event, **WHY)
    assert play.match(cup, 1, 0).best_of == 5
    assert Tournament.objects.get(pk=cup.pk).best_of == 3
    must_hold(cup)


def test_T5_a_level_match_whose_last_game_decides_is_nothing_to_shorten():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 3})
    first = play.start(play.match(cup, 1, 0))
    matches.set_games(match_id=first.pk, games=(2, 2), actor=PROGRAM)
    fewer(cup, 3)
    assert refusal(fewer, cup, 3) == ("not_fewer",)
