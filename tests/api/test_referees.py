"""The referee team over the API, and a call answered."""

from __future__ import annotations

from tests.api.conftest import Api, codes
from tests.tournament import play
from tournament.championship.models import Tournament


def test_a_team_is_made_and_tables_are_handed_over(
    desk: Api, anyone: Api, elsewhere: Api, at: str
) -> None:
    made = desk.post(f"{at}/referees/", {"name": "Bergara"})
    assert (made.status_code, made.json()["referees"][0]["name"]) == (201, "Bergara")
    moved = desk.post(f"{at}/referees/hand-over/", {"tables": [1, 3], "to": 1}).json()
    assert (moved["referees"][0]["tables"], moved["nobodys"]) == ([1, 3], [2, 4])
    assert codes(desk.post(f"{at}/referees/hand-over/", {"tables": [], "to": 1})) == ["no_tables"]
    assert desk.post(f"{at}/referees/hand-over/", {"tables": ["1"], "to": 1}).status_code == 400
    assert anyone.get(f"{at}/referees/").status_code == 401
    assert elsewhere.get(f"{at}/referees/").status_code == 403
    assert desk.post(f"{at}/referees/1/remove/").json()["referees"] == []
    assert codes(desk.post(f"{at}/referees/1/remove/")) == ["no_such_referee"]


def test_a_call_says_why_and_is_answered_once(desk: Api, at: str, drawn: Tournament) -> None:
    match = play.start(play.match(drawn, 1, 0))
    path = f"{at}/matches/{match.pk}/call/"
    assert desk.post(path, {"about": "weather"}).status_code == 400
    call = desk.post(path, {"about": "conduct"}).json()["call"]
    answered = desk.post(f"/rulings/{call}/answer-call/").json()
    assert (answered["status"], answered["proposed"]["about"]) == ("open", "conduct")
    assert codes(desk.post(f"/rulings/{call}/answer-call/")) == ["already_answered"]
    assert desk.post(f"/rulings/{call}/close-call/").json()["status"] == "confirmed"
    assert codes(desk.post(f"/rulings/{call}/answer-call/")) == ["already_decided"]
