"""G1: the ladder counts each false claim once, whatever is corrected around it."""

from typing import Any

import pytest
from django.utils import timezone

from scoring.hands.services import corrections
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, read, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}
NOW = timezone.now()


def open_repetitions() -> list[Ruling]:
    found = Ruling.objects.filter(kind="repetition", status="open").order_by("pk")
    return list(found.select_related("hand"))


@pytest.mark.parametrize(
    "act",
    [
        lambda at: corrections.correct(**at, number=1, record=quick(3, 0), **WHY),
        lambda at: rulings.overrule(**at, number=2, stones=(1, 1), **WHY),
    ],
    ids=["a hand before it corrected", "overruled"],
)
def test_G1_the_first_false_claim_is_not_asked_about_once_the_second_is(match, act):
    for hand in (plain(), table.lie(0), table.lie(0)):
        record(match, hand)
    (second,) = open_repetitions()

    act({"match_id": match.pk, "game": 1})

    (still,) = open_repetitions()
    assert (still.pk, still.proposed["time"]) == (second.pk, 2)
    assert still.hand is not None
    assert still.hand.number == 3


@pytest.fixture
def waiting(match: Match) -> Match:
    """The final of the pair that claimed falsely in its match before: won by the other pair, it
    waits for the official's word on the second false claim."""
    record(match, table.lie(0))
    while read(match).status == "playing":
        record(match, win_for_a())
    play.win(Match.objects.filter(tournament=match.tournament, round=1).exclude(pk=match.pk).get())
    final = Match.objects.get(tournament=match.tournament, round=2)
    Match.objects.filter(pk=final.pk).update(best_of=1)
    play.start(read(final), table_number=1)
    is_a = final.pair_a_id == match.pair_a_id
    record(final, table.lie(0 if is_a else 1))
    record(final, win_for_b() if is_a else win_for_a())
    assert read(final).status == "playing"
    assert open_repetitions()
    return final


@pytest.mark.rows_by_hand
def test_G1_a_match_that_waited_for_a_second_claim_ends_when_the_first_one_falls_away(
    match, waiting
):
    table.correct(match, 1, 1, plain(), **WHY)
    assert not open_repetitions()
    assert (read(waiting).status, read(waiting).ended_by) == ("finished", "games")


@pytest.mark.rows_by_hand
def test_G1_a_match_that_waits_for_something_else_too_goes_on_waiting(match, waiting):
    Ruling.objects.create(
        match=waiting, kind=Ruling.Kind.NEEDS_RULING, proposed={}, raised_by="x", raised_at=NOW
    )
    table.correct(match, 1, 1, plain(), **WHY)
    assert not open_repetitions()
    assert read(waiting).status == "playing"
