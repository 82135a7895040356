"""A table's tablet: joins, reads its table, sends its outbox."""

from typing import Any

import pytest
from django.test import Client

from mus.version import RULES_VERSION
from scoring.course.models import Hand
from scoring.desk import services as rejected_hands
from scoring.rulings.models import Ruling
from tests.api.conftest import Api, codes, paths
from tests.api.tablet import Tablet, token_of
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.models import Device
from tournament.tables.services import devices


@pytest.fixture
def tablet(drawn: Tournament) -> Tablet:
    return Tablet.at(drawn, 1)


def hand(match: Match, number: int, key: str = "", **more: Any) -> dict[str, Any]:
    return {
        "key": key or f"hand-{number}",
        "kind": "hand.record",
        "made_at": "2026-05-24T12:10:00Z",
        "match": match.pk,
        "game": 1,
        "hand": number,
        "record": {"quick": {"stones": [2, 1]}},
        **more,
    }


def test_a_device_joins_by_the_link_of_a_table(anyone, drawn):
    answer = anyone.post("/devices/join/", {"token": token_of(drawn, 2), "label": "blue tablet"})
    assert answer.status_code == 201
    body = answer.json()
    assert body["table"] == {"number": 2}
    assert body["tournament"]["slug"] == drawn.slug
    assert Tablet(body["device_token"]).get("/table/").json()["device"]["label"] == "blue tablet"


def test_a_device_that_says_who_it_is_stays_the_same(anyone, drawn):
    token = token_of(drawn, 2)
    first = anyone.post("/devices/join/", {"token": token}).json()
    known = {"token": token, "known_as": first["device_token"]}
    again = anyone.post("/devices/join/", known).json()
    assert again["device"] == first["device"]
    assert again["device_token"] == first["device_token"]
    devices.revoke(device_id=first["device"]["id"], actor=play.PROGRAM)
    refused = anyone.post("/devices/join/", known)
    assert (refused.status_code, codes(refused)) == (403, ["device_revoked"])


@pytest.mark.parametrize("token", ["", "1.x", "9" * 150, "ñ", "1.\u2028"])
def test_a_false_link_binds_nothing(anyone, db, token):
    assert anyone.post("/devices/join/", {"token": token}).status_code in (400, 404)
    assert not Device.objects.exists()


def test_links_are_not_tried_out_by_the_hundred(anyone, db, settings):
    settings.API_PER_MINUTE = {"join": 1}
    tries = [anyone.post("/devices/join/", {"token": "1.x"}).status_code for _ in range(2)]
    assert tries == [404, 429]


def test_an_unknown_device_is_401_and_a_revoked_one_403(tablet, drawn):
    unknown = Tablet("nobody").get("/table/")
    assert (unknown.status_code, codes(unknown)) == (401, ["device_unknown"])
    assert Api(Client()).get("/table/").status_code == 401
    devices.revoke(device_id=Device.objects.get().pk, actor=play.PROGRAM)
    revoked = tablet.get("/table/")
    assert (revoked.status_code, codes(revoked)) == (403, ["device_revoked"])
    assert tablet.send({"key": "k"}).status_code == 403


def test_a_device_is_no_organizer(tablet, at):
    assert tablet.post(f"{at}/draw/undo/", {"reason": "No."}).status_code == 401


def test_an_idle_table_shows_what_comes_next(tablet, desk, at):
    desk.post(f"{at}/tables/assign-free/")
    body = tablet.get("/table/").json()
    assert body["match"] is None
    assert [match["label"] for match in body["next"]] == ["1.1"]
    assert body["rules_version"] == RULES_VERSION


def test_a_table_knows_the_pauses_of_the_day(tablet, desk, at):
    assert tablet.get("/table/").json()["pauses"] == []
    desk.post(f"{at}/pauses/", {"minutes": 30, "reason": "lunch", "stops_clock": True})
    (pause,) = tablet.get("/table/").json()["pauses"]
    assert (pause["reason"], pause.keys()) == ("lunch", {"starts_at", "ends_at", "reason"})


def test_a_table_shows_its_match(tablet, match):
    body = tablet.get("/table/").json()["match"]
    assert (body["id"], body["best_of"], body["mano"], body["mano_free"]) == (match.pk, 5, 0, True)
    assert body["pairs"]["A"]["players"][0].startswith("Getaria")
    assert body["ruleset"]["kings"] == 8
    assert (body["game"], body["hand"]) == ({"number": 1, "score": [0, 0]}, {"number": 1})
    assert body["four_kings_allowed"] is True


