"""Who is told of a change: the pages of every match that it moves, and no fewer."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament import notify
from tournament.championship.models import Tournament
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    """The semi-finals are played; the final is being played."""
    found = tournament(entered=4, drawn=True)
    for slot in range(2):
        win(match(found, 1, slot))
    start(match(found, 2, 0))
    return found


@pytest.fixture
def told(django_capture_on_commit_callbacks: Any) -> Callable[..., set[str]]:
    """The topics that everybody is told of when this is done."""

    def tell(verb: Callable[..., object], **given: Any) -> set[str]:
        changes: list[notify.Change] = []
        stop = notify.subscribe(changes.append)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                verb(actor=PROGRAM, **given)
        finally:
            stop()
        return {topic for change in changes for topic in change.topics}

    return tell


def test_a_replaced_result_tells_the_match_and_those_that_fell_with_it(cup, told):
    first, final = match(cup, 1, 0), match(cup, 2, 0)
    topics = told(
        matches.replace_result, match_id=first.pk, games=(0, first.wins_needed), reason="mixed",
        sets_aside=[final.pk],
    )  # fmt: skip
    assert {f"match:{one.pk}" for one in (first, final)} <= topics
    assert {"standings", "tournament", "bracket"} <= topics


def test_a_reopened_match_tells_the_next_one(cup, told):
    first, final = match(cup, 1, 0), match(cup, 2, 0)
    topics = told(matches.reopen, match_id=first.pk, reason="wrong", sets_aside=[final.pk])
    assert {f"match:{first.pk}", f"match:{final.pk}", "standings", "tournament"} <= topics


def test_a_match_that_ends_tells_the_one_that_its_winner_goes_on_to(told):
    cup = tournament(entered=4, drawn=True)
    first = start(match(cup, 1, 0))
    topics = told(matches.walkover, match_id=first.pk, winner="A", reason="late")
    assert {f"match:{first.pk}", "bracket", "standings", "tournament"} <= topics


def test_a_start_taken_back_tells_its_match_and_the_tables(cup, told):
    final = match(cup, 2, 0)
    topics = told(matches.undo_start, match_id=final.pk, reason="wrong one")
    assert {f"match:{final.pk}", "tables"} <= topics
