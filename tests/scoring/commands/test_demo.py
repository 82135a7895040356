"""`manage.py demo`: an empty database is filled, another one is left alone."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command

from scoring.desk.queries.now import desk_inbox
from scoring.rulings.models import Ruling
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def demo(**options: Any) -> str:
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


def test_an_empty_database_gets_a_finished_championship_and_one_half_way(tmp_path, monkeypatch):
    said = demo(port=8123)

    finished = Tournament.objects.get(status="finished")
    running = Tournament.objects.get(status="running")
    assert finished.champion is not None
    for one in (finished, running):
        assert DrawCommitment.objects.get(tournament=one).words, (
            "nobody could bend the demo's draws"
        )
    assert running.zone.key == "Australia/Brisbane"
    playing = Match.objects.filter(tournament=running, status="playing")
    assert playing.filter(kind="championship").exists()
    assert playing.filter(kind="consolation").exists()
    waiting = {item.ruling.kind for item in desk_inbox(tournament_id=running.pk).items}
    assert {"call", "needs_ruling", "claim"} <= waiting
    password = (tmp_path / "demo_password").read_text()
    assert f"demo / {password}" in said
    assert f"http://127.0.0.1:8123/t/{running.slug}/" in said
    assert "/referee/join/" in said
    user = authenticate(None, username="demo", password=password)
    assert user is not None
    assert {t.pk for t in user.tournaments.all()} == {finished.pk, running.pk}

    own = play.tournament(name="Our own cup")
    own.organizers.add(user)

    before = (Tournament.objects.count(), Ruling.objects.count())
    assert demo(port=8123) == said
    assert (Tournament.objects.count(), Ruling.objects.count()) == before
    # Without a port said, it is the one that is served.
    monkeypatch.setenv("PORT", "9123")
    assert demo() == said.replace("8123", "9123")


def test_a_port_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv("PORT", "soon")
    with pytest.raises(CommandError, match="--port"):
        demo()


def test_a_database_in_use_is_left_alone():
    play.tournament(name="Orio")

    said = demo()

    assert "Nothing was changed" in said
    assert Tournament.objects.count() == 1
    assert demo(verbosity=0) == ""
