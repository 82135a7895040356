"""`manage.py verify_log`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.play import play_out, tournament
from tournament.log.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _speaks_english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def run(*args):
    out = StringIO()
    call_command("verify_log", *args, stdout=out)
    return out.getvalue()


def test_a_log_that_holds_is_said_to_hold():
    cup = tournament(entered=2)
    assert "2 events, all intact" in run(cup.slug)


def test_the_first_wrong_number_is_named():
    cup = tournament(entered=2, drawn=True)
    Event.objects.filter(tournament=cup, number=2).update(kind="x")
    with pytest.raises(CommandError, match="Event 2 is wrong: wrong_hash"):
        run(cup.slug)


def test_an_unknown_tournament_is_an_error():
    with pytest.raises(CommandError, match="no such tournament"):
        run("nowhere")


def test_the_recipe_in_the_documentation_checks_the_export(root):
    cup = play_out(tournament(entered=3, drawn=True))
    lines = run(cup.slug, "--export").splitlines()
    recipe = (root / "docs/event-log.md").read_text().split("```python\n")[1].split("```")[0]
    said = []
    exec(recipe, {"open": lambda _name, **_how: lines, "print": said.append})
    cup.refresh_from_db()
    assert cup.event_hash in said[-1]
    assert len(lines) == cup.event_number
    assert json.loads(lines[0])["kind"] == "tournament.created"
