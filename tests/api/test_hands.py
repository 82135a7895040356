"""Hands over the API: tried out, saved once, corrected, taken back, ruled."""

from typing import Any

import pytest

from scoring.course.models import Hand
from scoring.rulings.models import Ruling
from tests.api.conftest import Api, codes, paths
from tournament.log.models import Event
from tournament.matches.models import Match

HAND: dict[str, Any] = {
    "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"],
    "declared": {"pares": [True, True, True, True], "juego": [False, True, True, True]},
}
FALSE_WORD = {**HAND, "infractions": [{"kind": "false_claim", "seat": 0}]}
UNTOLD = {**HAND, "declared": {**HAND["declared"], "pares": [False] * 4}}


def quick(a: int, b: int, **more: Any) -> dict[str, Any]:
    return {"quick": {"stones": [a, b], **more}}


@pytest.fixture
def hands(at: str, match: Match) -> str:
    return f"{at}/matches/{match.pk}/hands"


@pytest.fixture
def games(at: str, match: Match) -> str:
    return f"{at}/matches/{match.pk}/games"


def save(desk: Api, hands: str, record: Any = HAND, **more: Any) -> Any:
    headers = {"idempotency-key": more.pop("key")} if "key" in more else {}
    return desk.post(f"{hands}/", {"record": record, **more}, **headers)


def test_a_hand_is_tried_out_with_its_reasons_and_not_saved(desk, hands):
    answer = desk.post(f"{hands}/preview/", {"record": HAND})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["ok"], body["settlement"]["stones"]) == (True, [5, 6])
    assert body["lines"]["ledger"][0]["reason"]
    assert not Hand.objects.exists()


def test_what_cannot_be_saved_is_told_in_the_preview(desk, hands):
    body = desk.post(f"{hands}/preview/", {"record": {"cards": []}}).json()
    assert (body["ok"], body["settlement"]) == (False, None)
    assert "bad_cards" in {problem["code"] for problem in body["problems"]}


def test_a_hand_is_saved_and_read_with_its_ledger(desk, anyone, hands):
    answer = save(desk, hands, game=1, hand=1)
    assert answer.status_code == 201
    assert answer.json()["hand"]["score"] == [5, 6]
    body = anyone.get(f"{hands}/").json()
    assert [h["stones"] for h in body["history"]] == [[5, 6]]
    assert body["history"][0]["settlement"]["ledger"][0]["kind"] == "paso"
    assert (body["hand"], body["mano"], body["game"]["score"]) == ({"number": 2}, 1, [5, 6])


def test_the_same_key_and_content_again_get_the_first_answer_again(desk, hands):
    first = save(desk, hands, key="k1")
    again = save(desk, hands, key="k1")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert Hand.objects.count() == 1


def test_the_same_key_with_other_content_is_refused(desk, hands):
    save(desk, hands, key="k1")
    other = save(desk, hands, quick(3, 4), key="k1")
    assert (other.status_code, codes(other)) == (409, ["key_reused"])


def test_a_hand_that_is_there_already_is_a_conflict_with_the_state(desk, hands):
    save(desk, hands, game=1, hand=1)
    answer = save(desk, hands, quick(1, 2), game=1, hand=1)
    assert (answer.status_code, codes(answer)) == (409, ["hand_already_there"])
    assert answer.json()["current"]["hand"]["stones"] == [5, 6]


def test_every_fault_of_a_record_is_named(desk, hands):
    answer = save(desk, hands, {**HAND, "cards": ["R R R R", "R 7 6 5", "4 4", "A A A A"]})
    assert answer.status_code == 400
    assert "bad_cards" in codes(answer) or "too_many_of_rank" in codes(answer)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "record"),
        ({"record": []}, "record"),
        ({"record": HAND, "game": 1}, "hand"),
        ({"record": HAND, "game": 0, "hand": 1}, "game"),
        ({"record": HAND, "colour": 1}, "colour"),
    ],
)
def test_a_request_that_is_not_understood_names_the_field(desk, hands, body, path):
    answer = desk.post(f"{hands}/", body)
    assert (answer.status_code, paths(answer)) == (400, [path])


