"""A circuit with a finished tournament, who runs it, and others in front of it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from season.models import Circuit
from tests.season import seasons
from tests.tournament import play
from tournament.championship.models import Tournament


@pytest.fixture(autouse=True)
def _reads_english(in_english: None) -> None:
    """Pages are compared in the language of the msgids."""


@pytest.fixture
def cup(arizkun: User) -> Tournament:
    """Organized by the same person as runs the circuit, and played to its end."""
    return seasons.cup(owner=arizkun)


@pytest.fixture
def coast(arizkun: User, cup: Tournament) -> Circuit:
    """A circuit with that tournament."""
    return seasons.circuit(arizkun, cup)


@pytest.fixture
def final(arizkun: User) -> Tournament:
    """A tournament of the same person that is open for entry."""
    return play.tournament(name="Final", owner=arizkun)


@pytest.fixture
def elsewhere(db: None) -> User:
    """Somebody who organizes a tournament and runs another circuit."""
    return User.objects.create_user("elizondo")


@pytest.fixture
def elsewhere_desk(elsewhere: User) -> Client:
    """The browser of somebody who organizes a tournament and runs another circuit."""
    client = Client()
    client.force_login(elsewhere)
    return client
