"""Every hand of a championship can be told again from its public log alone."""

from collections.abc import Iterable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from mus import settle_json
from scoring.course.models import Hand
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, record, win_for_a, win_for_b
from tournament.championship.models import Tournament
from tournament.log.models import Event

pytestmark = pytest.mark.django_db

Place = tuple[str, int, int, int, int]


def told(events: Iterable[Event]) -> dict[Place, dict[str, Any]]:
    """Match, game and number → the version of the hand that the log leaves in effect."""
    found: dict[Place, dict[str, Any]] = {}
    for event in events:
        hands = [event.data["hand"]] if event.kind == "hand.recorded" else event.data.get("hands")
        for hand in hands or []:
            ref = event.data["match"]
            place = (ref["kind"], ref["round"], ref["slot"], hand["game"], hand["number"])
            earlier = found.get(place, {"version": 0})
            assert hand["version"] == earlier["version"] + 1
            found[place] = hand
    return found


def stored(tournament: Tournament) -> dict[Place, Hand]:
    hands = Hand.objects.filter(game__match__tournament=tournament, is_current=True)
    return {
        (h.game.match.kind, h.game.match.round, h.game.match.slot, h.game.number, h.number): h
        for h in hands.select_related("game__match")
    }


def the_log_tells_every_hand(tournament: Tournament) -> None:
    in_log = told(tournament.events.order_by("number"))
    in_tables = stored(tournament)
    assert in_log.keys() == in_tables.keys()
    for place, hand in in_tables.items():
        said = in_log[place]
        assert (said["version"], said["void"]) == (hand.version, hand.is_void)
        assert (said["record"], said["settlement"]) == (hand.record, hand.settlement)
        assert (tuple(said["stones"]), tuple(said["score"])) == (hand.stones, hand.score)
        assert said["ruled"] == hand.ruled


def test_a_simulated_championship_is_told_by_its_log():
    call_command("simulate", "--pairs", "4", "--seed", "5", stdout=StringIO())

    tournament = Tournament.objects.get()
    the_log_tells_every_hand(tournament)
    for hand in told(tournament.events.order_by("number")).values():
        if hand["verified"] and not hand["void"] and hand["ruled"] is None:
            assert settle_json(hand["record"]) == hand["settlement"]


def test_corrections_rulings_and_what_fell_away_are_told_too():
    match = table.a_match()
    record(match, plain(claim=[9, 9]))
    record(match, win_for_a())
    record(match, win_for_b())
    record(match, plain())
    rulings.decide_claim(
        ruling_id=Ruling.objects.get().pk, actor=PROGRAM, stands="claim", reason="too late"
    )
    games.rule(match_id=match.pk, game=2, winner="A", actor=PROGRAM, reason="marked cards")
    games.take_back(match_id=match.pk, game=2, actor=PROGRAM, reason="they were not")
    table.undo(match)

    the_log_tells_every_hand(match.tournament)
    decided = Event.objects.filter(kind="ruling.made").get().data
    assert (decided["decision"], decided["reason"]) == ("replaced", "too late")
