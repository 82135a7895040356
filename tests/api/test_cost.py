"""What a hand of a tablet costs: statements, and bytes of the answer; and that what is said to
have changed is what has."""

import json
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.tablet import Tablet
from tournament.championship.models import Tournament
from tournament.matches.models import Match

MOST_STATEMENTS, ENDS_A_GAME, ENDS_THE_MATCH = 12, 18, 24
MOST_BYTES = 1_500
CARDS = {
    "cards": ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"],
    "declared": {"pares": [True, True, False, False], "juego": [False, True, True, False]},
}


@pytest.fixture
def tablet(drawn: Tournament) -> Tablet:
    return Tablet.at(drawn, 1)


class Table:
    """Sends the next hand, again and again, and notes what each of them cost."""

    def __init__(self, tablet: Tablet, match: Match) -> None:
        self.tablet, self.match = tablet, match
        self.costs: list[tuple[int, int, dict[str, Any]]] = []

    def hand(self, record: dict[str, Any]) -> dict[str, Any]:
        state = self.tablet.table()["match"]
        action = {
            "key": f"k{len(self.costs)}", "kind": "hand.record", "match": self.match.pk,
            "game": state["game"]["number"], "hand": state["hand"]["number"],
            "record": {**record, "mano": state["mano"]},
        }  # fmt: skip
        with CaptureQueriesContext(connection) as asked:
            answer = self.tablet.send(action)
        told: dict[str, Any] = answer.json()
        assert told["results"][0]["outcome"] == "applied"
        self.costs.append((len(asked), len(answer.content), told))
        return told


def test_a_hand_takes_twelve_statements_and_its_answer_1500_bytes_at_any_length(tablet, match):
    at = Table(tablet, match)
    while not (told := at.hand(CARDS))["changed"][0]["winner"]:
        assert told["changed"][0]["id"] == match.pk
    won = [told["results"][0]["settlement"]["game_winner"] for *_, told in at.costs]
    plain = [asked for (asked, *_), winner in zip(at.costs, won, strict=True) if not winner]
    games = [asked for (asked, *_), winner in zip(at.costs[:-1], won, strict=False) if winner]
    assert max(plain) <= MOST_STATEMENTS
    assert max(games) <= ENDS_A_GAME
    assert at.costs[-1][0] <= ENDS_THE_MATCH
    assert max(size for _asked, size, _told in at.costs) <= MOST_BYTES
    assert len(at.costs) > 12


def test_what_is_said_to_have_changed_is_what_has(tablet, match):
    at = Table(tablet, match)
    for _hand in range(9):
        before = tablet.table()["match"]
        told = at.hand(CARDS)
        after = tablet.table()["match"]
        for hand in (*before["history"], *after["history"]):
            del hand["by"], hand["at"]  # the table knows that it was itself, just now
        assert put_over(before, told, after["history"][-1]["record"]) == after


def put_over(state: dict[str, Any], told: dict[str, Any], record: Any) -> dict[str, Any]:
    """As docs/api.md says; the record is the device's own."""
    state, (now,), (result,) = deepcopy(state), told["changed"], told["results"]
    assert (now.pop("from"), now["id"]) == (state["version"], state["id"])
    written = {"key": result["key"], "record": record, "settlement": result["settlement"]}
    state["history"].append({**result["hand"], **written})
    games = {game["number"]: game for game in [*state["games"], *now.pop("games")]}
    return {**state, **now, "games": list(games.values())}


def test_the_etag_of_the_answer_is_the_tables(tablet, match):
    before = tablet.get("/table/")["ETag"]
    told = Table(tablet, match).hand(CARDS)
    assert told["etag_before"] == before
    assert tablet.get("/table/")["ETag"] == told["etag"]


def test_the_whole_state_comes_when_it_is_asked_for(tablet, match):
    action = {
        "key": "k", "kind": "hand.record", "match": match.pk, "game": 1, "hand": 1,
        "record": {**CARDS, "mano": 0},
    }  # fmt: skip
    told = tablet.post("/table/actions/?state=full", {"actions": [action]}).json()
    whole = tablet.table()
    for state in (told["state"], whole):
        del state["server_time"]
    assert told["state"] == whole
    refused = tablet.post("/table/actions/?state=half", {"actions": [action]})
    assert refused.status_code == 400
    assert json.loads(refused.content)["errors"][0]["path"] == "state"
