"""Every game is agreed by both pairs, or marked at the desk as not agreed."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.hands.services import hands
from scoring.outbox.queries.at_table import NotAgreed, agreed_games, not_agreed
from scoring.outbox.services.actions import confirm
from scoring.rulings.services import rulings
from tests.tournament import play
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard

pytestmark = pytest.mark.django_db
GAME_WON = {"quick": {"stones": [0, 0], "game_winner": "A"}}


@pytest.fixture
def match(ready: MatchCard) -> Match:
    found = play.start(Match.objects.get(pk=ready.id), table_number=1)
    _win(found)
    return found


def _win(match: Match) -> None:
    hands.record(match_id=match.pk, record=GAME_WON, actor=play.PROGRAM)


def _agree(match: Match, *by: str, game: int | None, score: list[int]) -> None:
    confirm(match_id=match.pk, game=game, by=by, score=score, actor=play.PROGRAM)


def _page(desk: Client, match: Match) -> str:
    at = reverse("organizer:match", args=[match.tournament.slug, match.pk])
    return desk.get(at).text


@pytest.mark.parametrize(
    ("by", "says"),
    [((), "not agreed"), (("B",), "only pair B agreed"), (("A", "B"), "agreed by both pairs")],
)
def test_the_desk_reads_which_pairs_have_agreed_to_a_game(desk, match, by, says):
    if by:
        _agree(match, *by, game=1, score=[40, 0])
    assert agreed_games(match_id=match.pk) == {1: by}
    assert says in _page(desk, match)


def test_who_agrees_to_the_match_agrees_to_the_game_that_ended_it(match):
    while not match.winner:
        _win(match)
        match.refresh_from_db()
    _agree(match, "A", "B", game=None, score=[match.games_a, match.games_b])
    agreed = agreed_games(match_id=match.pk)
    last = max(agreed)
    assert agreed == {number: (("A", "B") if number == last else ()) for number in agreed}
    assert last > 1


def test_a_match_that_is_not_there_has_no_games():
    assert agreed_games(match_id=0) == {}


def test_the_front_of_the_desk_counts_the_games_that_are_not_agreed(desk, match):
    at = reverse("organizer:desk", args=[match.tournament.slug])
    _win(match)
    label = match.label
    assert not_agreed(tournament_id=match.tournament_id) == (NotAgreed(match.pk, label, 1, (1, 2)),)
    page = desk.get(at).text
    assert "Games not agreed <strong>2</strong>" in " ".join(page.split())
    assert f'title="games: 1, 2">{label}</a>' in page

    _agree(match, "A", game=1, score=[40, 0])
    _agree(match, "A", "B", game=2, score=[40, 0])
    assert not_agreed(tournament_id=match.tournament_id)[0].games == (1,)
    _agree(match, "B", game=1, score=[40, 0])
    assert not_agreed(tournament_id=match.tournament_id) == ()
    assert "Games not agreed" not in desk.get(at).text


def test_a_game_whose_score_was_changed_asks_for_agreement_again(match):
    _agree(match, "A", "B", game=1, score=[40, 0])
    rulings.overrule(
        match_id=match.pk, game=1, number=1, game_winner="B", reason="seen", actor=play.PROGRAM
    )
    assert not_agreed(tournament_id=match.tournament_id)[0].games == (1,)


def test_the_desk_asks_as_often_for_one_match_as_for_many(match, django_assert_num_queries):
    other = Match.objects.filter(status="ready").first()
    assert other is not None
    _win(play.start(other))
    with django_assert_num_queries(2):
        assert len(not_agreed(tournament_id=match.tournament_id)) == 2
