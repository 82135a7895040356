"""Matches over the API: assigned, started, ended by an official, taken back."""

import pytest

from tests.api.conftest import codes, paths
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.services import departures
from tournament.matches.models import Cascade, Match


@pytest.fixture
def match(drawn: Tournament) -> Match:
    return play.match(drawn, 1, 0)


def test_matches_are_listed_and_filtered(anyone, at):
    assert len(anyone.get(f"{at}/matches/").json()) == 3
    assert len(anyone.get(f"{at}/matches/?status=ready").json()) == 2
    assert len(anyone.get(f"{at}/matches/?round=2").json()) == 1
    assert anyone.get(f"{at}/matches/?kind=consolation&table=7").json() == []
    assert paths(anyone.get(f"{at}/matches/?status=lost")) == ["status"]


@pytest.mark.parametrize("pairs", [2, 8])
def test_the_list_takes_three_queries_however_long(anyone, db, django_assert_num_queries, pairs):
    slug = play.tournament(entered=pairs, drawn=True).slug
    with django_assert_num_queries(3):
        anyone.get(f"/tournaments/{slug}/matches/")


def test_one_match_is_read_by_anybody(anyone, match_at, match):
    body = anyone.get(f"{match_at}/").json()
    assert (body["id"], body["label"], body["status"]) == (match.pk, "1.1", "ready")


def test_a_match_goes_to_a_table_and_begins(desk, match_at):
    answer = desk.post(f"{match_at}/table/", {"table_number": 2})
    assert (answer.status_code, answer.json()["table"]) == (200, 2)
    answer = desk.post(
        f"{match_at}/start/",
        {"seating": {"A": [2, 1], "B": [1, 2]}, "first_mano": 3, "four_kings": True},
    )
    assert answer.status_code == 200
    body = answer.json()
    assert (body["status"], body["first_mano"], body["four_kings"]) == ("playing", 3, True)
    assert body["seating"] == {"A": [2, 1], "B": [1, 2]}
    undone = desk.post(f"{match_at}/undo-start/", {"reason": "The wrong match."})
    assert undone.json()["status"] == "ready"


def test_a_match_is_not_started_twice(desk, match_at):
    assert desk.post(f"{match_at}/start/").status_code == 200
    again = desk.post(f"{match_at}/start/")
    assert again.status_code == 400
    assert codes(again)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"first_mano": 4}, "first_mano"),
        ({"first_mano": True}, "first_mano"),
        ({"seating": {"A": [1, 2]}}, "seating.B"),
        ({"seating": [1, 2]}, "seating"),
        ({"table_number": 10**30}, "table_number"),
        ({"four_kings": 1}, "four_kings"),
    ],
)
def test_a_start_that_is_not_understood_names_the_field(desk, match_at, body, path):
    answer = desk.post(f"{match_at}/start/", body)
    assert (answer.status_code, paths(answer)) == (400, [path])


def test_t7_a_walkover_needs_a_reason(desk, match_at):
    assert paths(desk.post(f"{match_at}/walkover/", {"winner": "A"})) == ["reason"]
    answer = desk.post(f"{match_at}/walkover/", {"winner": "A", "reason": "Nobody came."})
    assert (answer.json()["winner"], answer.json()["ended_by"]) == ("A", "walkover")


def test_a_result_is_recorded_replaced_and_taken_back(desk, anyone, match_at, at):
    answer = desk.post(f"{match_at}/result/", {"games": [3, 1]})
    assert (answer.status_code, answer.json()["winner"]) == (200, "A")
    final = anyone.get(f"{at}/rounds/2/").json()["matches"][0]
    assert answer.json()["pair_a"] in (final["pair_a"], final["pair_b"])
    replaced = desk.post(f"{match_at}/replace-result/", {"games": [1, 3], "reason": "Misread."})
    assert replaced.json()["winner"] == "B"
    reopened = desk.post(f"{match_at}/reopen/", {"reason": "The sheet was lost."})
    assert reopened.json()["status"] == "ready"


def test_two_people_at_one_match_meet_at_its_version(desk, match_at):
    seen = desk.get(f"{match_at}/").json()["version"]
    first = {"winner": "A", "reason": "Nobody came.", "expected_version": seen}
    desk.post(f"{match_at}/table/", {"table_number": 1})
    answer = desk.post(f"{match_at}/walkover/", first)
    assert answer.status_code == 409
    assert codes(answer) == ["changed_meanwhile"]
    assert answer.json()["current"]["table"] == 1


