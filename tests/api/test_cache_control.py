"""What is told to one person alone is kept by no cache for the next one."""

import pytest

from tests.tournament import play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    ["tables/links/", "tables/", "pairs/", "desk/", "cases/", "organizers/", "referees/"],
)
def test_what_an_organizer_is_told_is_kept_for_nobody_else(desk, drawn, at, address):
    answer = desk.get(f"{at}/{address}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    known = desk.get(f"{at}/{address}", **{"if-none-match": answer.headers["ETag"]})
    assert known.status_code == 304


def test_a_new_token_is_kept_for_nobody_else(desk):
    for answer in (desk.post("/tokens/", {"name": "board"}), desk.get("/tokens/")):
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_a_token_that_is_not_known_is_refused_whatever_is_asked_for(anyone, at):
    wrong = {"authorization": "Token guess", "accept": "text/xml"}
    assert anyone.get(f"{at}/desk/", **wrong).status_code in (401, 406)


def test_what_is_the_same_for_everybody_may_be_shared(desk, anyone):
    cup = play.tournament(entered=4, drawn=True)
    for client in (desk, anyone):
        answer = client.get(f"/tournaments/{cup.slug}/bracket/")
        assert answer.headers["Cache-Control"] == "public, max-age=1"
