"""People who may, and people who may not."""

import pytest
from django.contrib.auth import get_user_model

from tests.tournament import play
from tournament import notify
from tournament.log.rules.roles import Actor


@pytest.fixture
def organizer(db):
    return get_user_model().objects.create_user("zarautz", password="unused")


@pytest.fixture
def stranger(db):
    return get_user_model().objects.create_user("mutriku", password="unused")


@pytest.fixture
def foreign_actor(stranger):
    """Somebody who is logged in but organizes nothing here."""
    return Actor("user", stranger.pk, "organizer mutriku")


@pytest.fixture
def cup(db):
    """Four pairs, drawn."""
    return play.tournament(entered=4, drawn=True)


@pytest.fixture
def heard():
    """What the listeners are told."""
    told = []
    stop = notify.subscribe(told.append)
    yield told
    stop()
