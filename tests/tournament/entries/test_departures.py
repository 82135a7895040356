"""Which pairs were drawn, and so stay in the draw when they leave."""

from __future__ import annotations

import pytest

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return play.tournament(entered=4, drawn=True)


@pytest.mark.rows_by_hand
def test_a_pair_of_the_consolation_alone_was_not_drawn(cup: Tournament) -> None:
    late, other = (
        Pair.objects.create(tournament=cup, number=n, player_1=f"Deba {n}", player_2=f"Mutriku {n}")
        for n in (8, 9)
    )
    Match.objects.create(
        tournament=cup, kind="consolation", round=1, slot=0, pair_a=late, pair_b=other, best_of=1,
        status="ready",
    )  # fmt: skip
    assert not departures.was_drawn(late)
    assert departures.was_drawn(play.pair(cup, 1))
