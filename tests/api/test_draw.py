"""The draw over the API: made, read, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api, codes
from tests.tournament import play
from tournament.championship.models import Tournament


def test_a_draw_is_made_with_a_seed_and_read_by_anybody(
    desk: Api, anyone: Api, entry: Tournament
) -> None:
    at = f"/tournaments/{entry.slug}"
    assert anyone.get(f"{at}/bracket/").json() == {"rounds": []}
    answer = desk.post(f"{at}/draw/", {"seed": "Zarautz at noon"})
    assert answer.status_code == 201
    assert (answer.json()["status"], answer.json()["best_of"]) == ("running", 5)
    rounds = anyone.get(f"{at}/bracket/").json()["rounds"]
    assert [len(one["matches"]) for one in rounds] == [2, 1]
    assert rounds == anyone.get(f"{at}/rounds/").json()
    assert rounds[1] == anyone.get(f"{at}/rounds/2/").json()
    assert codes(anyone.get(f"{at}/rounds/3/")) == ["no_such_round"]


def test_a_draw_needs_no_body(desk: Api, entry: Tournament) -> None:
    assert desk.post(f"/tournaments/{entry.slug}/draw/").status_code == 201


def test_a_second_draw_is_refused(desk: Api, at: str) -> None:
    assert codes(desk.post(f"{at}/draw/")) == ["already_drawn"]


def test_a_draw_is_taken_back_before_any_match_has_begun(
    desk: Api, at: str, drawn: Tournament
) -> None:
    answer = desk.post(f"{at}/draw/undo/", {"reason": "A pair came late."})
    assert (answer.status_code, answer.json()["status"]) == (200, "entry")
    desk.post(f"{at}/draw/")
    play.start(play.match(drawn, 1, 0))
    assert codes(desk.post(f"{at}/draw/undo/", {"reason": "Again."})) == ["match_begun"]


@pytest.mark.parametrize("pairs", [2, 8])
def test_the_bracket_takes_two_queries_however_wide(
    anyone: Api, db: None, django_assert_num_queries: Any, pairs: int
) -> None:
    slug = play.tournament(entered=pairs, drawn=True).slug
    with django_assert_num_queries(2):
        anyone.get(f"/tournaments/{slug}/bracket/")


@pytest.mark.parametrize("wins", range(1, 10))
def test_T1_a_match_is_won_by_as_many_games_as_the_setting_says(
    desk: Api, entry: Tournament, wins: int
) -> None:
    at = f"/tournaments/{entry.slug}"
    changed = desk.patch(f"{at}/", {"settings": {"games_to_win": wins}})
    assert changed.json()["best_of_if_drawn_now"] == 2 * wins - 1
    assert desk.post(f"{at}/draw/").json()["best_of"] == 2 * wins - 1
    matches = desk.get(f"{at}/rounds/1/").json()["matches"]
    assert {one["wins_needed"] for one in matches} == {wins}


@pytest.mark.parametrize("wins", [0, 10, "4", 4.0, True, None])
def test_T1_no_match_is_of_no_game_or_of_more_than_nine(
    desk: Api, entry: Tournament, wins: object
) -> None:
    answer = desk.patch(f"/tournaments/{entry.slug}/", {"settings": {"games_to_win": wins}})
    assert answer.status_code == 400
    ((field, message),) = [(one["path"], one["message"]) for one in answer.json()["errors"]]
    assert field == "settings.games_to_win"
    assert message == "Give a whole number from 1 to 9."
