"""The rules of a tournament as a file: kept, given to others, begun with."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournament import play
from tournament.championship.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def sent(client: Any, address: str, content: bytes) -> Any:
    file = SimpleUploadedFile("rules.json", content, content_type="application/json")
    return client.post(address, {"rules": file, "step": "file"})


@pytest.fixture
def cup(arizkun: Any) -> Tournament:
    return play.tournament(
        owner=arizkun, regulation="euskal-herria", settings={"target": 35, "signals": False},
        format="groups", format_options={"qualifiers": 2, "third_place": True, "seeds": [1]},
        courtesy_minutes=10, rules_name="Bar Orio", house_rules="No smoking.",
    )  # fmt: skip


def test_a_file_of_rules_fills_the_form_of_a_new_tournament_which_is_then_played_by_them(
    desk, at, cup
):
    kept = desk.get(at("rules_file", cup.slug))
    assert kept["Content-Disposition"] == f'attachment; filename="{cup.slug}-rules.json"'
    page = sent(desk, at("create"), kept.content)
    assert page.status_code == 200
    assert "The rules are those of the file." in page.text
    assert Tournament.objects.count() == 1, "nothing is made by looking"
    form = page.context["form"]
    filled = {name: form[name].value() for name in form.fields}
    given = {name: value for name, value in filled.items() if value not in (None, "", False)}
    desk.post(at("create"), {**given, "name": "Next", "starts_at": "2026-12-05T12:00"})
    made = Tournament.objects.get(name="Next")
    assert (made.regulation, made.settings) == ("euskal-herria", cup.settings)
    assert (made.format, made.courtesy_minutes, made.house_rules) == ("groups", 10, "No smoking.")
    assert made.rules_name == "Bar Orio"
    assert made.format_options == {"qualifiers": 2, "third_place": True}, "its seeds are its own"


def test_a_file_with_an_earlier_version_of_a_regulation_begins_a_tournament_by_it(
    desk, at, arizkun
):
    before = play.tournament(owner=arizkun, regulation="colmenar-viejo")
    page = sent(desk, at("create"), desk.get(at("rules_file", before.slug)).content)
    form = page.context["form"]
    filled = {name: form[name].value() for name in form.fields}
    given = {name: value for name, value in filled.items() if value not in (None, "", False)}
    answer = desk.post(at("create"), {**given, "name": "Next", "starts_at": "2026-12-05T12:00"})
    assert answer.status_code == 302
    assert Tournament.objects.get(name="Next").regulation == "colmenar-viejo"


OF_GROUPS = ("group_matches", "best_of_all", "brackets")


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ({}, {"group_matches": "3", "best_of_all": "8", "brackets": "2"}),
        (
            {"format_options": {"group_matches": 2}},
            {"group_matches": "2", "best_of_all": "8", "brackets": "2"},
        ),
        ({"format_options": {}}, {"group_matches": "3", "best_of_all": "8", "brackets": "2"}),
        ({"format": "groups"}, {}),
    ],
)
def test_a_file_that_names_a_regulation_alone_opens_the_form_with_its_options(
    desk, at, rules, options
):
    """As a tournament is made that is given no options, over the API for one."""
    written = {"rules": "mus-rules/1", "regulation": "aeit-2", **rules}
    form = sent(desk, at("create"), json.dumps(written).encode()).context["form"]
    shown = {name: form[name].value() for name in OF_GROUPS}
    assert {name: str(value) for name, value in shown.items() if value} == options


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "The submitted file is empty."),
        (b"\xff", "This is not a file of rules."),
        (b"[1]", "This is not a file of rules."),
        (b"[" * 19_000, "This is not a file of rules."),
        (b'{"rules": "mus-rules/1"' + b" " * 20_000 + b"}", "This is not a file of rules."),
        (b'{"rules": "mus-rules/2"}', "This is not a file of rules."),
        (b'{"rules": "mus-rules/1", "vacas": 3}', "A newer version of the program"),
        (b'{"rules": "mus-rules/1", "settings": {"target": 3}}', "settings.target: "),
        (b'{"rules": "mus-rules/1", "settings": 3}', "settings: "),
        (b'{"rules": "mus-rules/1", "regulation": ["x"]}', "regulation: "),
        (b'{"rules": "mus-rules/1", "format": {}}', "format: "),
        (b'{"rules": "mus-rules/1", "courtesy_minutes": "x"}', "courtesy_minutes: "),
    ],
)
@pytest.mark.sampled(3)
def test_what_is_no_file_of_rules_is_said_and_makes_nothing(desk, at, content, says):
    page = sent(desk, at("create"), content)
    assert page.status_code == 400
    assert says in page.text
    assert not Tournament.objects.exists()


def test_a_form_without_a_file_says_so(desk, at):
    page = desk.post(at("create"), {"step": "file"})
    assert (page.status_code, "This field is required." in page.text) == (400, True)


def test_the_file_carries_no_name_of_anybody(desk, at, cup):
    told = json.loads(desk.get(at("rules_file", cup.slug)).content)
    assert set(told) == {
        "rules", "regulation", "settings", "format", "format_options", "courtesy_minutes",
        "rules_name",
        "house_rules",
    }  # fmt: skip
