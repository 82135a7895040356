"""`next` of a table's state: with it a tablet that has no network begins the right match."""

from typing import Any

import pytest

from tests.api.tablet import Tablet
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.models import Table

START = {
    "key": "start",
    "kind": "match.start",
    "seating": {"A": [2, 1], "B": [1, 2]},
    "first_mano": 3,
}


@pytest.fixture
def eight(organizer: Any) -> Tournament:
    """Eight pairs drawn: four matches ready, the others waiting."""
    return play.tournament(entered=8, drawn=True, owner=organizer)


def bring(match: Match, number: int | None = 1) -> None:
    matches.assign_table(match_id=match.pk, table_number=number, actor=play.PROGRAM)


def next_at(tablet: Tablet) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tablet.get("/table/").json()["next"]
    return found


@pytest.fixture
def card(drawn: Tournament) -> dict[str, Any]:
    """The one match that could begin at table 1, as its tablet is told of it."""
    bring(play.match(drawn, 1, 0))
    [found] = next_at(Tablet.at(drawn, 1))
    return found


def test_a_match_comes_with_exactly_these_fields(card):
    assert set(card) == {
        "id", "tournament_id", "kind", "round", "slot", "label", "version",
        "pair_a", "pair_b", "pairs", "from_a", "from_b", "takes_a", "takes_b",
        "best_of", "all_played", "vaca", "wins_needed", "four_kings", "four_kings_allowed",
        "ruleset", "last_game_stones", "names",
        "status", "winner", "ended_by", "games_a", "games_b",
        "bracket", "table", "table_name", "seating", "first_mano", "started_at", "finished_at",
    }  # fmt: skip


def test_it_says_which_match_it_is_and_that_it_has_not_begun(card, drawn):
    match = play.match(drawn, 1, 0)
    assert (card["id"], card["label"], card["kind"]) == (match.pk, "1.1", "championship")
    assert (card["status"], card["winner"], card["ended_by"]) == ("ready", "", "")
    assert (card["games_a"], card["games_b"]) == (0, 0)
    assert card["seating"] is card["first_mano"] is card["started_at"] is None
    assert (card["table"], card["best_of"], card["wins_needed"]) == (1, 5, 3)


def test_the_pairs_come_with_their_players_in_the_order_of_entry(card, drawn):
    match = play.match(drawn, 1, 0)
    for side, pair in (("A", match.pair_a), ("B", match.pair_b)):
        assert card["pairs"][side] == {
            "number": pair.number,
            "name": pair.name,
            "players": [pair.player_1, pair.player_2],
            "club": pair.club,
        }


@pytest.mark.parametrize(
    ("regulation", "changed", "kings", "target", "allowed"),
    [
        ("brisbane-2024", {}, 8, 40, True),
        ("brisbane-2024", {"kings": 4}, 4, 40, False),
        ("pagat", {"target": 30}, 8, 30, False),
        ("euskal-herria", {}, 4, 30, False),
    ],
)
def test_t4_the_rule_set_is_the_tournaments_and_says_whether_four_kings_may_be_agreed(
    db, regulation, changed, kings, target, allowed
):
    made = play.tournament(entered=4, drawn=True, regulation=regulation, settings=changed)
    bring(play.match(made, 1, 0))
    [found] = next_at(Tablet.at(made, 1))
    assert (found["ruleset"]["kings"], found["ruleset"]["target"]) == (kings, target)
    assert found["four_kings_allowed"] is allowed


@pytest.mark.parametrize("four_kings", [False, True])
def test_what_the_tablet_is_told_is_what_the_match_begins_with(card, drawn, four_kings):
    tablet = Tablet.at(drawn, 1)
    assert tablet.outcomes({**START, "match": card["id"], "four_kings": four_kings}) == ["applied"]
    begun = tablet.get("/table/").json()["match"]
    for name in ("id", "kind", "round", "best_of", "pairs", "four_kings_allowed"):
        assert begun[name] == card[name], name
    kings = 4 if four_kings else card["ruleset"]["kings"]
    assert begun["ruleset"] == {**card["ruleset"], "kings": kings}
    assert (begun["mano"], begun["seating"]) == (START["first_mano"], START["seating"])
    assert next_at(tablet) == []


def test_they_come_in_the_order_of_the_bracket(eight):
    for slot in (2, 0, 1):
        bring(play.match(eight, 1, slot))
    assert [one["label"] for one in next_at(Tablet.at(eight, 1))] == ["1.1", "1.2", "1.3"]


def test_only_those_of_this_table_that_could_begin(eight):
    tablet = Tablet.at(eight, 1)
    ready, playing, beside, over = (play.match(eight, 1, slot) for slot in range(4))
    for match, number in ((ready, 1), (beside, 2), (over, 1)):
        bring(match, number)
    play.win(over)
    bring(play.match(eight, 2, 0), 1)  # its pairs are not known yet
    play.start(playing, table_number=1)
    body = tablet.get("/table/").json()
    assert [one["id"] for one in body["next"]] == [ready.pk]
    assert body["match"]["id"] == playing.pk
    assert [one["id"] for one in next_at(Tablet.at(eight, 2))] == [beside.pk]
    assert next_at(Tablet.at(eight, 3)) == []


def test_beside_the_last_match_comes_the_next_one(eight):
    over, ready = play.match(eight, 1, 0), play.match(eight, 1, 1)
    play.start(over, table_number=1)
    play.win(over)
    bring(ready)
    body = Tablet.at(eight, 1).get("/table/").json()
    assert (body["match"], body["last"]["id"]) == (None, over.pk)
    assert [one["id"] for one in body["next"]] == [ready.pk]


def test_a_match_that_is_brought_to_another_table_goes_at_once(card, drawn, desk, at):
    tablet = Tablet.at(drawn, 1)
    etag = tablet.get("/table/")["ETag"]
    assert desk.post(f"{at}/matches/{card['id']}/table/", {"table_number": 2}).status_code == 200
    fresh = tablet.get("/table/", **{"if-none-match": etag})
    assert (fresh.status_code, fresh.json()["next"]) == (200, [])
    assert [one["id"] for one in next_at(Tablet.at(drawn, 2))] == [card["id"]]


def test_another_tournaments_matches_are_not_told(drawn, eight):
    bring(play.match(eight, 1, 0))
    assert Table.objects.filter(number=1).count() == 2
    assert next_at(Tablet.at(drawn, 1)) == []


@pytest.mark.parametrize("rows", [1, 3])
def test_it_takes_as_many_queries_however_many_there_are(eight, django_assert_num_queries, rows):
    for slot in range(rows):
        bring(play.match(eight, 1, slot))
    tablet = Tablet.at(eight, 1)
    # Device, stamp, tournament, those ready or playing, the last one; calls to the table; what the
    # desk has closed.
    with django_assert_num_queries(7):
        assert len(next_at(tablet)) == rows
