"""Pauses announced at the desk and seen by everybody."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament import play
from tournament.pauses.models import Pause

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(arizkun):
    return play.tournament(entered=8, drawn=True, owner=arizkun)


def url(cup, name, *more):
    return reverse(f"organizer:{name}", args=[cup.slug, *more])


def text(client, address):
    return client.get(address).content.decode()


def test_a_pause_is_announced_and_everybody_reads_its_hours(desk, cup):
    page = url(cup, "announce_pause")
    assert page in text(desk, url(cup, "desk"))
    assert desk.post(page, {"minutes": "0", "reason": "lunch"}).status_code == 400
    desk.post(page, {"starts_at": "", "minutes": "30", "reason": "paella"})
    pause = Pause.objects.get()
    for name in ("bracket", "now", "tv"):
        seen = text(desk, reverse(f"public:{name}", args=[cup.slug]))
        assert "Pause, " in seen
        assert "paella" in seen
    clock = text(desk, url(cup, "day_clock"))
    assert url(cup, "end_pause", pause.pk) in clock
    assert url(cup, "call_off_pause", pause.pk) in text(desk, url(cup, "desk"))


def test_a_pause_is_made_shorter_ended_and_taken_back(desk, cup):
    for hours in (0, 2):
        later = timezone.localtime() + timedelta(hours=hours)
        at = f"{later:%H:%M}" if hours else ""
        given = {"starts_at": at, "minutes": "40", "reason": "lunch"}
        desk.post(url(cup, "announce_pause"), given)
    first, second = Pause.objects.order_by("starts_at")
    desk.post(url(cup, "change_pause", first.pk), {"minutes": "10"})
    first.refresh_from_db()
    assert first.ends_at - first.starts_at == timedelta(minutes=10)
    desk.post(url(cup, "end_pause", first.pk))
    first.refresh_from_db()
    assert first.ends_at <= timezone.now()
    desk.post(url(cup, "call_off_pause", second.pk))
    second.refresh_from_db()
    assert second.is_off
    assert "paella" not in text(desk, reverse("public:now", args=[cup.slug]))


def test_a_stranger_and_another_tournament_change_nothing(desk, stranger, cup, arizkun):
    desk.post(url(cup, "announce_pause"), {"minutes": "40", "reason": "lunch"})
    pause = Pause.objects.get()
    other = play.tournament(name="Other", owner=arizkun)
    assert stranger.post(url(cup, "end_pause", pause.pk)).status_code in (403, 404)
    for name in ("end_pause", "change_pause", "call_off_pause"):
        assert desk.post(url(other, name, pause.pk), {"minutes": "5"}).status_code == 404
