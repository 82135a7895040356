"""The good lines of a list are taken, and the others wait."""

from __future__ import annotations

import pytest

from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.entries.services import pairs

pytestmark = pytest.mark.django_db


def test_lines_that_wait_come_back_as_text() -> None:
    fresh = play.tournament(name="Ondarroa Cup")
    text = "Deba 1, Mutriku 1\nonly one player\nDeba 2, Mutriku 2"
    taken = pairs.enter_list(tournament_id=fresh.pk, text=text, only_good=True, actor=PROGRAM)
    assert [pair.player_1 for pair in taken.pairs] == ["Deba 1", "Deba 2"]
    assert taken.waiting.strip() == "only one player"


def test_nothing_waits_where_every_line_is_good() -> None:
    fresh = play.tournament()
    taken = pairs.enter_list(
        tournament_id=fresh.pk, text="Deba, Mutriku", only_good=True, actor=PROGRAM
    )
    assert (len(taken.pairs), taken.waiting) == (1, "")