def test_a_result_over_hands_must_be_meant_and_keeps_the_games_won(desk, match_at, match):
    desk.post(f"{match_at}/start/", {"table_number": 1})
    won = {"record": {"quick": {"stones": [12, 40], "game_winner": "B"}}}
    assert desk.post(f"{match_at}/hands/", won).status_code == 201
    result = {"games": [3, 1], "reason": "The tablet broke."}
    assert codes(desk.post(f"{match_at}/result/", result)) == ["hands_recorded"]
    meant = {**result, "over_recorded": True}
    assert codes(desk.post(f"{match_at}/result/", {**meant, "games": [3, 0]})) == [
        "games_taken_away"
    ]
    assert paths(desk.post(f"{match_at}/result/", {**meant, "reason": ""})) == ["reason"]
    assert desk.post(f"{match_at}/result/", meant).json()["winner"] == "A"
    other = {"games": [3, 0], "reason": "Misread."}
    assert codes(desk.post(f"{match_at}/replace-result/", other)) == ["games_taken_away"]
    reopened = desk.post(f"{match_at}/reopen/", {"reason": "It works again."}).json()
    assert (reopened["status"], reopened["games_a"], reopened["games_b"]) == ("playing", 0, 1)


@pytest.fixture
def first(drawn: Tournament) -> Match:
    """A match whose winner plays the final already."""
    found = next(m for m in drawn.matches.filter(round=1) if m.status == "ready")
    for match in drawn.matches.filter(round=1, status="ready"):
        play.win(match)
    play.start(play.match(drawn, 2, 0))
    return play.match(drawn, 1, found.slot)


def test_corrections_a_change_that_undoes_later_matches_is_refused_unseen_with_all_of_it(
    desk, at, first
):
    refused = desk.post(f"{at}/matches/{first.pk}/reopen/", {"reason": "miscounted"})

    assert (refused.status_code, codes(refused)) == (400, ["later_match_begun"])
    shown = refused.json()["current"]["cascade"]
    preview = desk.get(f"{at}/matches/{first.pk}/reopen/preview/").json()
    assert shown["sets_aside"] == preview["sets_aside"]
    assert preview["matches"][0]["becomes"] == "waiting"


def test_corrections_a_change_names_what_falls_and_is_taken_back_as_one(desk, at, drawn, first):
    final = play.match(drawn, 2, 0)
    body = {"reason": "miscounted", "sets_aside": [final.pk]}
    assert desk.post(f"{at}/matches/{first.pk}/reopen/", body).json()["status"] == "playing"
    (kept,) = desk.get(f"{at}/cascades/").json()
    assert [match["id"] for match in kept["kept"]] == [final.pk]
    undo = f"{at}/cascades/{kept['id']}/undo/"
    assert desk.get(f"{undo}preview/").json()["sets_aside"] == []

    done = desk.post(undo, {"reason": "it was right"})

    assert done.json()["can_be_undone"] is False
    assert play.match(drawn, 2, 0).pk == final.pk


def test_corrections_other_matches_than_seen_are_a_conflict(desk, at, drawn, first):
    body = {"reason": "miscounted", "sets_aside": [first.pk]}
    changed = desk.post(f"{at}/matches/{first.pk}/reopen/", body)
    assert (changed.status_code, codes(changed)) == (409, ["cascade_changed"])
    assert not Cascade.objects.exists()


def test_corrections_a_pair_is_brought_back_with_what_follows(desk, at, drawn):
    pair = play.match(drawn, 1, 0).pair_a_id
    assert desk.post(f"{at}/pairs/{pair}/withdraw/", {"reason": "ill"}).status_code == 200
    seen = desk.get(f"{at}/pairs/{pair}/reinstate/preview/").json()
    assert seen["sets_aside"] == []
    back = desk.post(f"{at}/pairs/{pair}/reinstate/", {"reason": "well"})
    assert back.json()["status"] == "entered"


def test_corrections_another_result_says_first_what_it_would_undo(desk, at, drawn, first):
    here = f"{at}/matches/{first.pk}/replace-result/"
    won = first.wins_needed
    closer = desk.post(f"{here}preview/", {"games": [won, 0]}).json()
    assert (closer["winner_after"], closer["cascade"]["sets_aside"]) == ("A", [])

    other = desk.post(f"{here}preview/", {"games": [0, won]}).json()

    assert (other["winner_before"], other["winner_after"]) == ("A", "B")
    assert other["games_after"] == [0, won]
    falls = other["cascade"]["sets_aside"]
    assert falls == [play.match(drawn, 2, 0).pk]
    refused = desk.post(f"{here}preview/", {"games": [0, 0]})
    assert (refused.status_code, codes(refused)) == (400, ["not_a_result"])
    first.refresh_from_db()
    assert first.winner == "A"
    body = {"games": [0, won], "reason": "mixed up", "sets_aside": falls}
    assert desk.post(here, body).json()["winner"] == "B"


def test_a_preview_refuses_what_a_pair_that_has_left_keeps_from_being_done(desk, at, drawn):
    match = drawn.matches.filter(round=1, status="ready")[0]
    play.win(match)
    departures.withdraw(pair_id=match.pair_b_id, reason="home", actor=play.PROGRAM)
    here = f"{at}/matches/{match.pk}/reopen/"
    assert codes(desk.get(f"{here}preview/")) == ["pair_is_out"]
    assert codes(desk.post(here, {"reason": "miscounted"})) == ["pair_is_out"]
