"""An organizer's browser, and somebody else's."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def arizkun(db: None) -> User:
    return User.objects.create_user("arizkun")


@pytest.fixture
def desk(arizkun: User) -> Client:
    """The organizer's browser."""
    client = Client()
    client.force_login(arizkun)
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """Somebody with an account who organizes nothing here."""
    client = Client()
    client.force_login(User.objects.create_user("goizueta"))
    return client
