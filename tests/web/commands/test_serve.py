"""`manage.py serve`."""

import socket
import sys
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.servers import free_port
from tests.tournament import play
from web.management.commands import serve

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been started, and no migration of the test's database."""
    commands: list[list[str]] = []
    monkeypatch.setattr(serve, "become", lambda words: commands.append(words) or 0)
    monkeypatch.setattr(serve, "call_command", lambda *words, **options: None)
    return commands


def run(**options: Any) -> str:
    out = StringIO()
    call_command("serve", stdout=out, **options)
    return out.getvalue()


def test_it_says_where_everybody_finds_what_is_theirs(started):
    port = free_port()
    said = run(port=port)
    for path in ("/", "/organizer/", "/referee/", "/api/v1/docs/"):
        assert f"http://127.0.0.1:{port}{path}\n" in said


def test_it_becomes_one_server(started):
    port = free_port()
    run(port=port)
    assert started[0][:3] == [sys.executable, "-m", "config.server"]
    assert str(port) in started[0]


def test_a_port_that_is_taken_is_named_with_the_remedy(started):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} .* PORT=8001 make run"):
            run(port=port)
    assert started == []


def test_an_empty_database_gets_the_demo_and_its_logins(started, monkeypatch):
    called: list[str] = []
    monkeypatch.setattr(serve, "call_command", lambda name, **options: called.append(name))
    run(port=free_port())
    assert called == ["migrate", "demo"]


def test_an_empty_database_may_stay_empty(started, monkeypatch):
    called: list[str] = []
    monkeypatch.setattr(serve, "call_command", lambda name, **options: called.append(name))
    run(port=free_port(), no_demo=True)
    assert called == ["migrate"]


def test_a_database_with_a_rehearsal_alone_is_not_empty(started, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    play.tournament(is_rehearsal=True)

    assert "The database is empty" not in run(port=free_port())


def test_it_serves_where_the_environment_says(started, monkeypatch):
    port = free_port()
    monkeypatch.setenv("PORT", str(port))

    assert f"http://127.0.0.1:{port}/\n" in run()
