"""The log at the desk."""

import json

from tournament.log.models import Event


def test_the_newest_comes_first_and_the_seal_holds(desk, at, drawn):
    html = desk.get(at("log", drawn.slug)).text
    assert "The log is intact." in html
    newest = Event.objects.latest("number")
    assert f'<span class="copy">{newest.hash}</span>' in html
    assert html.index("The draw was made") < html.index("The tournament was created")


def test_a_changed_past_shows(desk, at, drawn):
    Event.objects.filter(number=2).update(actor_label="somebody else")
    assert "is not intact from event 2 on" in desk.get(at("log", drawn.slug)).text


def test_older_events_are_a_page_further(desk, at, drawn):
    html = desk.get(at("log", drawn.slug) + "?before=2").text
    assert "The draw was made" not in html
    assert "The tournament was created" in html
    for before in ("x", "-1", "9" * 40, "²"):
        assert desk.get(at("log", drawn.slug), {"before": before}).status_code == 200


def test_the_whole_log_can_be_taken_home(desk, at, drawn):
    response = desk.get(at("export_log", drawn.slug))
    assert response["Content-Disposition"] == 'attachment; filename="summer-cup-log.jsonl"'
    lines = b"".join(response.streaming_content).decode().splitlines()
    assert [json.loads(line)["number"] for line in lines] == list(range(1, drawn.event_number + 1))
