"""Tournaments over the API: listed, made, changed, shortened."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.api.conftest import codes, paths
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event

NEW = {
    "name": "Orio Open",
    "starts_at": "2026-08-15T10:00:00+02:00",
    "place": "Orio",
    "tables": 3,
    "settings": {"target": 30},
}


def test_the_list_is_read_by_anybody(anyone, entry):
    answer = anyone.get("/tournaments/")
    assert answer.status_code == 200
    body = answer.json()
    assert (body["count"], body["page"], body["pages"]) == (1, 1, 1)
    assert body["results"][0]["slug"] == entry.slug
    assert body["results"][0]["regulation"]["key"] == "brisbane-2024"


def test_the_list_is_searched_and_cut_into_pages(anyone, db):
    for name in ("Orio Open", "Orio Cup", "Oñati Cup"):
        play.tournament(name=name)
    assert anyone.get("/tournaments/?q=orio").json()["count"] == 2
    assert anyone.get("/tournaments/?q=CUP onati").json()["count"] == 1
    assert anyone.get("/tournaments/?q=%25").json()["count"] == 0
    page = anyone.get("/tournaments/?page_size=2&page=2").json()
    assert (page["pages"], len(page["results"])) == (2, 1)
    assert anyone.get("/tournaments/?page=9").json()["results"] == []
    assert anyone.get("/tournaments/?status=finished").json()["count"] == 0


def test_the_list_can_be_of_ones_own(desk, elsewhere, entry):
    assert desk.get("/tournaments/?mine=true").json()["count"] == 1
    assert elsewhere.get("/tournaments/?mine=true").json()["count"] == 0


@pytest.mark.parametrize("query", ["page=0", "page=x", "page_size=101", "status=lost", "sort=name"])
def test_a_filter_that_is_not_understood_is_named(anyone, db, query):
    answer = anyone.get(f"/tournaments/?{query}")
    assert answer.status_code == 400
    assert paths(answer) == [query.split("=")[0]]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_one_query_however_long(anyone, db, django_assert_num_queries, rows):
    for _ in range(rows):
        play.tournament(entered=2)
    with django_assert_num_queries(1):
        assert anyone.get("/tournaments/").json()["count"] == rows


def test_a_tournament_is_made_and_belongs_to_its_maker(desk, organizer):
    answer = desk.post("/tournaments/", NEW)
    assert answer.status_code == 201
    assert answer.json()["starts_at"] == "2026-08-15T08:00:00Z"
    made = Tournament.objects.get(slug=answer.json()["slug"])
    assert list(made.organizers.all()) == [organizer]
    assert (made.settings, made.tables_count) == ({"target": 30}, 3)


def test_every_fault_of_a_new_tournament_is_named_at_once(desk):
    answer = desk.post("/tournaments/", {"name": "", "tables": "3", "colour": "red"})
    assert answer.status_code == 400
    assert paths(answer) == ["colour"]
    answer = desk.post("/tournaments/", {"name": "", "tables": "3"})
    assert set(paths(answer)) == {"name", "starts_at", "tables"}


def test_the_rules_have_their_say_after_the_types(desk):
    answer = desk.post("/tournaments/", {**NEW, "settings": {"target": True}})
    assert answer.status_code == 400
    assert paths(answer)[0].startswith("settings")


def test_an_hour_without_offset_is_of_the_clock_of_the_place(desk, entry):
    """Read by the server's clock, noon in Brisbane would be nine in the evening there."""
    there = {**NEW, "starts_at": "2026-11-28T12:00:00", "time_zone": "Australia/Brisbane"}
    made = desk.post("/tournaments/", there).json()
    assert made["starts_at"] == "2026-11-28T02:00:00Z"
    later = desk.patch(f"/tournaments/{made['slug']}/", {"starts_at": "2026-11-28T13:00:00"})
    assert later.json()["starts_at"] == "2026-11-28T03:00:00Z"
    moved = {"starts_at": "2026-11-28T13:00:00", "time_zone": "Europe/Madrid"}
    elsewhere = desk.patch(f"/tournaments/{made['slug']}/", moved)
    assert elsewhere.json()["starts_at"] == "2026-11-28T12:00:00Z"
    said = desk.patch(f"/tournaments/{made['slug']}/", {"starts_at": "2026-11-28T12:00:00+10:00"})
    assert said.json()["starts_at"] == "2026-11-28T02:00:00Z"
    nowhere = desk.post("/tournaments/", {**there, "time_zone": "Mars/Olympus"})
    assert (nowhere.status_code, codes(nowhere)) == (400, ["unknown_zone"])


