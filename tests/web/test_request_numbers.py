"""What a user reads on the page of an error finds the request in the log."""

import logging
import re
from typing import Any

import pytest
import yaml
from django.db import OperationalError
from django.test import Client

from config.logs import Line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def broken(*_: Any, **__: Any) -> None:
    raise RuntimeError("a fault of ours")


def locked(*_: Any, **__: Any) -> None:
    raise OperationalError("database is locked")


class Lines(logging.Handler):
    """Keeps the lines that are written, as people read them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Line("{message}", style="{"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def lines() -> Any:
    handler, root = Lines(), logging.getLogger()
    root.addHandler(handler)
    yield handler.lines
    root.removeHandler(handler)


@pytest.mark.parametrize(
    ("path", "fault", "status"),
    [
        ("/nothing/here", None, 404),
        ("/eu/t/nothing/", None, 404),
        ("/?page=%00", None, 400),
        ("/", broken, 500),
        ("/", locked, 503),
    ],
)
def test_the_page_of_an_error_shows_a_short_number_of_the_log(
    monkeypatch, lines, path, fault, status
):
    if fault is not None:
        monkeypatch.setattr("web.public.home.tournament_list", fault)
    answer = Client(raise_request_exception=False).get(path, headers={"accept": "text/html"})
    assert answer.status_code == status
    number = answer["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{8}", number)
    assert f"<code>{number}</code>" in answer.text
    if status != 400:
        assert any(f"request={number}" in line for line in lines), lines


def test_a_form_that_expired_shows_it_too(lines):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a"})
    assert f"<code>{answer['X-Request-ID']}</code>" in answer.text


@pytest.mark.parametrize(("fault", "status"), [(broken, 500), (locked, 503)])
def test_a_program_is_told_it_where_the_fault_is_ours(monkeypatch, fault, status):
    monkeypatch.setattr("api.views.tournaments.tournament_list", fault)
    answer = Client(raise_request_exception=False).get("/api/v1/tournaments/")
    assert answer.status_code == status
    assert answer.json()["request"] == answer["X-Request-ID"]
    assert answer.json()["errors"]


def test_no_log_of_a_container_grows_without_end(root):
    services = yaml.safe_load((root / "compose.yaml").read_text())["services"]
    for name, service in services.items():
        assert service["logging"]["options"]["max-size"], name
