"""Actions of an outbox that are carried out together."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.course.models import Hand
from scoring.outbox.services import outbox
from tests.scoring import table
from tests.scoring.table import quick
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def test_plain_hands_of_an_outbox_are_entered_together(match: Match, monkeypatch: Any) -> None:
    def alone(*_args: object) -> None:
        raise AssertionError("entered by itself")

    monkeypatch.setattr(outbox, "record", alone)
    actions = [
        {"key": f"k{n}", "kind": "hand.record", "match": match.pk, "game": 1, "hand": n,
         "record": quick(n, 1)}
        for n in (1, 2)
    ]  # fmt: skip
    applied = outbox.apply(device=table.joined(match), actions=actions)
    assert [one.outcome for one in applied.results] == ["applied", "applied"]
    assert list(Hand.objects.order_by("number").values_list("stones_a", "key")) == [
        (1, "k1"), (2, "k2"),
    ]  # fmt: skip
