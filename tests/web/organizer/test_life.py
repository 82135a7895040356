"""The pages on which a tournament is postponed, called off, hidden and shown again; and what
everybody then sees of it."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar

from tests.web.pages import words
from tournament.championship.models import Tournament

NOON = "2026-12-06T12:00"


def act(desk, at, name, tournament, **fields):
    return desk.post(at(name, tournament.slug), {"reason": "flood", **fields})


def stored(tournament):
    return Tournament.objects.get(pk=tournament.id)


def event_of(client, tournament):
    """The day in the calendar file, and the page's data for search engines."""
    file = client.get(f"/t/{tournament.slug}/calendar.ics").content
    page = client.get(f"/t/{tournament.slug}/").text
    data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)[1]
    return Calendar.from_ical(file).walk("VEVENT")[0], json.loads(data)


def test_the_settings_offer_each_act_with_its_page(desk, at, entered):
    page = desk.get(at("change", entered.slug)).text
    names = ("postpone_tournament", "call_off_tournament", "hide_tournament")
    for name in names:
        assert at(name, entered.slug) in page
    assert at("show_tournament", entered.slug) not in page
    form = desk.get(at("postpone_tournament", entered.slug)).text
    assert 'name="starts_at"' in form
    assert 'value="Getaria"' in form


def test_a_day_that_moves_is_told_by_its_page_its_calendar_and_to_search_engines(
    desk, client, at, entered
):
    before, _data = event_of(client, entered)
    answer = act(desk, at, "postpone_tournament", entered, starts_at=NOON, place="Orio")
    assert answer.status_code == 302
    assert stored(entered).starts_at == datetime(2026, 12, 6, 11, tzinfo=UTC)  # noon in Madrid
    html = words(client.get(f"/t/{entered.slug}/").text)
    assert "Postponed: it was to begin on" in html
    after, data = event_of(client, entered)
    assert after["sequence"] > before["sequence"]
    assert (before["uid"], after["location"]) == (after["uid"], "Orio")
    assert data["eventStatus"].endswith("/EventRescheduled")
    assert data["previousStartDate"] == entered.starts_at.isoformat()


def test_a_wrong_day_stays_in_the_form_with_what_is_wrong(desk, at, entered):
    answer = act(desk, at, "postpone_tournament", entered, starts_at="some day", place="Orio")
    assert answer.status_code == 400
    assert "Write the day and the hour" in answer.text
    assert 'value="Orio"' in answer.text


def test_what_is_called_off_is_no_coming_tournament_and_undo_brings_it_back(
    desk, client, at, entered
):
    answer = act(desk, at, "call_off_tournament", entered)
    page = desk.get(answer.url).text
    assert at("call_off_tournament", entered.slug) not in page
    assert "This tournament is called off." in client.get(f"/t/{entered.slug}/").text
    home = client.get("/").text
    assert "Entry open" not in home
    assert "Called off" in home
    day, data = event_of(client, entered)
    assert day["status"] == "CANCELLED"
    assert data["eventStatus"].endswith("/EventCancelled")
    undo = re.search(r'href="(/organizer/[^"]+/undo/[^"]*)"', page)[1]
    desk.post(undo, {"reason": "it fell"})
    assert not stored(entered).is_called_off
    assert "Entry open" in client.get("/").text


def test_the_draw_of_a_tournament_that_is_called_off_says_why_it_is_refused(desk, at, entered):
    act(desk, at, "call_off_tournament", entered)
    answer = desk.post(at("make_draw", entered.slug), {"seed": "kaixo"}, follow=True)
    assert "This tournament is called off." in words(answer.text)
    assert not stored(entered).draw_seed


def test_a_hidden_tournament_is_in_no_list_and_search_engines_forget_it(desk, client, at, entered):
    act(desk, at, "hide_tournament", entered)
    for path in ("/", "/sitemap.xml", "/?q=Getaria"):
        assert f"/t/{entered.slug}/" not in client.get(path).text
    page = client.get(f"/t/{entered.slug}/")
    assert page.status_code == 200
    assert '<meta name="robots" content="noindex">' in page.text
    act(desk, at, "show_tournament", entered)
    assert f"/t/{entered.slug}/" in client.get("/sitemap.xml").text


@pytest.mark.parametrize("name", ["call_off_tournament", "hide_tournament"])
def test_without_a_reason_nothing_happens(desk, at, entered, name):
    assert act(desk, at, name, entered, reason="").status_code == 400
    assert (stored(entered).is_called_off, stored(entered).is_hidden) == (False, False)


def test_by_the_API_the_start_is_by_the_clock_of_the_place(desk, entered):
    base = f"/api/v1/tournaments/{entered.slug}/"
    body = {"starts_at": "2026-12-06T12:00", "reason": "snow"}
    answer = desk.post(f"{base}postpone/", json.dumps(body), "application/json")
    assert answer.status_code == 200, answer.text
    assert answer.json()["starts_at"] == "2026-12-06T11:00:00Z"
    assert answer.json()["place"] == "Getaria"
    answer = desk.post(f"{base}call-off/", json.dumps({"reason": "flood"}), "application/json")
    assert answer.json()["is_called_off"] is True


def test_before_a_tournament_ends_early_its_page_says_who_would_have_the_title(
    desk, client, at, beaten
):
    page = words(desk.get(at("end_tournament_early", beaten.slug)).text)
    assert "The title is shared:" in page or "The title:" in page
    assert act(desk, at, "end_tournament_early", beaten, reason="rain").status_code == 302
    assert stored(beaten).status == "finished"
    public = client.get(f"/t/{beaten.slug}/")
    assert "Ended before its last match" in public.text
    for name in ("standings/", "pairs/", "tv/"):
        assert client.get(f"/t/{beaten.slug}/{name}").status_code == 200


def test_a_tournament_is_deleted_by_typing_its_name_and_not_by_another_one(desk, at, entered):
    address = at("delete_tournament", entered.slug)
    assert "Type its name to say that it is this one: Summer Cup" in words(desk.get(address).text)
    assert desk.post(address, {"name": "Winter Cup"}).status_code == 400
    answer = desk.post(address, {"name": "Summer Cup"}, follow=True)
    assert "Summer Cup is removed." in words(answer.text)
    assert not Tournament.objects.exists()


def test_by_the_API_a_tournament_is_deleted_with_its_name(desk, entered):
    address = f"/api/v1/tournaments/{entered.slug}/"
    refused = desk.delete(address, json.dumps({"name": "Winter Cup"}), "application/json")
    assert refused.status_code == 400
    gone = desk.delete(address, json.dumps({"name": "Summer Cup"}), "application/json")
    assert gone.status_code == 204
    assert not Tournament.objects.exists()


def test_T5_a_tournament_of_several_days_of_its_own_length_is_whole_in_calendar_and_search(
    client, entered
):
    row = stored(entered)
    row.settings = {"days": 3, "day_hours": 9}
    row.save()
    day, data = event_of(client, entered)
    assert day["dtend"].dt - day["dtstart"].dt == timedelta(days=2, hours=9)
    assert data["endDate"] == (entered.starts_at + timedelta(days=2, hours=9)).isoformat()


@pytest.mark.parametrize(("days", "heading"), [(1, "Past, and never drawn"), (31, "Entry open")])
def test_the_front_page_has_no_day_among_the_coming_ones_that_has_passed(
    client, entered, days, heading
):
    row = stored(entered)
    row.starts_at, row.settings = row.starts_at - timedelta(days=20), {"days": days}
    row.save()
    home = client.get("/").text
    assert heading in home
    assert ("Entry open" in home) is (days == 31)
