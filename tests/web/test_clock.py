"""Every page of a tournament goes by the clock of its place."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event
from web.organizer.forms.tournaments import next_start

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
# `play.NOON` in UTC: 14:00 in Madrid, 22:00 in Brisbane.
BRISBANE, MADRID = "22:00 AEST", "14:00 CEST"
NEW = {
    "name": "Summer Cup", "starts_at": "2026-11-28T12:00", "tables": 2,
    "regulation": "brisbane-2024",
}  # fmt: skip


def page(client, name, *args):
    return " ".join(client.get(reverse(name, args=args)).text.split())


def test_a_public_page_shows_the_hour_at_the_place_and_whose_it_is(client):
    there = play.tournament(name="Brisbane", time_zone="Australia/Brisbane")
    here = play.tournament(name="Here")
    for name in ("bracket", "standings", "pairs", "log"):
        assert BRISBANE in page(client, f"public:{name}", there.slug)
        assert MADRID in page(client, f"public:{name}", here.slug)


def test_lists_show_each_tournament_by_its_own_clock(desk, arizkun):
    play.tournament(name="Brisbane", time_zone="Australia/Brisbane", owner=arizkun)
    play.tournament(name="Here", owner=arizkun)
    for name in ("public:home", "organizer:mine"):
        html = page(desk, name)
        assert BRISBANE in html
        assert MADRID in html


def test_no_request_leaves_its_clock_to_the_next(client):
    there = play.tournament(name="Brisbane", time_zone="Australia/Brisbane")
    page(client, "public:bracket", there.slug)
    assert timezone.get_current_timezone_name() == "Australia/Brisbane"  # of this thread
    page(client, "public:home")
    assert timezone.get_current_timezone_name() == "Europe/Madrid"


def test_the_log_and_the_hands_say_when_by_the_same_clock(client):
    match = table.a_match(time_zone="Pacific/Kiritimati")  # 14 hours before UTC
    table.record(match, table.plain())
    at = Event.objects.latest("pk").at.astimezone(match.tournament.zone)
    assert f"{at:%H:}" in page(client, "public:match", match.tournament.slug, match.pk)
    assert f"{at:%d}" in page(client, "public:log", match.tournament.slug)


def test_the_start_is_read_by_the_clock_that_is_given_with_it(desk):
    given = {**NEW, "time_zone": "Australia/Brisbane"}
    desk.post(reverse("organizer:create"), given)
    made = Tournament.objects.get()
    assert made.starts_at == datetime(2026, 11, 28, 2, 0, tzinfo=UTC)
    settings = page(desk, "organizer:change", made.slug)
    assert 'value="2026-11-28T12:00"' in settings
    assert 'value="Australia/Brisbane"' in settings
    desk.post(reverse("organizer:change", args=[made.slug]), {**given, "time_zone": "Europe/Paris"})
    made.refresh_from_db()
    assert made.starts_at == datetime(2026, 11, 28, 11, 0, tzinfo=UTC)
    again = page(desk, "organizer:create")
    assert 'value="Europe/Paris"' in again  # as last time
    assert "data-guess" not in again


def test_a_clock_that_is_none_is_refused_at_its_field(desk):
    given = {**NEW, "time_zone": "Ondarroa"}
    response = desk.post(reverse("organizer:create"), given)
    assert response.status_code == 400
    assert "There is no such time zone" in response.text
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("now", "start"),
    [
        ("2026-11-28 09:10", "2026-11-28 10:00"),
        ("2026-11-28 09:31", "2026-11-28 11:00"),  # half an hour at least
        ("2026-11-28 05:00", "2026-11-28 12:00"),
        ("2026-11-28 19:20", "2026-11-28 20:00"),
        ("2026-11-28 20:40", "2026-11-29 12:00"),
        ("2026-11-28 23:50", "2026-11-29 12:00"),
    ],
)
def test_a_new_tournament_starts_on_the_day_where_that_can_be(monkeypatch, now, start):
    at = datetime.fromisoformat(now).replace(tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr(timezone, "now", lambda: at)
    assert f"{next_start('Europe/Madrid'):%Y-%m-%d %H:%M}" == start