def test_a_pause_without_offset_is_of_the_clock_of_the_place(desk):
    there = {**NEW, "starts_at": "2026-11-28T12:00:00", "time_zone": "Australia/Brisbane"}
    slug = desk.post("/tournaments/", there).json()["slug"]
    soon = (timezone.now() + timedelta(hours=2)).replace(microsecond=0)
    shown = soon.astimezone(ZoneInfo("Australia/Brisbane")).replace(tzinfo=None)
    lunch = {"starts_at": shown.isoformat(), "minutes": 30, "reason": "lunch"}
    announced = desk.post(f"/tournaments/{slug}/pauses/", lunch)
    assert datetime.fromisoformat(announced.json()["starts_at"]) == soon


@pytest.mark.parametrize(
    "year",
    [
        "0001-01-01T00:00:00Z", "0001-01-01T00:00:00",
        "9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59",
    ],
)  # fmt: skip
def test_a_year_that_no_clock_reaches_is_told_which_years_there_are(desk, entry, year):
    answer = desk.patch(f"/tournaments/{entry.slug}/", {"starts_at": year})
    assert (codes(answer), paths(answer)) == (["overflow"], ["starts_at"])
    assert answer.json()["errors"][0]["message"] == "Give a year between 2000 and 2200."


def test_who_is_not_signed_in_makes_nothing(anyone, db):
    answer = anyone.post("/tournaments/", NEW)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Token"
    assert not Tournament.objects.exists()


def test_one_tournament_is_read_by_anybody(anyone, entry):
    answer = anyone.get(f"/tournaments/{entry.slug}/")
    assert answer.status_code == 200
    assert answer.json()["pairs_count"] == 4
    assert answer.json()["best_of_if_drawn_now"] == 5


def test_a_tournament_that_does_not_exist_is_404_with_a_remedy(anyone, db):
    answer = anyone.get("/tournaments/nowhere/")
    assert answer.status_code == 404
    assert codes(answer) == ["no_such_tournament"]


def test_a_change_leaves_the_rest_alone(desk, entry):
    answer = desk.patch(f"/tournaments/{entry.slug}/", {"place": "Getaria"})
    assert answer.status_code == 200
    assert (answer.json()["place"], answer.json()["name"]) == ("Getaria", entry.name)


def test_a_delay_can_no_longer_be_set(desk, anyone, entry):
    address = f"/tournaments/{entry.slug}/"
    assert "delay_minutes" not in anyone.get(address).json()
    refused = desk.patch(address, {"delay_minutes": 3})
    assert (refused.status_code, paths(refused)) == (400, ["delay_minutes"])


def test_a_change_of_the_rules_after_the_draw_is_refused(desk, at):
    answer = desk.patch(f"{at}/", {"regulation": "nabo"})
    assert answer.status_code == 400
    assert codes(answer) == ["already_drawn"]


def test_t5_games_are_reduced_with_a_reason(desk, at):
    answer = desk.post(f"{at}/reduce-games/", {"best_of": 3, "reason": "It is five o'clock."})
    assert answer.status_code == 200
    assert answer.json()["best_of"] == 3
    again = desk.post(f"{at}/reduce-games/", {"best_of": 3, "reason": "It is late."})
    assert codes(again) == ["not_fewer"]


