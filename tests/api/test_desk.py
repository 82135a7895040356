"""The desk over the API: what waits, what is on record, and every stone explained."""

import pytest

from tests.api.conftest import codes
from tests.api.test_hands import FALSE_WORD, HAND, hands, quick, save

__all__ = ["hands"]


def test_what_waits_is_listed_with_its_hand_explained(desk, at, hands, match):
    assert desk.get(f"{at}/desk/").json() == {"items": [], "not_agreed": []}
    save(desk, hands, {**HAND, "claim": [9, 6]})
    desk.post(f"{at}/matches/{match.pk}/call/", {"message": "A card is missing."})
    items = desk.get(f"{at}/desk/").json()["items"]
    assert [item["ruling"]["kind"] for item in items] == ["call", "claim"]
    assert items[1]["lines"]["claim"]["difference"] == [4, 0]


def test_games_that_a_pair_has_not_agreed_to_are_listed(desk, at, hands, match):
    save(desk, hands, {"quick": {"stones": [0, 0], "game_winner": "A"}})
    assert desk.get(f"{at}/desk/").json()["not_agreed"] == [
        {"match_id": match.pk, "match": match.label, "table": 1, "games": [1]}
    ]


def test_g1_false_words_are_on_the_pairs_record(desk, at, hands):
    save(desk, hands, FALSE_WORD)
    (record,) = desk.get(f"{at}/records/").json()
    assert (record["false_claims"], record["penalties"][0]["clause"]) == (1, "G0")


def test_everybody_reads_why_each_stone_was_paid(anyone, desk, hands):
    save(desk, hands)
    body = anyone.get(f"{hands}/explained/").json()
    line = body["games"][0]["hands"][0]["lines"]["ledger"][0]
    assert (line["lance"], line["stones"], line["score"]) == ("grande", 1, [0, 1])
    assert line["reason"]


def test_calls_and_drafts_of_a_table_are_not_public(anyone, desk, at, match, hands):
    desk.post(f"{at}/matches/{match.pk}/call/", {"message": "Between us."})
    for path in (f"{hands}/", f"{hands}/explained/", f"{at}/events/"):
        answer = anyone.get(path)
        assert answer.status_code == 200
        if "events" not in path:
            assert b"Between us" not in answer.content


@pytest.mark.parametrize("rows", [1, 3])
def test_an_explained_match_takes_as_many_queries_however_many_hands(
    anyone, desk, hands, django_assert_num_queries, rows
):
    for _ in range(rows):
        save(desk, hands, quick(1, 0))
    # Tournament, card; match, rulings, games; which versions stand, and those not worked out
    # before. What the page has read serves its state.
    with django_assert_num_queries(7):
        anyone.get(f"{hands}/explained/")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_desk_takes_as_many_queries_however_much_waits(
    desk, at, match, django_assert_num_queries, rows
):
    for _ in range(rows):
        desk.post(f"{at}/matches/{match.pk}/call/", {"message": "Come."})
    # Session, account, tournament, "is it yours", what waits, and the games not agreed to (one of
    # games, one of what was said of them).
    with django_assert_num_queries(7):
        assert len(desk.get(f"{at}/desk/").json()["items"]) == rows


def test_D8_an_end_that_does_not_stand_is_opened_and_decided_over_the_api(desk, at, hands, match):
    save(desk, hands, quick(39, 39))
    save(desk, hands, {
        "cards": ["7 6 5 A", "C C 5 4", "6 6 6 4", "S 7 5 4"],
        "declared": {"pares": [True, True, True, False], "juego": [False] * 4},
        "bets": {"juego": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]},
    })  # fmt: skip
    (item,) = desk.get(f"{at}/desk/").json()["items"]
    assert (item["ruling"]["kind"], item["blocks"]) == ("needs_ruling", True)
    assert item["ruling"]["proposed"] == {
        "stones": [0, 1], "game_winner": "B", "clauses": ["P2"],
    }  # fmt: skip

    body = {"game_winner": "A", "stones": [1, 0], "reason": "nobody asked for the pares"}
    done = desk.post(f"/rulings/{item['ruling']['id']}/replace/", body)

    assert done.status_code == 200
    assert desk.get(f"{at}/matches/{match.pk}/").json()["games_a"] == 1
    assert desk.get(f"{at}/desk/").json()["items"] == []


def test_a_claim_that_changed_since_it_was_read_is_a_conflict(desk, at, hands):
    save(desk, hands, {**HAND, "claim": [9, 6]})
    (item,) = desk.get(f"{at}/desk/").json()["items"]
    body = {"record": {**HAND, "claim": [9, 7]}, "reason": "misread"}
    desk.post(f"{hands.removesuffix('/hands')}/games/1/hands/1/correct/", body)
    decision = {"stands": "claim", "reason": "counted", "expected_version": item["version"]}
    here = f"/rulings/{item['ruling']['id']}/decide-claim/"
    late = desk.post(here, decision)
    assert (late.status_code, codes(late)) == (409, ["changed_meanwhile"])
    decision["expected_version"] = late.json()["current"]["version"]
    assert desk.post(here, decision).json()["status"] == "replaced"


def test_a_pause_is_announced_changed_ended_and_called_off(desk, at):
    here = f"{at}/pauses/"
    made = desk.post(here, {"minutes": 30, "reason": "lunch"})
    assert (made.status_code, made.json()["minutes"]) == (201, 30)
    one = f"{here}{made.json()['id']}"
    assert desk.post(f"{one}/change/", {"minutes": 45}).json()["minutes"] == 45
    assert codes(desk.post(here, {"minutes": 5, "reason": "cake"})) == ["overlaps"]
    assert desk.post(f"{one}/end/", {}).json()["minutes"] == 0
    assert codes(desk.post(f"{one}/call-off/", {})) == ["over"]
    again = desk.post(here, {"minutes": 30, "reason": "lunch"}).json()["id"]
    assert [one["id"] for one in desk.post(f"{here}{again}/call-off/", {}).json()] == [
        made.json()["id"]
    ]
    assert desk.post(f"{here}999/end/", {}).status_code == 404