def test_a_match_is_started_from_the_tablet(tablet, desk, at):
    desk.post(f"{at}/tables/assign-free/")
    ready = tablet.get("/table/").json()["next"][0]["id"]
    start = {
        "key": "start",
        "kind": "match.start",
        "match": ready,
        "seating": {"A": [1, 2], "B": [2, 1]},
        "first_mano": 2,
        "four_kings": True,
    }
    assert tablet.outcomes(start, start) == ["applied", "repeated"]
    match = tablet.get("/table/").json()["match"]
    assert (match["mano"], match["four_kings"], match["ruleset"]["kings"]) == (2, True, 4)


@pytest.mark.rows_by_hand
def test_T6_who_plays_for_a_club_is_named_on_the_tablet(tablet, desk, at, drawn):
    drawn.pairs.update(player_1="Bar Lezo", player_2="")
    desk.post(f"{at}/tables/assign-free/")
    ready = tablet.get("/table/").json()["next"][0]
    assert ready["pairs"]["A"]["is_club"] is True
    assert ready["pairs"]["A"]["players"] == ["Bar Lezo 1", "Bar Lezo 2"]
    start = {
        "key": "s",
        "kind": "match.start",
        "match": ready["id"],
        "names": {"A": ["Aia", "Orio"]},
    }
    assert tablet.outcomes(start, start) == ["applied", "repeated"]
    assert tablet.get("/table/").json()["match"]["pairs"]["A"]["players"] == ["Aia", "Orio"]


def test_hands_are_applied_in_order_and_answered_each_for_itself(tablet, match):
    answer = tablet.send(
        hand(match, 1), hand(match, 1), hand(match, 3), {"what": "ever"}, 7, hand(match, 2)
    )
    assert answer.status_code == 200
    results = answer.json()["results"]
    assert [one["outcome"] for one in results] == [
        "applied", "repeated", "conflict", "refused", "refused", "applied",
    ]  # fmt: skip
    assert results[0]["settlement"]["stones"] == [2, 1]
    assert results[1]["settlement"] == results[0]["settlement"]
    assert [error["code"] for error in results[2]["errors"]] == ["hand_out_of_order"]
    assert results[2]["current"]["hand"] == {"number": 2}
    assert answer.json()["changed"][0]["hand"] == {"number": 3}


def test_the_desk_dismisses_what_it_has_looked_at(tablet, match, desk):
    tablet.send(hand(match, 2))
    kept = Ruling.objects.get(kind="attention")
    answer = desk.post(f"/rulings/{kept.pk}/dismiss/", {"reason": "Entered by hand."})
    assert answer.json()["status"] == "dismissed"
    tablet.send(hand(match, 2))
    assert Ruling.objects.filter(kind="attention").count() == 1


def test_a_table_is_told_what_the_desk_has_closed_and_no_other_table_is(tablet, match, desk, drawn):
    keys = [f"late-{number}" for number in (2, 3, 4)]
    tablet.send(*(hand(match, n, key) for n, key in zip((2, 3, 4), keys, strict=True)))
    waiting = {each.proposed["key"]: each.pk for each in Ruling.objects.filter(kind="attention")}
    assert tablet.table()["closed"] == []
    desk.post(f"/rulings/{waiting[keys[0]]}/dismiss/", {"reason": "It was said twice."})
    record = {"mano": 0, "quick": {"stones": [3, 1]}}
    rejected_hands.enter(ruling_id=waiting[keys[1]], record=record, actor=play.PROGRAM)
    tablet.send({"key": "go", "kind": "attention.discard", "of": [keys[2]]})
    assert tablet.table()["closed"] == [
        {"key": keys[1], "became": "entered"},
        {"key": keys[0], "became": "dismissed"},
    ]
    assert Tablet.at(drawn, 2).table()["closed"] == []


def test_a_device_touches_only_matches_of_its_table(tablet, drawn, match):
    beside = play.start(play.match(drawn, 1, 1), table_number=2)
    abroad = play.tournament(entered=2, drawn=True, name="Orio Open")
    foreign = play.start(play.match(abroad, 1, 0), table_number=1)
    results = tablet.send(
        hand(beside, 1, key="a"), hand(foreign, 1, key="b"), hand(match, 1, key="c")
    ).json()["results"]
    assert [one["outcome"] for one in results] == ["refused", "refused", "applied"]
    assert results[0]["errors"][0]["code"] == "not_this_table"
    assert results[1]["errors"][0]["code"] == "no_such_match"
    assert not Hand.objects.filter(game__match__in=[beside, foreign]).exists()


