"""A pair of a match that was opened again leaves, where rounds are drawn one by one: what it played
since is set aside when that is agreed to, and stands again when its leaving is taken back."""

import pytest

from tests.tournament import play
from tests.tournament.matches.falling import WHY, rows, taken_back
from tournament.entries.services import departures
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
LEAVES = [("withdrawn", departures.withdraw), ("disqualified", departures.disqualify)]


@pytest.fixture(params=["swiss", "three_losses"])
def first(request: pytest.FixtureRequest) -> Match:
    """A match of round 1, open again after round 2."""
    cup = play.tournament(entered=8, drawn=True, tables=8, format=request.param)
    play.play_round(cup, 1)
    play.play_round(cup, 2)
    found = play.match(cup, 1, 0)
    matches.reopen(match_id=found.pk, **WHY)
    return play.match(cup, 1, 0)


def second(first: Match) -> Match:
    """The match of round 2 of its first pair."""
    (found,) = (
        match
        for match in Match.objects.filter(tournament=first.tournament, kind="championship", round=2)
        if first.pair_a_id in match.pairs
    )
    return found


@pytest.mark.parametrize(("status", "leave"), LEAVES)
@pytest.mark.sampled(4)
def test_it_leaves_and_the_opponent_of_the_match_that_was_opened_again_wins(first, status, leave):
    later = second(first)

    pair = leave(pair_id=first.pair_a_id, **WHY, sets_aside=[later.pk])

    first.refresh_from_db()
    later.refresh_from_db()
    assert (pair.status, first.winner, first.status) == (status, "B", "finished")
    assert (later.kind, later.status) == ("set_aside", "finished")
    assert Event.objects.get(kind=f"pair.{status}").data["set_aside"][0]["match"]["id"] == later.pk
    play.must_hold(first.tournament)


@pytest.mark.parametrize(("status", "leave"), LEAVES)
@pytest.mark.sampled(4)
def test_its_leaving_is_taken_back_as_one_with_the_match_that_fell(first, status, leave):
    before = rows(first.tournament)
    leave(pair_id=first.pair_a_id, **WHY, sets_aside=[second(first).pk])

    taken_back(Cascade.objects.get(what=f"pair.{status}"))

    assert rows(first.tournament) == before
    pair = first.pair_a
    assert pair is not None
    pair.refresh_from_db()
    assert pair.is_in
