"""GET /healthz."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_healthy_process_says_so(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response.headers["Cache-Control"]


def test_a_database_that_is_away_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def away() -> Iterator[Any]:
        raise OperationalError("gone")
        yield

    monkeypatch.setattr(connection, "cursor", away)
    assert client.get("/healthz").status_code == 503


def test_it_only_answers_questions(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