def test_a_correction_says_its_consequences_first(desk, hands, games):
    save(desk, hands)
    save(desk, hands, quick(2, 0))
    at = f"{games}/1/hands/1/correct"
    before = Event.objects.count()
    body = {"record": quick(9, 0), "reason": "read badly", "expected_version": 1}
    preview = desk.post(f"{at}/preview/", body).json()
    assert preview == desk.post(f"{at}/preview/", {"record": quick(9, 0)}).json()
    stale = desk.post(f"{at}/preview/", {**body, "expected_version": 99})
    assert codes(stale) == ["changed_meanwhile"]
    assert [(h["number"], h["after"]["score"]) for h in preview["hands"]] == [
        (1, [9, 0]),
        (2, [11, 0]),
    ]
    assert Event.objects.count() == before
    assert paths(desk.post(f"{at}/", {"record": quick(9, 0)})) == ["reason"]
    done = desk.post(f"{at}/", {"record": quick(9, 0), "reason": "Misread.", "expected_version": 1})
    assert done.status_code == 201
    assert done.json()["state"]["next"]["score"] == [11, 0]
    late = desk.post(f"{at}/", {"record": quick(8, 0), "reason": "Misread.", "expected_version": 1})
    assert (late.status_code, codes(late)) == (409, ["changed_meanwhile"])


def test_a_game_goes_on_after_a_correction_and_comes_back(desk, anyone, hands, games):
    save(desk, hands, quick(3, 0, game_winner="A"))
    save(desk, hands, quick(2, 0))
    at = f"{games}/1/hands/1/correct"
    body = {"record": quick(9, 0), "reason": "The other side."}
    assert codes(desk.post(f"{at}/preview/", body)) == ["game_left_open"]
    preview = desk.post(f"{at}/preview/", {**body, "goes_on": True}).json()
    assert [(h["game"], h["after"] is None) for h in preview["hands"]] == [(1, False), (2, True)]
    done = desk.post(f"{at}/", {**body, "goes_on": True})
    assert done.json()["state"]["next"]["score"] == [9, 0]
    back, why = f"{hands}/correction/undo/", {"reason": "It was right."}
    assert paths(desk.post(back, {})) == ["reason"]
    assert desk.post(back, why).json()["state"]["games_won"] == [1, 0]
    assert [h["game"] for h in anyone.get(f"{hands}/").json()["history"]] == [1, 2]


def test_the_last_hand_is_taken_back(desk, anyone, hands):
    save(desk, hands)
    body = {"game": 1, "hand": 1, "reason": "The other table's hand."}
    assert desk.post(f"{hands}/undo/", body).status_code == 201
    assert anyone.get(f"{hands}/").json()["history"] == []
    assert desk.post(f"{hands}/undo/", body).status_code == 400


def test_d7_a_hand_is_overruled_with_a_reason(desk, hands, games):
    save(desk, hands)
    at = f"{games}/1/hands/1/overrule/"
    assert paths(desk.post(at, {"stones": [1, 1]})) == ["reason"]
    assert codes(desk.post(at, {"reason": "Because."})) == ["bad_outcome"]
    answer = desk.post(at, {"stones": [1, 1], "reason": "Seen by the judge."})
    assert (answer.status_code, answer.json()["status"]) == (200, "replaced")


def test_s8_a_claim_that_differs_is_decided(desk, elsewhere, hands):
    question = save(desk, hands, {**HAND, "claim": [9, 6]}).json()["rulings"][0]
    at = f"/rulings/{question['id']}"
    decision = {"stands": "claim", "reason": "All four agree."}
    assert elsewhere.post(f"{at}/decide-claim/", decision).status_code == 404
    assert codes(desk.post(f"{at}/confirm/")) == ["other_kind"]
    answer = desk.post(f"{at}/decide-claim/", decision)
    assert (answer.status_code, answer.json()["status"]) == (200, "replaced")
    again = desk.post(f"{at}/decide-claim/", decision)
    assert (again.status_code, codes(again)) == (409, ["already_decided"])


def test_what_needs_a_ruling_is_confirmed_or_replaced(desk, hands):
    both = [{"kind": "false_claim", "seat": 0}, {"kind": "false_claim", "seat": 1}]
    save(desk, hands, {**HAND, "infractions": both})
    question = Ruling.objects.get(kind="needs_ruling")
    answer = desk.post(
        f"/rulings/{question.pk}/replace/", {"stones": [0, 2], "reason": "The judge's word."}
    )
    assert (answer.status_code, answer.json()["outcome"]["stones"]) == (200, [0, 2])


def test_g1_a_repeated_false_claim_confirmed_loses_the_game(desk, hands, anyone):
    save(desk, hands, FALSE_WORD)
    save(desk, hands, FALSE_WORD)
    question = Ruling.objects.get(kind="repetition")
    assert desk.post(f"/rulings/{question.pk}/confirm/").status_code == 200
    games = anyone.get(f"{hands}/").json()["games"]
    assert (games[0]["winner"], games[0]["ended_by"]) == ("B", "forfeit")


