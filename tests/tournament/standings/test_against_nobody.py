"""A match that nobody can come to counts like a bye: the pair goes on, and has won no match."""

import pytest

from scoring.rulings.queries.review import open_to_appeal
from tests.tournament import play
from tests.tournament.play import NOON, PROGRAM
from tournament.entries.services import departures
from tournament.matches.models import Match
from tournament.matches.queries.matches import match_card, results, today
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone() -> Match:
    """The second match of a pair whose opponents of round 2 had both left."""
    cup = play.tournament(entered=8, drawn=True)
    departures.both_absent(match_id=play.match(cup, 1, 1).pk, reason="nobody came", actor=PROGRAM)
    play.win(play.match(cup, 1, 0))
    found = play.match(cup, 2, 0)
    assert (found.status, found.winner, found.ended_by) == ("finished", "A", "withdrawal")
    return found


def test_it_is_no_match_won_in_the_standings(alone):
    lines = {line.pair.id: line for line in standings(tournament_id=alone.tournament_id)}
    of_pair = lines[alone.pair_a_id]
    assert (of_pair.round, of_pair.matches_won, of_pair.matches_lost) == (3, 1, 0)


def test_it_is_shown_as_a_bye(alone):
    card = match_card(match_id=alone.pk, tournament_id=alone.tournament_id)
    assert (card.is_bye, card.has_score) == (True, False)


def test_it_is_no_result_and_nobody_appeals_against_it(alone):
    cup = alone.tournament_id
    assert alone.pk not in [card.id for card in results(tournament_id=cup)]
    assert alone.pk not in [card.id for card in today(tournament_id=cup).last]
    assert alone.pk not in [card.id for card in open_to_appeal(tournament_id=cup, now=NOON)]
