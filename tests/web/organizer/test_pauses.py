"""Pauses announced at the desk and seen by everybody."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.pauses.models import Pause

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(arizkun):
    return play.tournament(entered=8, drawn=True, owner=arizkun)


def url(cup, name, *more):
    return reverse(f"organizer:{name}", args=[cup.slug, *more])


def text(client, address):
    return client.get(address).text


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
    announced = Event.objects.get(tournament=cup, kind="pause.announced").number
    assert url(cup, "undo_act", announced) in text(desk, url(cup, "desk"))


def test_the_desk_shows_the_pause_that_is_on_and_ends_it_in_one_press(desk, cup):
    desk.post(url(cup, "announce_pause"), {"minutes": "30", "reason": "paella"})
    pause = Pause.objects.get()
    page = text(desk, url(cup, "desk"))
    assert "Pause until" in page
    assert url(cup, "end_pause", pause.pk) in page
    assert url(cup, "change_pause", pause.pk) in page
    ended = desk.post(url(cup, "end_pause", pause.pk), {"next": url(cup, "desk")})
    assert ended["Location"] == url(cup, "desk")
    assert "Pause until" not in text(desk, url(cup, "desk"))


def test_a_pause_from_now_on_is_one_press_at_the_desk_and_undone_by_one(desk, cup):
    page = desk.get(url(cup, "desk")).text
    form = page.split(f'action="{url(cup, "announce_pause")}"')[1].split("</form>")[0]
    assert [f'value="{minutes}"' in form for minutes in (10, 15, 30)] == [True] * 3
    sent = {"minutes": "15", "reason": "a break", "next": url(cup, "desk")}
    assert desk.post(url(cup, "announce_pause"), sent)["Location"] == url(cup, "desk")
    pause = Pause.objects.get()
    assert pause.ends_at - pause.starts_at == timedelta(minutes=15)
    page = text(desk, url(cup, "desk"))
    assert "Pause from now on" not in page
    undo = url(cup, "undo_act", Event.objects.get(kind="pause.announced").number)
    assert f'action="{undo}"' in page.split('id="latest"')[1]
    desk.post(undo, {"reason": "Undone at once."})
    assert not Pause.objects.exists()


def test_what_something_followed_is_not_undone_by_one_press(desk, cup):
    desk.post(url(cup, "announce_pause"), {"minutes": "15", "reason": "a break"})
    undo = url(cup, "undo_act", Event.objects.get(kind="pause.announced").number)
    play.start(play.match(cup, 1, 0), table_number=1)
    latest = text(desk, url(cup, "desk")).split('id="latest"')[1]
    assert f'href="{undo}"' in latest
    assert f'action="{undo}"' not in latest


def test_the_desk_shows_the_next_pause(desk, cup):
    later = timezone.localtime() + timedelta(hours=2)
    desk.post(
        url(cup, "announce_pause"),
        {"starts_at": f"{later:%H:%M}", "minutes": "30", "reason": "paella"},
    )
    page = text(desk, url(cup, "desk"))
    assert f"Next pause: {later:%H:%M}" in page
    assert url(cup, "call_off_pause", Pause.objects.get().pk) in page


@pytest.mark.parametrize(("choice", "later"), [({}, 0), ({"stops_clock": "on"}, 30)])
@pytest.mark.sampled(2)
def test_T5_the_six_hours_stand_still_only_where_that_is_chosen(desk, cup, choice, later):
    start = timezone.now().replace(microsecond=0) - timedelta(hours=1)
    Tournament.objects.filter(pk=cup.pk).update(starts_at=start)
    desk.post(url(cup, "announce_pause"), {"minutes": "30", "reason": "paella", **choice})
    ends_at = start + timedelta(hours=6, minutes=later)
    for name in ("desk", "day_clock"):
        context = desk.get(url(cup, name)).context
        found = context["clock"]["ends_at"] if name == "desk" else context["ends_at"]
        assert found == ends_at
    page = text(desk, url(cup, "desk"))
    assert ("the clock of the day is stopped" in page) is bool(later)
    assert cup.events.get(kind="pause.announced").data["stops_clock"] is bool(later)


def test_an_hour_that_has_just_passed_is_refused_and_not_announced_for_tomorrow(
    desk, cup, monkeypatch
):
    noon = timezone.localtime(timezone=cup.zone).replace(hour=12, minute=5)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    given = {"starts_at": "12:00", "minutes": "30", "reason": "lunch"}
    assert desk.post(url(cup, "announce_pause"), given).status_code == 400
    assert not Pause.objects.exists()


@pytest.mark.parametrize(("hour", "announced"), [("23:50", 0), ("13:00", 1)])
def test_after_midnight_an_hour_that_has_just_passed_is_not_announced_for_the_next_evening(
    desk, cup, monkeypatch, hour, announced
):
    early = timezone.localtime().replace(hour=0, minute=10)
    monkeypatch.setattr(timezone, "now", lambda: early)
    desk.post(url(cup, "announce_pause"), {"starts_at": hour, "minutes": "5", "reason": "tea"})
    assert Pause.objects.count() == announced


@pytest.mark.parametrize(("now", "until"), [("00:10", 20), ("01:10", 20)])
def test_of_an_hour_that_comes_twice_in_a_night_the_one_to_come_is_announced(
    desk, cup, monkeypatch, now, until
):
    """In Madrid 02:30 is 00:30 and 01:30 UTC on 25 October 2026."""
    clock = datetime.fromisoformat(f"2026-10-25T{now}:00+00:00")
    monkeypatch.setattr(timezone, "now", lambda: clock)
    desk.post(url(cup, "announce_pause"), {"starts_at": "02:30", "minutes": "5", "reason": "tea"})
    assert Pause.objects.get().starts_at - clock == timedelta(minutes=until)


def test_a_pause_after_midnight_is_announced_before_it(desk, cup, monkeypatch):
    late = timezone.localtime(timezone=cup.zone).replace(hour=23, minute=30, second=0)
    monkeypatch.setattr(timezone, "now", lambda: late)
    desk.post(url(cup, "announce_pause"), {"starts_at": "00:15", "minutes": "30", "reason": "soup"})
    since = timezone.localtime(Pause.objects.get().starts_at, timezone=cup.zone)
    assert (since.date() - late.date(), f"{since:%H:%M}") == (timedelta(days=1), "00:15")
