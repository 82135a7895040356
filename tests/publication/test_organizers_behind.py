"""Records and meetings over the tournaments of one organizer take a tournament with a delay as it
is shown: who organizes it, whether it is a rehearsal, and when it begins."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from publication.copies.keeping import keep
from tests.publication.test_behind import BY, DELAY, Clock, clock, seen
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import organizers, tournaments

__all__ = ["clock"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def orio(db: None) -> Any:
    return get_user_model().objects.create_user("orio", password="x")


@pytest.fixture
def open_cup(orio: Any) -> Tournament:
    """Without a delay."""
    return play.tournament(owner=orio, entered=2, name="Open")


def delayed(**fields: Any) -> Tournament:
    made = play.tournament(name="Late", entered=2, **fields)
    return tournaments.change(tournament_id=made.pk, actor=BY, delay_minutes=DELAY)


def listed(of: Tournament) -> list[str]:
    """The tournaments of the records page, in its order."""
    address = f"/records/{of.slug}/"
    text = seen([address])[address][1].decode()
    found = {
        name: text.find(f'<a href="/t/{name.lower()}/">{name}</a>') for name in ("Open", "Late")
    }
    return sorted(
        (name for name, place in found.items() if place >= 0), key=lambda name: found[name]
    )


def later(clock: Clock) -> None:
    keep(now=clock.later(seconds=10))
    keep(now=clock.later(minutes=DELAY))


def test_one_who_begins_to_organize_is_shown_to_when_the_delay_is_over(
    clock: Clock, open_cup: Tournament
) -> None:
    late = delayed()
    organizers.add(tournament_id=late.pk, username="orio", actor=BY)
    keep(now=clock.later(seconds=10))
    assert (listed(open_cup), listed(late)) == (["Open"], ["Late"])
    keep(now=clock.later(minutes=DELAY))
    assert (listed(open_cup), listed(late)) == (["Open", "Late"], ["Open", "Late"])


def test_one_who_organizes_no_more_is_shown_to_until_the_delay_is_over(
    clock: Clock, orio: Any, open_cup: Tournament
) -> None:
    late = delayed(owner=orio)
    get_user_model().objects.create_user("deba", password="x")
    organizers.add(tournament_id=late.pk, username="deba", actor=BY)
    organizers.set_role(tournament_id=late.pk, username="deba", role="owner", actor=BY)
    later(clock)
    organizers.remove(tournament_id=late.pk, username="orio", actor=BY)
    keep(now=clock.later(seconds=10))
    assert (listed(open_cup), listed(late)) == (["Open", "Late"], ["Open", "Late"])
    keep(now=clock.later(minutes=DELAY))
    assert (listed(open_cup), listed(late)) == (["Open"], ["Late"])


def test_a_day_that_is_moved_keeps_its_place_until_the_delay_is_over(
    clock: Clock, orio: Any, open_cup: Tournament
) -> None:
    late = delayed(owner=orio)
    earlier = play.NOON - timedelta(days=3)
    tournaments.change(tournament_id=late.pk, actor=BY, starts_at=earlier)
    keep(now=clock.later(seconds=10))
    assert listed(open_cup) == ["Open", "Late"]
    keep(now=clock.later(minutes=DELAY))
    assert listed(open_cup) == ["Late", "Open"]
