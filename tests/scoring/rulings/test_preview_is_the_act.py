"""Three previews that had said something other than what the act did."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.hands.services import corrections
from scoring.rulings.services import cascades, departures, tribunal
from tests.previews import if_back, if_taken_back
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, read, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.errors import Conflict
from tournament.matches.models import Cascade, Match

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}


def test_the_preview_of_a_return_says_that_a_correction_has_won_the_match() -> None:
    match = table.a_match(best_of=1)
    record(match, plain())
    left = match.pair_a_id or 0
    departures.withdraw(pair_id=left, **WHY)
    corrections.correct(match_id=match.pk, game=1, number=1, record=win_for_a(), **WHY)
    here = {"pair_id": left, "tournament_id": match.tournament_id}
    (old,) = (one for one in if_back(**here).matches if one.id == match.pk)

    departures.reinstate(pair_id=left, **WHY)

    found = read(match)
    final = Match.objects.get(tournament=match.tournament, round=2)
    assert (found.status, found.winner, tuple(found.games)) == ("finished", "A", (1, 0))
    assert left in final.pairs
    assert old.becomes != "reopened"


def test_the_preview_of_a_cascades_undo_refuses_what_the_act_refuses() -> None:
    match = table.a_match(best_of=1)
    record(match, win_for_a())
    play.win(Match.objects.get(tournament=match.tournament, round=1, slot=1))
    final = play.start(Match.objects.get(tournament=match.tournament, round=2))
    corrections.correct(
        match_id=match.pk, game=1, number=1, record=plain(), sets_aside=[final.pk], **WHY
    )
    record(match, win_for_b())
    cascade = Cascade.objects.get()

    for act in (if_taken_back, lambda **of: cascades.take_back(**of, **WHY)):
        with pytest.raises(Conflict) as refused:
            act(cascade_id=cascade.pk)
        assert refused.value.codes == ("changed_since",)


def test_the_preview_of_a_return_names_the_other_pair_that_its_group_sends_on() -> None:
    cup = play.tournament(entered=8, drawn=True, format="groups")
    for number in (1, 2, 3):
        play.play_round(cup, number)
    first = Match.objects.filter(tournament=cup, kind="championship", round=4).order_by("slot")
    gone = [match.pair_a_id or 0 for match in first]
    for pair in gone:
        tribunal.disqualify(pair_id=pair, **WHY)
    before = {match.pk: match.pairs for match in Match.objects.filter(tournament=cup)}
    seen = if_back(pair_id=gone[0], tournament_id=cup.pk)

    departures.reinstate(pair_id=gone[0], **WHY)

    rows = Match.objects.filter(tournament=cup)
    moved = {match.pk for match in rows if match.pairs != before[match.pk]}
    assert moved
    assert moved == {one.id for one in seen.matches}
