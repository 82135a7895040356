"""A tournament's file, in a database without it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from scoring.proof.services.files import write_file
from tests.scoring import table
from tests.tampering.trials import forget_everything
from tests.tournament import play


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_superuser("operator")


@pytest.fixture
def content(operator: User) -> bytes:
    """Of six pairs, with two hands of a match that goes on."""
    made = play.tournament(entered=6, drawn=True)
    match = play.start(made.matches.filter(status="ready", round=1).order_by("slot")[0])
    table.record(match, table.plain())
    table.record(match, table.plain())
    written = write_file(tournament_id=made.pk)
    forget_everything()
    return written
