"""A cascade taken back at once leaves every match, pair and title exactly as before."""

from typing import Any

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.services import cascades, departures, tribunal
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Unseen
from tournament.matches.models import Cascade, Match

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "it was so", "actor": PROGRAM}


def rows(cup: Tournament) -> list[Any]:
    """Matches that hold their slots, pairs, and who is champion."""
    cup.refresh_from_db()
    held = Match.objects.filter(tournament=cup).exclude(kind="set_aside").order_by("pk")
    pairs = Pair.objects.filter(tournament=cup).order_by("number")
    return [
        *held.values_list("pk", "pair_a", "pair_b", "status", "winner", "ended_by", "games_a"),
        *pairs.values_list("number", "status", "place_stays_empty"),
        (cup.status, cup.champion_id),
    ]


def leave(cup: Tournament, number: int, **how: Any) -> None:
    tribunal.disqualify(pair_id=play.pair(cup, number).pk, **WHY, **how)


def come_back(cup: Tournament, number: int) -> None:
    at = {"pair_id": play.pair(cup, number).pk, **WHY}
    try:
        departures.reinstate(**at)
    except Unseen as unseen:
        departures.reinstate(**at, sets_aside=unseen.current["cascade"]["sets_aside"])


def take_back(cup: Tournament) -> None:
    cascades.take_back(cascade_id=Cascade.objects.filter(undone_at=None).latest("pk").pk, **WHY)
    assert verify_tournament(tournament_id=cup.pk).first is None


def test_T8_the_place_of_a_disqualified_pair_stays_empty_again():
    cup = play.tournament(entered=7, drawn=True, format="knockout")
    leave(cup, 2, place_stays_empty=True)
    play.start(Match.objects.filter(tournament=cup, round=2, status="ready")[0])
    before = rows(cup)

    come_back(cup, 2)
    take_back(cup)

    assert rows(cup) == before
    assert play.pair(cup, 2).place_stays_empty