def test_a_hand_is_corrected_and_taken_back_from_the_tablet(tablet, match):
    tablet.send(hand(match, 1))
    correct = hand(
        match, 1, key="c", kind="hand.correct", version=1, reason="Misread.",
        record={"quick": {"stones": [5, 0]}},
    )  # fmt: skip
    stale = {**correct, "key": "s", "record": {"quick": {"stones": [6, 0]}}}
    undo = hand(match, 1, key="u", kind="hand.undo", version=2, reason="Another table's.")
    old = {**undo, "key": "o", "version": 1}
    assert tablet.outcomes(correct, stale, old, undo) == [
        "applied", "conflict", "conflict", "applied",
    ]  # fmt: skip
    assert tablet.get("/table/").json()["match"]["history"] == []


def test_both_pairs_confirm_the_end_of_a_game_and_of_the_match(tablet, match):
    def confirm(kind: str, *by: str, **more: Any) -> dict[str, Any]:
        key = f"{kind}{by}{more}"
        return {"key": key, "kind": kind, "match": match.pk, "by": list(by), **more}

    ordago = {"quick": {"stones": [0, 0], "game_winner": "A"}}
    early = confirm("game.confirm", "A", game=1, score=[40, 0])
    won = [hand(match, 1, key=f"g{n}", game=n, record=ordago) for n in (1, 2, 3)]
    actions = [
        early, *won, confirm("game.confirm", "A", game=2, score=[40, 0]),
        confirm("game.confirm", "B", game=2, score=[40, 0]),
        confirm("match.confirm", "A", "B", score=[3, 0]),
    ]  # fmt: skip
    assert tablet.outcomes(*actions) == ["refused", *["applied"] * 6]
    last = tablet.get("/table/").json()["last"]
    assert (last["status"], last["winner"]) == ("finished", "A")
    assert last["confirmed"] == {"games": {"2": ["A", "B"]}, "match": ["A", "B"]}


def test_the_desk_sees_contact_and_what_waits(tablet, match):
    answer = tablet.post("/table/seen/", {"waiting": 4, "rules_version": RULES_VERSION})
    assert (answer.status_code, answer.content) == (204, b"")
    assert Device.objects.get().unsent == 4
    tablet.send(hand(match, 1), waiting=2)
    assert Device.objects.get().unsent == 2


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "actions"),
        ({"actions": []}, "actions"),
        ({"actions": {}}, "actions"),
        ({"actions": [{}] * 201}, "actions"),
        ({"actions": [{}], "waiting": -1}, "waiting"),
        ({"actions": [{}], "waiting": "4"}, "waiting"),
        ([], ""),
    ],
)
def test_a_request_that_is_not_understood_changes_nothing(tablet, body, path):
    answer = tablet.post("/table/actions/", body)
    assert answer.status_code == 400
    assert paths(answer)[0].startswith(path)


@pytest.mark.parametrize(
    "broken",
    [
        {"match": "1"},
        {"match": True},
        {"match": 2**63},
        {"match": -1},
        {"kind": "hand.delete"},
        {"kind": []},
        {"key": 5},
        {"key": "k" * 500},
        {"key": ""},
        {"game": 10**30},
        {"hand": 1.5},
        {"record": None},
        {"record": {"cards": {"a": 1}}},
        {"record": {"quick": {"stones": [10**30, 0]}}},
        {"kind": "match.start", "seating": [], "first_mano": "x"},
        {"kind": "match.start", "seating": {"A": [{}], "B": [[]]}},
        {"kind": "match.start", "names": {"A": [{}, 7]}},
        {"kind": "match.start", "names": 7},
        {"kind": "hand.correct", "version": "1", "reason": 5},
        {"kind": "hand.undo", "reason": {"a": 1}},
        {"kind": "match.confirm", "by": "AB"},
        {"kind": "match.confirm", "by": [[]]},
        {"kind": "game.confirm", "game": 10**30, "by": ["A"]},
        {"kind": "call.raise", "message": 5, "state": []},
        {"kind": "call.raise", "state": 5},
        {"instead": "k"},
        {"instead": [5]},
        {"instead": ["k"] * 21},
        {"kind": "attention.discard"},
        {"kind": "attention.discard", "of": []},
        {"kind": "attention.discard", "of": "hand-1"},
        {"kind": "attention.discard", "of": [{"key": "k"}]},
        {"kind": "attention.discard", "of": ["k" * 81]},
    ],
)
@pytest.mark.sampled(4)
def test_a_tampered_action_is_refused_and_the_next_one_applied(tablet, match, broken):
    assert tablet.outcomes({**hand(match, 1, key="broken"), **broken}, hand(match, 1)) == [
        "refused",
        "applied",
    ]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_table_takes_as_many_queries_however_many_hands(
    tablet, match, django_assert_num_queries, rows
):
    for number in range(1, rows + 1):
        tablet.send(hand(match, number))
    # Device, stamp, tournament, matches; games, rulings, hands, confirmations; what the desk has
    # closed.
    with django_assert_num_queries(9):
        assert len(tablet.get("/table/").json()["match"]["history"]) == rows


