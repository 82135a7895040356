"""A match at a table, and the table's tablet."""

from __future__ import annotations

import pytest

from tests.scoring import table
from tournament.matches.models import Match
from tournament.tables.queries import DeviceIdentity


@pytest.fixture
def match(db: None) -> Match:
    return table.a_match()


@pytest.fixture
def device(match: Match) -> DeviceIdentity:
    return table.joined(match)