def test_t5_fewer_games_are_taken_back_by_the_number_of_their_event(desk, at):
    desk.post(f"{at}/reduce-games/", {"best_of": 3, "reason": "It is five o'clock."})
    event = Event.objects.get(kind="tournament.games_reduced").number
    unsaid = desk.post(f"{at}/reduce-games/undo/", {"event": event})
    assert unsaid.status_code == 400
    answer = desk.post(f"{at}/reduce-games/undo/", {"event": event, "reason": "It is four."})
    assert (answer.status_code, answer.json()["best_of"]) == (200, 5)
    again = desk.post(f"{at}/reduce-games/undo/", {"event": event, "reason": "It is four."})
    assert (again.status_code, codes(again)) == (404, ["no_such_act"])


def test_organizers_add_and_remove_each_other(desk, at, stranger):
    answer = desk.post(f"{at}/organizers/", {"username": "mutriku"})
    assert answer.status_code == 201
    assert [o["username"] for o in answer.json()] == ["mutriku", "zarautz"]
    answer = desk.post(f"{at}/organizers/remove/", {"username": "mutriku"})
    assert [o["username"] for o in answer.json()] == ["zarautz"]
    last = desk.post(f"{at}/organizers/remove/", {"username": "zarautz"})
    assert codes(last) == ["last_organizer"]
    assert [o["username"] for o in desk.get(f"{at}/organizers/").json()] == ["zarautz"]


def test_a_slug_is_a_text(desk):
    answer = desk.post("/tournaments/", {**NEW, "slug": 0})
    assert (answer.status_code, paths(answer)) == (400, ["slug"])
    assert not Tournament.objects.filter(name=NEW["name"]).exists()


def test_an_account_makes_only_so_many_in_an_hour(desk, settings):
    settings.TOURNAMENTS_PER_HOUR = 2
    statuses = [desk.post("/tournaments/", NEW).status_code for _time in range(3)]
    assert statuses == [201, 201, 429]
    answer = desk.post("/tournaments/", NEW)
    assert codes(answer) == ["too_often"]
    assert int(answer.headers["Retry-After"]) > 0


def test_an_address_makes_only_so_many_whatever_the_account(desk, settings):
    settings.TOURNAMENTS_PER_HOUR_PER_ADDRESS = 1
    statuses = [desk.post("/tournaments/", NEW).status_code for _time in range(2)]
    assert statuses == [201, 429]


def test_house_rules_are_sent_read_and_refused_when_too_long(desk, db):
    made = desk.post("/tournaments/", {**NEW, "house_rules": "No smoking."}).json()
    assert made["house_rules"] == "No smoking."
    named = desk.patch(f"/tournaments/{made['slug']}/", {"rules_name": "Bar Orio"}).json()
    assert named["rules_name"] == "Bar Orio"
    answer = desk.patch(f"/tournaments/{made['slug']}/", {"house_rules": "x" * 4001})
    assert (answer.status_code, codes(answer)) == (400, ["max_length"])


@pytest.mark.parametrize("body", [[], "Orio", 5, [{"name": "Orio"}]])
def test_a_body_that_is_no_object_is_refused_in_the_readers_language(desk, body):
    answer = desk.ask("POST", "/tournaments/", body, **{"Accept-Language": "eu"})
    assert (answer.status_code, codes(answer)) == (400, ["bad_json"])
    assert answer.json()["errors"][0]["message"].startswith("Bidali JSON objektu bakarra")


def test_prizes_and_timetable_are_sent_and_read_with_the_tournament(desk, anyone, entry):
    sent = {
        "places": [{"first": 1, "last": 2, "prize": "600 €"}],
        "timetable": [{"day": 1, "time": "16:30", "what": "Round 1"}],
    }
    empty = {"places": [], "consolation": [], "text": "", "timetable": []}
    address = f"/tournaments/{entry.slug}/"
    assert anyone.get(address).json()["prizes"] == empty
    assert desk.ask("PUT", f"{address}prizes/", sent).json()["prizes"] == {**empty, **sent}
    assert anyone.get(address).json()["prizes"] == {**empty, **sent}
    assert anyone.ask("PUT", f"{address}prizes/", sent).status_code == 401
    twice = {"places": [{"first": 1, "last": 2, "prize": "600 €"}] * 2}
    answer = desk.ask("PUT", f"{address}prizes/", twice)
    assert (answer.status_code, codes(answer)) == (400, ["places_overlap"])
