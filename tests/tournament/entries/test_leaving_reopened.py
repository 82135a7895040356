"""A pair of a match that was opened again leaves, where rounds are drawn one by one: what it played
since is set aside when that is agreed to, and stands again when its leaving is taken back."""

from typing import Any

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.services import cascades, departures, tribunal
from tests.previews import if_taken_back
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "ill", "actor": PROGRAM}
LEAVES = [("withdrawn", departures.withdraw), ("disqualified", tribunal.disqualify)]


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
    of_round = Match.objects.filter(tournament=first.tournament, kind="championship", round=2)
    return of_round.get(pair_a=first.pair_a) if of_round.filter(
        pair_a=first.pair_a
    ) else of_round.get(pair_b=first.pair_a)  # fmt: skip


def rows(first: Match) -> list[tuple[Any, ...]]:
    found = Match.objects.filter(tournament=first.tournament, round__lt=3).order_by("pk")
    names = ("pk", "kind", "round", "slot", "pair_a", "pair_b", "status", "winner", "ended_by")
    return list(found.values_list(*names, "games_a", "games_b"))


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
    assert verify_tournament(tournament_id=first.tournament_id).first is None


@pytest.mark.parametrize(("status", "leave"), LEAVES)
@pytest.mark.sampled(4)
def test_its_leaving_is_taken_back_as_one_with_the_match_that_fell(first, status, leave):
    before = rows(first)
    leave(pair_id=first.pair_a_id, **WHY, sets_aside=[second(first).pk])
    cascade = Cascade.objects.get(what=f"pair.{status}")
    falls = if_taken_back(cascade_id=cascade.pk).sets_aside

    cascades.take_back(cascade_id=cascade.pk, **WHY, sets_aside=falls)

    stands = [row for row in rows(first) if row[1] == "championship"]
    assert stands == before
    pair = first.pair_a
    assert pair is not None
    pair.refresh_from_db()
    assert pair.is_in
    assert verify_tournament(tournament_id=first.tournament_id).first is None
