"""A match that a pair had left, set aside, and standing again after the pair has come back."""

from typing import Any

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.services import cascades, departures
from tests.previews import if_taken_back
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.matches.models import Cascade
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}


def test_it_goes_on_for_a_pair_that_is_in_again():
    cup = play.tournament(entered=4, drawn=True)
    for slot in (0, 1):
        play.win(play.match(cup, 1, slot))
    final = play.start(play.match(cup, 2, 0))
    departures.withdraw(pair_id=final.pair_a_id or 0, **WHY)
    other = play.match(cup, 1, 1)
    matches.replace_result(
        match_id=other.pk, games=(0, other.wins_needed), **WHY, sets_aside=[final.pk]
    )
    departures.reinstate(pair_id=final.pair_a_id or 0, **WHY)
    cascade = Cascade.objects.get(what="match.replaced")
    foretold = if_taken_back(cascade_id=cascade.pk)

    cascades.take_back(cascade_id=cascade.pk, **WHY, sets_aside=foretold.sets_aside)

    final.refresh_from_db()
    assert (final.kind, final.status, final.winner) == ("championship", "playing", "")
    assert verify_tournament(tournament_id=cup.pk).first is None
