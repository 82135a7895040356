"""Results by the pairs themselves over the API: a pair's link, and what organizers see and set."""

from typing import Any

import pytest

from tests.api.conftest import Api, codes
from tests.api.tablet import Tablet
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match


@pytest.fixture
def match(drawn: Tournament) -> Match:
    return play.match(drawn, 1, 0)


@pytest.fixture
def links(desk: Api, at: str, match: Match) -> tuple[str, str]:
    """The addresses of the pairs A and B."""
    desk.put(f"{at}/results/terms/", {"entered_by": "pairs", "minutes": 5})
    found = {row["pair_id"]: row["link"] for row in desk.get(f"{at}/results/links/").json()}
    return f"/our-result/{found[match.pair_a_id]}", f"/our-result/{found[match.pair_b_id]}"


def said(match: Match, a: int, b: int, **more: Any) -> dict[str, Any]:
    return {"match": match.pk, "games": [a, b], **more}


def test_referees_enter_results_unless_the_organizer_says_otherwise(desk, at):
    assert desk.get(f"{at}/results/terms/").json() == {
        "entered_by": "referees", "minutes": 10, "closes_alone": False,
    }  # fmt: skip
    assert desk.get(f"{at}/results/links/").json() == []
    wanted = {"entered_by": "both", "minutes": 20, "closes_alone": True}
    assert desk.put(f"{at}/results/terms/", wanted).json() == wanted
    assert desk.put(f"{at}/results/terms/", {"entered_by": "all"}).status_code == 400


def test_both_pairs_close_a_match(anyone, match, links):
    a, b = links
    games = (match.wins_needed, 0)
    page = anyone.get(f"{a}/").json()
    assert (page["match"]["state"], page["match"]["side"]) == ("open", "A")
    assert list(games) in page["match"]["results"]
    for _time in range(2):
        page = anyone.post(f"{a}/say/", said(match, *games)).json()
        assert page["match"]["state"] == "ours"
    asked = anyone.get(f"{b}/").json()["match"]["theirs"]
    answer = said(match, *asked["games"], statement=asked["number"])
    for _time in range(2):
        page = anyone.post(f"{b}/answer/", answer).json()
        assert (page["last"]["id"], page["last_by"]) == (match.pk, "both pairs")
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")


def test_a_contradiction_waits_at_the_desk(desk, anyone, at, match, links):
    (a, b), won = links, match.wins_needed
    anyone.post(f"{a}/say/", said(match, won, 0))
    refused = anyone.post(f"{b}/say/", said(match, 0, won))
    assert (refused.status_code, codes(refused)) == (409, ["said_meanwhile"])
    number = refused.json()["current"]["statement"]
    (waits,) = desk.get(f"{at}/results/").json()
    assert (waits["is_answered"], waits["needs_desk"]) == (False, False)
    page = anyone.post(f"{b}/answer/", said(match, 0, won, statement=number)).json()
    assert page["match"]["state"] == "desk"
    (waits,) = desk.get(f"{at}/results/").json()
    assert [one["games"] for one in waits["statements"]] == [[won, 0], [0, won]]
    assert waits["needs_desk"]
    assert [item["ruling"]["kind"] for item in desk.get(f"{at}/desk/").json()["items"]] == ["call"]


def test_a_word_is_taken_back(anyone, match, links):
    a, _b = links
    anyone.post(f"{a}/say/", said(match, match.wins_needed, 0))
    page = anyone.post(f"{a}/take-back/", {"match": match.pk}).json()
    assert page["match"]["state"] == "open"
    assert codes(anyone.post(f"{a}/take-back/", {"match": match.pk})) == ["nothing_said"]


def test_a_link_is_revoked_and_renewed(desk, anyone, at, match, links):
    pair = f"{at}/pairs/{match.pair_a_id}/link"
    assert desk.post(f"{pair}/revoke/").json()["url"] == ""
    assert codes(anyone.get(f"{links[0]}/")) == ["no_such_link"]
    assert anyone.post(f"{links[0]}/say/", said(match, 2, 0)).status_code == 404
    new = desk.post(f"{pair}/renew/").json()
    assert new["url"] == f"http://testserver/our-result/{new['link']}/"
    assert anyone.get(f"/our-result/{new['link']}/").status_code == 200


def test_the_match_of_another_pair_is_not_there(anyone, drawn, links):
    other = play.match(drawn, 1, 1)
    answer = anyone.post(f"{links[0]}/say/", said(other, other.wins_needed, 0))
    assert (answer.status_code, codes(answer)) == (404, ["no_such_match"])


def test_a_pair_is_not_taken_at_its_word_a_hundred_times(anyone, match, links):
    sent = [anyone.post(f"{links[0]}/say/", said(match, 9, 9)).status_code for _n in range(41)]
    assert sent[0] == 400
    assert sent[-1] == 429


def test_a_pairs_phone_joins_by_the_link_of_its_pair(anyone, desk, at, match, links):
    link = links[0].rpartition("/")[2]
    refused = anyone.post("/devices/join/", {"token": link})
    assert (refused.status_code, codes(refused)) == (400, ["no_table"])
    play.start(match, table_number=2)
    joined = anyone.post("/devices/join/", {"token": link, "label": "ours"}).json()
    assert joined["table"] == {"number": 2}
    phone = Tablet(joined["device_token"])
    assert phone.table()["device"]["pair"] == match.pair_a.number
    assert phone.table()["match"]["id"] == match.pk
    (shown,) = next(one for one in desk.get(f"{at}/tables/").json() if one["number"] == 2)[
        "devices"
    ]
    assert (shown["pair_number"], shown["pair_name"]) == (match.pair_a.number, match.pair_a.name)
    desk.post(f"{at}/pairs/{match.pair_a_id}/link/renew/", {})
    assert phone.get("/table/").status_code == 403
    stranger = anyone.post("/devices/join/", {"token": link})
    assert (stranger.status_code, codes(stranger)) == (404, ["no_such_link"])
