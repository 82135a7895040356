"""A fault at every statement of every service: the database is as it was, to the last row.

Here at some statements of each; `python -m bench.faults.statements` breaks every one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction

from bench.faults.statements.day import Day
from bench.faults.statements.public import public_services
from bench.faults.statements.trial import ASKS, CASES, IN_PIECES, ON_FILES, Fault, broken_at, tried
from tournament.matches.models import Match


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: Any) -> Iterator[Day]:
    """One for all: whatever a case does is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Day()
        transaction.set_rollback(True)


def some_of(most: int) -> list[int]:
    """The first, the last and two between them, the same in every run."""
    between = range(2, most)
    return sorted({1, most, *Random(most).sample(between, min(2, len(between)))} if most else ())


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_service_is_done_whole_or_not_at_all(name: str, day: Day) -> None:
    done = tried(name, day, some_of)
    assert not done.left
    assert done.writes == (name not in ASKS)


def test_every_service_there_is_has_a_case() -> None:
    assert public_services() == sorted({*CASES, *ON_FILES})
    assert {*ASKS, *IN_PIECES} <= CASES.keys()


@pytest.mark.django_db
def test_the_fault_is_brought_about_where_it_should_be() -> None:
    with broken_at(2) as seen:
        assert Match.objects.count() == 0
        with pytest.raises(Fault):
            Match.objects.count()
    assert len(seen) == 2
