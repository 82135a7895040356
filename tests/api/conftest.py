"""Who asks: an organizer, somebody else, nobody, or a program with a token."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match

BASE = "/api/v1"


@dataclass
class Api:
    """A client that speaks JSON in English under /api/v1."""

    client: Client

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        headers = {"accept-language": "en", **headers}
        if body is None:
            return self.client.generic(method, BASE + path, headers=headers)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.generic(
            method, BASE + path, data, content_type="application/json", headers=headers
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("PATCH", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("PUT", path, body, **headers)


@pytest.fixture
def organizer(db: None) -> Any:
    return get_user_model().objects.create_user("zarautz", password="unused")


@pytest.fixture
def stranger(db: None) -> Any:
    return get_user_model().objects.create_user("mutriku", password="unused")


@pytest.fixture
def desk(organizer: Any) -> Api:
    """Signed in as the organizer."""
    client = Client()
    client.force_login(organizer)
    return Api(client)


@pytest.fixture
def elsewhere(stranger: Any) -> Api:
    """Signed in, but organizing nothing here."""
    client = Client()
    client.force_login(stranger)
    return Api(client)


@pytest.fixture
def anyone() -> Api:
    return Api(Client())


@pytest.fixture
def entry(organizer: Any) -> Tournament:
    """Open for entry, with four pairs."""
    return play.tournament(entered=4, owner=organizer)


@pytest.fixture
def drawn(organizer: Any) -> Tournament:
    """Four pairs drawn: two matches ready and the final waiting."""
    return play.tournament(entered=4, drawn=True, owner=organizer)


@pytest.fixture
def at(drawn: Tournament) -> str:
    """The address of the drawn tournament."""
    return f"/tournaments/{drawn.slug}"


@pytest.fixture
def match(drawn: Tournament) -> Match:
    """The first match, begun at table 1."""
    return play.start(play.match(drawn, 1, 0), table_number=1)


@pytest.fixture
def match_at(at: str, match: Match) -> str:
    """Its address."""
    return f"{at}/matches/{match.pk}"


def codes(answer: Any) -> list[str]:
    return [error["code"] for error in answer.json()["errors"]]


def paths(answer: Any) -> list[str]:
    return [error["path"] for error in answer.json()["errors"]]
