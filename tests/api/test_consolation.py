"""The consolation and the standings over the API (T3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api, codes, paths
from tests.tournament import play
from tournament.championship.models import Tournament


@pytest.fixture
def beaten(drawn: Tournament) -> Tournament:
    """Two pairs beaten in round 1."""
    play.play_round(drawn, 1)
    return drawn


def test_t3_beaten_pairs_are_proposed_and_paired(
    desk: Api, anyone: Api, at: str, beaten: Tournament
) -> None:
    proposal = desk.get(f"{at}/consolation/proposal/").json()
    pairings = [[m["pair_a"]["number"], m["pair_b"]["number"]] for m in proposal["matches"]]
    assert len(pairings) == 1
    made = desk.post(f"{at}/consolation/", {"pairings": pairings, "best_of": 1})
    assert made.status_code == 201
    assert [m["best_of"] for m in made.json()] == [1]
    assert anyone.get(f"{at}/consolation/").json() == made.json()
    cancel = f"{at}/consolation/{made.json()[0]['id']}/cancel/"
    why = {"reason": "They went home."}
    stale = desk.post(cancel, {**why, "expected_version": made.json()[0]["version"] + 1})
    assert (stale.status_code, codes(stale)) == (409, ["changed_meanwhile"])
    off = desk.post(cancel, {**why, "expected_version": stale.json()["current"]["version"]})
    assert off.json()["status"] == "finished"


def test_a_pair_still_in_the_championship_is_not_paired(desk: Api, at: str) -> None:
    answer = desk.post(f"{at}/consolation/", {"pairings": [[1, 2]]})
    assert answer.status_code == 400
    assert set(codes(answer)) == {"pair_not_free"}


@pytest.mark.parametrize(
    "pairings", [[], [[1]], [[1, 2, 3]], [["1", "2"]], [[1, True]], "1-2", [[1, 2]] * 600]
)
def test_pairings_that_are_not_understood_are_named(desk: Api, at: str, pairings: Any) -> None:
    answer = desk.post(f"{at}/consolation/", {"pairings": pairings})
    assert answer.status_code == 400
    assert paths(answer)[0].startswith("pairings")


def test_only_organizers_see_the_proposal(anyone: Api, elsewhere: Api, at: str) -> None:
    assert anyone.get(f"{at}/consolation/proposal/").status_code == 401
    assert elsewhere.get(f"{at}/consolation/proposal/").status_code == 403


def test_the_standings_are_read_by_anybody(anyone: Api, at: str, beaten: Tournament) -> None:
    assert anyone.get(f"{at}/consolation/standings/").json() is not None
    play.play_round(beaten, 2)
    rows = anyone.get(f"{at}/standings/").json()
    assert (rows[0]["place"], rows[0]["title"]) == (1, "champion")
    assert anyone.get(f"/tournaments/{beaten.slug}/").json()["champion"] == rows[0]["pair"]


@pytest.mark.parametrize("pairs", [2, 8])
def test_the_standings_take_three_queries_however_long(
    anyone: Api, db: None, django_assert_num_queries: Any, pairs: int
) -> None:
    slug = play.tournament(entered=pairs, drawn=True).slug
    with django_assert_num_queries(3):
        assert len(anyone.get(f"/tournaments/{slug}/standings/").json()) == pairs
