"""A tournament can be told again from its log alone."""

import pytest

from tests.tournament.play import PROGRAM, match, pair, play_out, tournament, win
from tournament.entries.services import departures
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def told(events):
    """Every match as the log leaves it: (kind, round, slot) → its state."""
    found = {}

    def note(state):
        ref = state["match"]
        found[ref["kind"], ref["round"], ref["slot"]] = state

    for event in events:
        data = event.data
        if "match" in data and "pairs" in data:
            note(data)
        for state in [*data.get("matches", []), *data.get("followed", [])]:
            if isinstance(state, dict):
                note(state)
        if event.kind == "draw.made":
            names = {one["number"]: one for one in data["pairs"]}
            for slot, (a, b) in enumerate(data["matches"]):
                found.setdefault(
                    ("championship", 1, slot), {"pairs": [names[a], names[b] if b else None]}
                )
    return found


def test_every_pair_result_and_the_champion_stand_in_the_log():
    cup = tournament(entered=6, drawn=True)
    ready = [one for one in Match.objects.filter(tournament=cup, round=1) if one.status == "ready"]
    win(ready[0], "B")
    matches.walkover(match_id=ready[1].pk, winner="A", reason="late", actor=PROGRAM)
    departures.withdraw(pair_id=match(cup, 2, 0).pair_a_id, reason="ill", actor=PROGRAM)
    play_out(cup)
    events = list(Event.objects.filter(tournament=cup))
    entered = [
        one["number"]
        for event in events
        for one in event.data.get("pairs", [])
        if isinstance(one, dict) and "player_1" in one
    ]
    assert entered == [1, 2, 3, 4, 5, 6]
    found = told(events)
    for one in Match.objects.filter(tournament=cup).select_related("pair_a", "pair_b"):
        state = found[one.kind, one.round, one.slot]
        numbers = [number and number["number"] for number in state["pairs"]]
        assert numbers == [p.number if p else None for p in (one.pair_a, one.pair_b)]
        if one.ended_by != "bye":
            assert (state["winner"], state["games"]) == (one.winner, [one.games_a, one.games_b])
    champions = [event.data["champion"] for event in events if event.data.get("champion")]
    assert champions[-1]["number"] == pair(cup, cup.champion.number).number
