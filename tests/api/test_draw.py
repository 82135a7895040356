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
