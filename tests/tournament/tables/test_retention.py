"""Tablets of days that are over are let go, unless they did more than join."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.course.models import Hand
from tests.scoring import table
from tests.scoring.table import quick
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.tables.models import Device
from tournament.tables.services import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


@pytest.fixture
def silent(match: Match) -> Device:
    """A tablet that joined, and was last heard of a year ago."""
    device = Device.objects.get(pk=table.joined(match).id)
    ago = timezone.now() - timedelta(days=365)
    Device.objects.filter(pk=device.pk).update(last_seen_at=ago, joined_at=ago)
    return device


def forgotten(*, days: int = 30) -> int:
    """How many are let go that were silent for so long; the day itself is over."""
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=400))
    return tables.forget_idle(before=timezone.now() - timedelta(days=days))


def test_a_silent_tablet_that_only_joined_is_let_go_once(silent):
    assert forgotten() == 1
    assert not Device.objects.filter(pk=silent.pk).exists()
    assert forgotten() == 0


def test_one_that_was_heard_of_since_stays(silent):
    Device.objects.update(last_seen_at=timezone.now())
    assert forgotten() == 0


def test_of_one_that_was_never_heard_of_the_day_it_joined_counts(silent):
    Device.objects.update(last_seen_at=None)
    assert forgotten(days=370) == 0
    assert forgotten() == 1


def test_one_that_holds_what_it_has_not_sent_stays(silent):
    Device.objects.update(unsent=1)
    assert forgotten() == 0


def test_one_of_a_day_that_is_not_over_stays(silent):
    before = timezone.now() - timedelta(days=30)
    Tournament.objects.update(starts_at=timezone.now())
    assert tables.forget_idle(before=before) == 0


def test_one_that_entered_a_hand_stays_and_the_one_beside_it_goes(match, silent):
    entered = table.a_device(match)
    table.record(match, quick(2, 1), actor=entered, key="k", expected=(1, 1))
    ago = timezone.now() - timedelta(days=365)
    Device.objects.update(last_seen_at=ago, joined_at=ago)
    assert forgotten() == 1
    assert list(Device.objects.values_list("pk", flat=True)) == [entered.id]
    assert Hand.objects.count() == 1


def test_each_tournament_is_gone_through_by_itself(match, silent):
    """What a tablet of one did keeps no tablet of another."""
    other = table.a_match(name="Ondarroa Cup")
    Device.objects.get(pk=table.joined(other).id)
    ago = timezone.now() - timedelta(days=400)
    Device.objects.update(last_seen_at=ago, joined_at=ago)
    assert forgotten() == 2
    assert not Device.objects.exists()
    assert play.pair(other.tournament, 1).is_in