@pytest.mark.parametrize("nothing", [None, 1, "x", []])
def test_what_is_no_action_holds_up_no_other(tablet, match, nothing):
    assert tablet.outcomes(hand(match, 1), nothing, hand(match, 2)) == [
        "applied", "refused", "applied",
    ]  # fmt: skip


def test_an_agreement_is_written_down_once(tablet, match):
    ordago = {"quick": {"stones": [0, 0], "game_winner": "A"}}
    agreed = {"kind": "game.confirm", "match": match.pk, "game": 1, "score": [40, 0]}
    confirmed = [{**agreed, "key": f"c{n}", "by": [by]} for n, by in enumerate("AAB")]
    assert tablet.outcomes(hand(match, 1, record=ordago), *confirmed) == ["applied"] * 4
    assert Event.objects.filter(kind="game.confirmed").count() == 2


def test_an_agreement_to_another_score_is_not_taken_and_not_kept(tablet, match):
    ordago = {"quick": {"stones": [0, 0], "game_winner": "A"}}
    agreed = {"key": "c", "kind": "game.confirm", "match": match.pk, "game": 1, "by": ["A", "B"]}
    for score in ([0, 40], [40], None):
        told = {**agreed, "key": f"c{score}", "score": score}
        assert tablet.outcomes(hand(match, 1, record=ordago), told)[-1] == "conflict"
    assert not Ruling.objects.exists()
    assert not Event.objects.filter(kind="game.confirmed").exists()


@pytest.mark.parametrize("kind", ["hand.undo", "hand.correct"])
def test_a_change_of_a_hand_names_its_version(tablet, match, kind):
    blind = hand(match, 1, key="b", kind=kind, reason="Another table's.")
    [_, result] = tablet.send(hand(match, 1), blind).json()["results"]
    assert [error["code"] for error in result["errors"]] == ["version_required"]


def test_a_beginning_is_taken_back_at_the_table_until_its_first_hand(tablet, drawn):
    match = play.match(drawn, 1, 0)
    matches.assign_table(match_id=match.pk, table_number=1, actor=play.PROGRAM)
    begin = {"key": "s1", "kind": "match.start", "match": match.pk,
             "seating": {"A": [1, 2], "B": [1, 2]}, "first_mano": 0}  # fmt: skip
    back = {"key": "b1", "kind": "match.take_back_start", "match": match.pk}
    assert tablet.outcomes(begin, back, back) == ["applied", "applied", "repeated"]
    match.refresh_from_db()
    assert (match.status, match.seating, match.first_mano) == ("ready", None, None)
    again = {**begin, "key": "s2", "first_mano": 2}
    late = {**back, "key": "b2"}
    assert tablet.outcomes(again, hand(match, 1), late) == ["applied", "applied", "refused"]
    (undone,) = Event.objects.filter(kind="match.start_undone")
    assert (undone.data["reason"], undone.data["because"]) == ("", "at_the_table")


def test_a_beginning_is_not_taken_back_from_another_table(drawn, match):
    other = Tablet.at(drawn, 2)
    back = {"key": "b1", "kind": "match.take_back_start", "match": match.pk}
    assert other.outcomes(back) == ["refused"]
    match.refresh_from_db()
    assert match.status == "playing"
