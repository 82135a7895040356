"""Who is told of a change: readers of its match, or everybody."""

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
        changes: list[notify.LogProgress] = []
        stop = notify.subscribe(changes.append)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                verb(actor=PROGRAM, **given)
        finally:
            stop()
        return {topic for change in changes for topic in change.topics}

    return tell


def test_a_table_given_tells_its_match_alone(cup, told):
    final = match(cup, 2, 0)
    topics = told(matches.assign_table, match_id=final.pk, table_number=1)
    assert topics == {"desk", f"match:{final.pk}"}


def test_what_moves_the_bracket_tells_everybody(cup, told):
    first, final = match(cup, 1, 0), match(cup, 2, 0)
    games = (0, first.wins_needed)
    replaced = told(
        matches.replace_result, match_id=first.pk, games=games, reason="mixed",
        sets_aside=[final.pk],
    )  # fmt: skip
    assert "tournament" in replaced
