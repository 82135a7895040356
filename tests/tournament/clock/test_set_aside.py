"""Fewer games (T5) for matches that are set aside, and may stand again."""

from typing import Any

import pytest

from scoring.rulings.services import cascades, endings
from tests.tournament import play
from tests.tournament.play import PROGRAM, must_hold
from tournament.championship.models import Tournament
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches

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
    endings.reduce_games(tournament_id=cup.pk, best_of=3, **WHY)

    take_back(cup)

    final.refresh_from_db()
    assert (final.kind, final.best_of) == ("championship", best_of)
    assert (final.status, final.winner) == (status, winner)
    must_hold(cup)
