"""Standings as pages show them."""

import pytest

from tests.tournament.play import PROGRAM, match, play_out, tournament
from tournament.consolation import services as consolation_services
from tournament.consolation.queries import propose
from tournament.matches.queries.matches import consolation
from tournament.standings.queries import consolation_standings, standings, standings_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("pairs", [2, 8])
def test_standings_cost_two_queries(pairs, django_assert_num_queries):
    cup = play_out(tournament(entered=pairs, drawn=True))
    with django_assert_num_queries(2):
        lines = standings(tournament_id=cup.pk)
        assert [lines[0].title, lines[1].title] == ["champion", "runner_up"]
    with django_assert_num_queries(2):
        assert consolation_standings(tournament_id=cup.pk) == ()


@pytest.mark.parametrize("tournaments", [1, 3])
def test_standings_of_many_tournaments_cost_three_queries(tournaments, django_assert_num_queries):
    cups = [play_out(tournament(entered=4, drawn=True)) for _ in range(tournaments)]
    early = tournament(entered=3)
    with django_assert_num_queries(3):
        found = standings_of(tournament_ids=[early.pk, *(one.pk for one in cups)])
    assert not found.pop(early.pk)
    assert {pk: [(one.pair, one.place) for one in lines] for pk, lines in found.items()} == {
        one.pk: [(line.pair.id, line.place) for line in standings(tournament_id=one.pk)]
        for one in cups
    }


def test_before_the_draw_nobody_stands_anywhere():
    assert standings(tournament_id=tournament(entered=3).pk) == ()


def test_T3_proposals_are_entered_as_they_are():
    cup = play_out(tournament(entered=8, drawn=True))
    proposal = propose(tournament_id=cup.pk)
    assert len(proposal.matches) == 3
    assert len(proposal.left_over) == 1
    made = consolation_services.create_matches(
        tournament_id=cup.pk,
        pairings=[one.numbers for one in proposal.matches],
        actor=PROGRAM,
    )
    assert len(made) == 3
    assert propose(tournament_id=cup.pk).matches == ()
    assert len(consolation(tournament_id=cup.pk)) == 3


@pytest.mark.parametrize("pairs", [4, 16])
def test_T3_proposals_cost_four_queries(pairs, django_assert_num_queries):
    cup = play_out(tournament(entered=pairs, drawn=True))
    with django_assert_num_queries(4):
        propose(tournament_id=cup.pk)


def test_T3_the_champion_is_never_proposed():
    cup = play_out(tournament(entered=4, drawn=True))
    proposal = propose(tournament_id=cup.pk)
    free = {number for one in proposal.matches for number in one.numbers}
    free |= {one.number for one in proposal.left_over}
    assert match(cup, 2, 0).pair_a.number not in free
    assert len(free) == 3
