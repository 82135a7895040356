"""What was changed and not yet told waits for the next event, and goes with what is rolled back."""

from __future__ import annotations

import pytest
from django.db import transaction

from tournament import untold
from tournament.entries.models import Pair

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _teller(monkeypatch: pytest.MonkeyPatch) -> None:
    def stand(_tournament: int, numbers: object) -> list[dict[str, object]]:
        return [{"numbers": numbers}]

    monkeypatch.setitem(untold.TELLERS, Pair._meta.label, ("changed", stand))


def test_a_changed_row_is_told_once() -> None:
    with transaction.atomic():
        untold.note(Pair, [7, 3, 7])
        assert untold.told(tournament_id=1) == {"changed": [{"numbers": [3, 7]}]}
        assert untold.told(tournament_id=1) == {}


def test_what_is_rolled_back_is_forgotten_and_the_rest_still_waits() -> None:
    with transaction.atomic():
        untold.note(Pair, [3])
        with transaction.atomic():
            untold.note(Pair, [7])
            transaction.set_rollback(True)
        assert untold.told(tournament_id=1) == {"changed": [{"numbers": [3]}]}
