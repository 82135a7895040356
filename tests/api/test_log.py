"""The event log over the API."""

import pytest

from tests.api.conftest import paths
from tournament.log.models import Event


def test_the_log_is_read_from_the_newest_down_and_from_a_number_up(anyone, at, drawn):
    page = anyone.get(f"{at}/events/?size=2").json()
    assert [event["number"] for event in page["events"]] == [3, 2]
    older = anyone.get(f"{at}/events/?size=2&before={page['older']}").json()
    assert [event["number"] for event in older["events"]] == [1]
    newer = anyone.get(f"{at}/events/?after=1").json()
    assert [event["number"] for event in newer["events"]] == [2, 3]


@pytest.mark.parametrize("query", ["before=0", "after=-1", "size=201", "before=" + "9" * 30])
def test_a_page_that_cannot_be_is_named(anyone, at, query):
    answer = anyone.get(f"{at}/events/?{query}")
    assert (answer.status_code, paths(answer)) == (400, [query.split("=")[0]])


def test_an_edit_of_the_past_shows(anyone, at, drawn):
    assert anyone.get(f"{at}/events/verify/").json()["ok"] is True
    Event.objects.filter(tournament=drawn, number=2).update(sealed={})
    check = anyone.get(f"{at}/events/verify/").json()
    assert (check["ok"], check["wrong_number"]) == (False, 2)


def test_no_contact_is_in_the_log(anyone, at):
    assert b"phone" not in anyone.get(f"{at}/events/?size=200").content