def test_G1_a_false_word_counts_with_its_ruling(desk, at, hands):
    save(desk, hands, UNTOLD)
    question = Ruling.objects.get(kind="needs_ruling")
    here = f"/rulings/{question.pk}/confirm/"
    assert paths(desk.post(here, {"counts": ["C"]})) == ["counts[0]"]
    assert paths(desk.post(here, {"counts": ["A"]})) == ["reason"]
    assert desk.post(here, {"counts": ["A"], "reason": "On purpose."}).status_code == 200
    found = {one["number"]: one["false_claims"] for one in desk.get(f"{at}/records/").json()}
    assert sorted(found.values())[-1] == 1
    back = desk.post(f"/rulings/{question.pk}/take-back/", {"reason": "Too hard."})
    assert (back.status_code, back.json()["status"]) == (200, "open")


def test_games_are_forfeited_ruled_and_given_back(desk, at, match):
    path = f"{at}/matches/{match.pk}"
    lost = desk.post(f"{path}/forfeit/", {"loser": "A", "clause": "T7", "reason": "Late."})
    assert (lost.status_code, lost.json()["winner"]) == (200, "B")
    ruled = desk.post(f"{path}/games/1/rule/", {"winner": "A", "reason": "They were there."})
    assert ruled.json()["winner"] == "A"
    back = desk.post(f"{path}/games/1/take-back/", {"reason": "They were not."})
    assert back.json()["winner"] == "B", "the first decision stands again (D7)"
    back = desk.post(f"{path}/games/1/take-back/", {"reason": "Play it."})
    assert back.json()["winner"] == ""
    assert desk.post(f"{path}/games/9/rule/", {"winner": "A", "reason": "No."}).status_code == 404


def test_D7_a_game_is_not_decided_over_what_another_official_decided(desk, at, match):
    path = f"{at}/matches/{match.pk}"
    seen = desk.get(f"{path}/").json()["version"]
    first = {"winner": "A", "reason": "They were there.", "expected_version": seen}
    assert desk.post(f"{path}/games/1/rule/", first).status_code == 200
    for address, body in [
        ("games/1/rule/", {"winner": "B"}),
        ("forfeit/", {"loser": "A", "game": 1}),
        ("games/1/take-back/", {}),
    ]:
        late = desk.post(f"{path}/{address}", {**body, "reason": "No.", "expected_version": seen})
        assert (late.status_code, codes(late)) == (409, ["changed_meanwhile"])
    now = late.json()["current"]["version"]
    back = desk.post(f"{path}/games/1/take-back/", {"reason": "No.", "expected_version": now})
    assert back.json()["winner"] == ""


def test_a_call_is_raised_and_closed(desk, at, match):
    call = desk.post(f"{at}/matches/{match.pk}/call/", {"message": "A card is missing."}).json()
    assert desk.post(f"/rulings/{call['call']}/close-call/").json()["status"] == "confirmed"
    assert desk.post("/rulings/999999/dismiss/", {"reason": "None."}).status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_hands_take_as_many_queries_however_many(
    desk, anyone, hands, django_assert_num_queries, rows
):
    for _ in range(rows):
        save(desk, hands, quick(1, 0))
    # Tournament, card, match, games, hands counted, rulings, hands, confirmations.
    with django_assert_num_queries(7):
        assert len(anyone.get(f"{hands}/").json()["history"]) == rows


def test_G1_what_a_false_word_would_cost_is_said_before_it_counts(desk, hands, games):
    save(desk, hands, FALSE_WORD)
    save(desk, hands, UNTOLD)
    here = f"{games}/1/hands/2/overrule/preview/"
    before = desk.get(f"{hands}/").json()
    would = desk.post(here, {"counts": ["A"]})
    assert would.status_code == 200
    assert [game["after"]["winner"] for game in would.json()["games"]] == ["B"]
    stones = desk.post(here, {"stones": [1, 1], "counts": ["A"]})
    assert (stones.status_code, stones.json()["games"] != []) == (200, True)
    assert codes(desk.post(here, {})) == ["bad_outcome"]
    assert paths(desk.post(here, {"counts": ["C"]})) == ["counts[0]"]
    assert desk.get(f"{hands}/").json() == before, "a preview saves nothing"


def test_G1_a_first_false_word_that_counts_changes_nothing_in_the_match(desk, hands, games):
    save(desk, hands, UNTOLD)
    would = desk.post(f"{games}/1/hands/1/overrule/preview/", {"counts": ["A"]}).json()
    assert (would["hands"], would["games"]) == ([], [])
