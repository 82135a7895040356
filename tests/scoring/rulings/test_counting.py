"""G1: the ladder counts each false claim once, whatever is corrected around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.hands.services import corrections
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}
LIE = [{"kind": "false_claim", "seat": 0}]


@pytest.fixture
def match() -> Match:
    return table.a_match()


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
def test_G1_the_first_false_claim_is_not_asked_about_once_the_second_is(
    match: Match, act: Callable[[dict[str, Any]], object]
) -> None:
    for hand in (plain(), plain(infractions=LIE), plain(infractions=LIE)):
        record(match, hand)
    (second,) = open_repetitions()

    act({"match_id": match.pk, "game": 1})

    (still,) = open_repetitions()
    assert (still.pk, still.proposed["time"]) == (second.pk, 2)
    assert still.hand is not None
    assert still.hand.number == 3
