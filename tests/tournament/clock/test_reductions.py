"""What T5 would do, said before it is done."""

import pytest

from tests.tournament import play
from tournament.clock import services as clock
from tournament.clock.queries.reductions import reductions
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn():
    return play.tournament(entered=8, drawn=True)


def at(drawn, slot, games):
    match = Match.objects.get(tournament=drawn, round=1, slot=slot)
    play.start(match, table_number=slot + 1)
    matches.set_games(match_id=match.pk, games=games, actor=play.PROGRAM)
    return match


def test_before_the_draw_there_is_nothing_to_reduce():
    assert reductions(tournament_id=play.tournament(entered=4).pk) == ()


def test_t5_what_is_foretold_is_what_happens(drawn):
    won, level, open_ = at(drawn, 0, (2, 1)), at(drawn, 1, (2, 2)), at(drawn, 2, (1, 1))

    three, one = reductions(tournament_id=drawn.pk)

    assert (three.best_of, one.best_of) == (3, 1)
    assert [card.id for card in three.won] == [won.pk]
    assert [card.id for card in three.level] == [level.pk]
    assert three.shorter == 5  # one going on, one ready, three still waiting
    clock.reduce_games(
        tournament_id=drawn.pk, best_of=3, actor=play.PROGRAM, reason="the hall closes"
    )
    statuses = {m.pk: m.status for m in Match.objects.filter(tournament=drawn)}
    assert (statuses[won.pk], statuses[level.pk], statuses[open_.pk]) == (
        "finished",
        "playing",
        "playing",
    )


def test_it_asks_the_same_of_the_database_however_many_matches(drawn, django_assert_num_queries):
    with django_assert_num_queries(2):
        reductions(tournament_id=drawn.pk)
