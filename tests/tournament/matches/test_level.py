"""Matches of an even number of games, all played, that may end level (T1)."""

import pytest

from tests.refusals import named_faults, refusal
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.championship.services import tournaments
from tournament.clock.services import reduce_games, take_back_reduction
from tournament.consolation.services import create_matches
from tournament.entries.services import departures
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.advancing import way_of
from tournament.matches.queries.matches import results as results_of
from tournament.matches.services import results
from tournament.matches.services.matches import set_games
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db
EVEN = {"settings": {"games_all_played": 4}}
WHY = {"actor": PROGRAM, "reason": "It was read wrongly."}


def ends(of: Match, a: int, b: int) -> Match:
    return results.record_result(match_id=of.pk, games=(a, b), actor=PROGRAM)


def ready(cup) -> Match | None:
    return Match.objects.filter(tournament=cup, status="ready").order_by("round", "slot").first()


def played_level(cup) -> None:
    """Every match that may end level does."""
    while (one := ready(cup)) is not None:
        ends(one, 2, 2) if one.best_of % 2 == 0 else ends(one, one.wins_needed, 0)


def lines_of(cup) -> dict[int, tuple[int | None, int, int, int | None]]:
    """Pair → points, matches won, lost and level."""
    found = standings(tournament_id=cup.pk)
    return {
        one.pair.number: (one.points, one.matches_won, one.matches_lost, one.matches_level)
        for one in found
    }


@pytest.fixture
def league():
    return play.tournament(entered=3, drawn=True, format="round_robin", **EVEN)


def test_T1_a_level_match_is_over_and_brings_both_pairs_a_point(league):
    first = ends(ready(league), 2, 2)
    assert (first.status, first.winner, first.ended_by, first.is_level) == (
        "finished", "", "games", True,
    )  # fmt: skip
    a, b = first.pair_a.number, first.pair_b.number
    assert lines_of(league)[a] == lines_of(league)[b] == (1, 0, 0, 1)
    ends(ready(league), 3, 1)
    ends(ready(league), 0, 4)
    league.refresh_from_db()
    assert league.status == "finished"
    assert league.champion is not None
    assert sum(points for points, *_rest in lines_of(league).values()) == 6
    assert [card.is_level for card in results_of(tournament_id=league.pk)].count(True) == 1
    (step, _other) = way_of(pair_id=first.pair_a_id, tournament_id=league.pk).steps
    assert step.outcome == "level"


@pytest.mark.parametrize("games", [(2, 1), (3, 0), (3, 2), (1, 2)])
def test_T1_all_games_are_played_before_a_match_ends(league, games):
    assert refusal(ends, ready(league), *games) == ("not_a_result",)


def test_corrections_turn_a_level_match_into_a_won_one_and_back(league):
    first = ends(ready(league), 2, 2)
    number = first.pair_a.number
    for games, line in (((3, 1), (2, 1, 0, 0)), ((2, 2), (1, 0, 0, 1))):
        results.replace_result(match_id=first.pk, games=games, **WHY)
        assert lines_of(league)[number] == line
    results.reopen(match_id=first.pk, **WHY)
    assert lines_of(league)[number] == (0, 0, 0, 0)


def test_T8_a_pair_that_leaves_loses_what_is_left_and_its_level_match_stays(league):
    first = ends(ready(league), 2, 2)
    departures.withdraw(pair_id=first.pair_a_id, actor=PROGRAM, reason="went home")
    lines = lines_of(league)
    assert lines[first.pair_a.number] == (1, 0, 1, 1)
    assert max(points for points, *_rest in lines.values()) == 2
    assert Match.objects.get(pk=first.pk).is_level


@pytest.mark.parametrize("format_", ["swiss", "groups", "round_robin"])
def test_T1_a_day_of_level_matches_ends_with_a_champion(format_):
    cup = play.tournament(entered=7, drawn=True, format=format_, **EVEN)
    played_level(cup)
    while play.decide_ties(cup):
        played_level(cup)
    cup.refresh_from_db()
    assert cup.status == "finished"
    assert cup.champion is not None
    for match in Match.objects.filter(tournament=cup, ended_by="games"):
        in_bracket = format_ == "groups" and match.round > 3
        assert (match.best_of, match.is_level) == ((5, False) if in_bracket else (4, True))


@pytest.mark.parametrize("format_", ["knockout", "repesca", "three_losses", "fresh_draw"])
def test_T1_where_somebody_must_win_an_even_number_is_refused(format_):
    ((field, _code),) = named_faults(play.tournament, format=format_, **EVEN)
    assert field == "settings.games_all_played"
    league = play.tournament(format="round_robin", **EVEN)
    assert refusal(tournaments.change, tournament_id=league.pk, actor=PROGRAM, format=format_)


def test_T5_fewer_games_stay_even_and_the_bracket_after_them_odd():
    cup = play.tournament(entered=8, drawn=True, format="groups", **EVEN)
    one = ready(cup)
    play.start(one)
    set_games(match_id=one.pk, games=(1, 1), actor=PROGRAM)
    with pytest.raises(Refusal):
        reduce_games(tournament_id=cup.pk, best_of=3, **WHY)
    reduce_games(tournament_id=cup.pk, best_of=2, **WHY)
    one.refresh_from_db()
    assert (one.status, one.best_of, one.is_level) == ("finished", 2, True)
    lengths = Match.objects.filter(tournament=cup).values_list("round", "best_of")
    assert set(lengths) == {(1, 2), (2, 2), (3, 2), (4, 3), (5, 3)}
    cup.refresh_from_db()
    assert all(cup.lengths.of_round(number) == best_of for number, best_of in lengths)
    event = Event.objects.filter(tournament=cup).latest("number").number
    take_back_reduction(tournament_id=cup.pk, event=event, **WHY)
    one.refresh_from_db()
    assert (one.status, one.best_of) == ("playing", 4)


def test_T3_a_consolation_match_beside_level_ones_is_won():
    cup = play.tournament(entered=8, drawn=True, format="groups", **EVEN)
    while (one := ready(cup)) is not None and one.round < 4:
        ends(one, 3, 1)
    out = [line.pair.number for line in standings(tournament_id=cup.pk)][-2:]
    (match,) = create_matches(tournament_id=cup.pk, pairings=[out], actor=PROGRAM)
    assert match.best_of == 5
