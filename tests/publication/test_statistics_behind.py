"""Statistics of a tournament with a delay: facts kept of games of now show nothing of them, on its
own pages and in records over several."""

from __future__ import annotations

import pytest
from django.urls import reverse

from publication.copies.keeping import keep
from scoring.statistics.models import KeptFacts
from scoring.statistics.services import keep_facts
from tests.publication.site import forget_pieces
from tests.publication.test_behind import BY, DELAY, Clock, clock, seen
from tests.scoring import table
from tournament.championship.services import tournaments
from tournament.matches.models import Match

__all__ = ["clock"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(clock: Clock) -> Match:
    """One game has ended, and everybody sees it."""
    made = table.a_match(best_of=5)
    table.record(made, table.plain(bets=table.seen("grande", 4)))
    table.record(made, table.win_for_a())
    tournaments.change(tournament_id=made.tournament_id, actor=BY, delay_minutes=DELAY)
    keep(now=clock.later(seconds=10))
    keep(now=clock.later(minutes=DELAY))
    return made


def told(match: Match) -> dict[str, object]:
    forget_pieces()
    slug = match.tournament.slug
    names = ("public:statistics", "public:records", "api:statistics")
    return dict(seen([reverse(name, args=[slug]) for name in names]))


@pytest.mark.parametrize("kept_before", [True, False])
def test_what_is_kept_of_games_of_now_is_shown_when_they_are(
    match: Match, clock: Clock, kept_before: bool
) -> None:
    if kept_before:
        keep_facts(seconds=60)
    before = told(match)
    table.record(match, table.plain(bets=table.seen("grande", 9)))
    table.record(match, table.win_for_b())
    keep_facts(seconds=60)
    assert KeptFacts.objects.count() == 2
    keep(now=clock.later(seconds=10))
    assert told(match) == before
    keep(now=clock.later(minutes=DELAY))
    after = told(match)
    assert all(after[address] != before[address] for address in before)
    KeptFacts.objects.all().delete()
    assert told(match) == after
