"""A search finds a tournament with a delay by what everybody is shown of it, and the front page has
it where it is shown to begin."""

from __future__ import annotations

from datetime import timedelta

import pytest

from publication.copies.keeping import keep
from tests.publication.test_behind import BY, DELAY, Clock, clock, seen
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.models import Pair
from tournament.entries.services import pairs

__all__ = ["clock"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup(clock: Clock) -> Tournament:
    """Ane and Jon are entered, and everybody sees it."""
    made = play.tournament()
    pairs.enter(tournament_id=made.pk, player_1="Ane", player_2="Jon", actor=BY)
    tournaments.change(tournament_id=made.pk, actor=BY, delay_minutes=DELAY)
    return made


def finds(text: str, cup: Tournament) -> bool:
    address = f"/?q={text}"
    return f'href="/t/{cup.slug}/"'.encode() in seen([address])[address][1]


def test_a_name_is_found_when_it_is_shown_and_no_sooner(cup: Tournament, clock: Clock) -> None:
    pair = Pair.objects.get(tournament=cup)
    pairs.change(pair_id=pair.pk, player_1="Maialen", actor=BY)
    keep(now=clock.later(seconds=10))
    assert (finds("Ane", cup), finds("Maialen", cup)) == (True, False)
    keep(now=clock.later(minutes=DELAY))
    assert (finds("Ane", cup), finds("Maialen", cup)) == (False, True)


def test_the_front_page_has_it_in_the_order_that_is_shown(cup: Tournament, clock: Clock) -> None:
    play.tournament()
    before = seen(["/"])
    later = play.NOON + timedelta(days=3)
    tournaments.change(tournament_id=cup.pk, actor=BY, starts_at=later)
    keep(now=clock.later(seconds=10))
    assert seen(["/"]) == before
    keep(now=clock.later(minutes=DELAY))
    assert seen(["/"]) != before
