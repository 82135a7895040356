"""Tables over the API: for organizers, links above all."""

import re

import pytest

from api import moved
from tests.api.conftest import codes
from tests.tournament import play
from tournament.matches.models import Match
from tournament.tables.services import devices


def test_tables_show_their_match_and_devices(desk, at, drawn):
    play.start(play.match(drawn, 1, 0), table_number=1)
    rows = desk.get(f"{at}/tables/").json()
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    assert rows[0]["match"]["label"] == "1.1"
    assert rows[1]["match"] is None


@pytest.mark.parametrize("tables", [1, 3])
def test_the_overview_takes_as_many_queries_however_many_tables(
    desk, organizer, django_assert_num_queries, tables
):
    slug = play.tournament(entered=2, tables=tables, owner=organizer).slug
    # Session, account, tournament, "is it yours", and the overview's three.
    with django_assert_num_queries(7):
        assert len(desk.get(f"/tournaments/{slug}/tables/").json()) == tables


def test_the_number_of_tables_is_set(desk, at):
    answer = desk.put(f"{at}/tables/", {"count": 2})
    assert [row["number"] for row in answer.json()] == [1, 2]
    assert desk.put(f"{at}/tables/", {"count": 0}).status_code == 400


def test_a_link_binds_a_device_until_it_is_renewed(desk, at):
    link = desk.get(f"{at}/tables/links/").json()[1]
    assert link["url"] == f"http://testserver/referee/join/{link['token']}/"
    devices.join(token=link["token"])
    new = desk.post(f"{at}/tables/2/rotate/").json()
    assert (new["number"], new["token"] == link["token"]) == (2, False)
    assert codes(desk.post(f"{at}/tables/99/rotate/")) == ["no_such_table"]


def test_free_tables_go_to_the_matches_that_could_start(desk, at):
    answer = desk.post(f"{at}/tables/assign-free/")
    assert [match["table"] for match in answer.json()] == [1, 2]
    assert codes(desk.post(f"{at}/tables/assign-free/")) == ["nothing_to_assign"]
    assert Match.objects.filter(table__isnull=False).count() == 2


def test_a_device_is_revoked_by_its_own_organizer_alone(desk, elsewhere, at):
    device, _raw = devices.join(token=desk.get(f"{at}/tables/links/").json()[0]["token"])
    path = f"{at}/devices/{device.pk}/revoke/"
    assert elsewhere.post(path).status_code == 403
    rows = desk.post(path).json()
    assert rows[0]["devices"][0]["is_revoked"] is True
    assert codes(desk.post(path)) == ["already_revoked"]


def test_what_was_done_to_the_whole_room_is_taken_back_as_one(desk, at):
    desk.post(f"{at}/tables/assign-free/")
    begun = desk.post(f"{at}/matches/start-called/").json()
    assert [match["status"] for match in begun] == ["playing", "playing"]
    events = {event["kind"]: event for event in desk.get(f"{at}/events/").json()["events"]}
    undo = f"{at}/acts/{events['match.started']['number']}/undo/"
    assert desk.post(undo, {"reason": "The wrong round."}).status_code == 200
    assert Match.objects.filter(status="ready", table__isnull=False).count() == 2
    assert codes(desk.post(undo)) == ["already_undone"]


def test_an_address_that_took_one_kind_of_act_back_says_which_one_does_it_now(desk, at):
    desk.post(f"{at}/tables/assign-free/")
    answer = desk.post(f"{at}/tables/assign-free/undo/", {"event": 1})
    assert (answer.status_code, answer.json()["use"]) == (410, "acts/<event>/undo/")
    assert codes(answer) == ["gone"]
    given = {one["kind"]: one for one in desk.get(f"{at}/events/").json()["events"]}
    undo = f"{at}/acts/{given['tables.assigned']['number']}/undo/"
    assert desk.post(undo).status_code == 200
    assert not Match.objects.filter(table__isnull=False).exists()


@pytest.mark.parametrize("address", [*moved.OF_A_TOURNAMENT, *moved.OF_A_RULING])
def test_every_address_of_before_that_took_an_act_back_is_gone(desk, at, address):
    under = "/rulings/1" if address in moved.OF_A_RULING else at
    assert codes(desk.post(f"{under}/{re.sub('<[^>]*>', '1', address)}")) == ["gone"]


def test_a_team_is_made_and_tables_are_handed_over(desk, at):
    made = desk.post(f"{at}/referees/", {"name": "Bergara"})
    assert (made.status_code, made.json()["referees"][0]["name"]) == (201, "Bergara")
    moved = desk.post(f"{at}/referees/hand-over/", {"tables": [1, 3], "to": 1}).json()
    assert (moved["referees"][0]["tables"], moved["unassigned"]) == ([1, 3], [2, 4])
    assert codes(desk.post(f"{at}/referees/hand-over/", {"tables": [], "to": 1})) == ["no_tables"]
    assert desk.post(f"{at}/referees/hand-over/", {"tables": ["1"], "to": 1}).status_code == 400
    assert desk.post(f"{at}/referees/1/remove/").json()["referees"] == []
    assert codes(desk.post(f"{at}/referees/1/remove/")) == ["no_such_referee"]


def test_a_call_says_why_and_is_answered_once(desk, at, drawn):
    match = play.start(play.match(drawn, 1, 0))
    path = f"{at}/matches/{match.pk}/call/"
    assert desk.post(path, {"about": "weather"}).status_code == 400
    call = desk.post(path, {"about": "conduct"}).json()["call"]
    answered = desk.post(f"/rulings/{call}/answer-call/").json()
    assert (answered["status"], answered["proposed"]["about"]) == ("open", "conduct")
    assert codes(desk.post(f"/rulings/{call}/answer-call/")) == ["already_answered"]
    assert desk.post(f"/rulings/{call}/close-call/").json()["status"] == "confirmed"
    assert codes(desk.post(f"/rulings/{call}/answer-call/")) == ["already_decided"]
