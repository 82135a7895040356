"""Any act at the desk, undone over the API."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from scoring.rulings.services import appeals
from tests.api.conftest import Api
from tests.scoring.undoing.crowd import exported_rows
from tests.tournament import play
from tournament.championship.services import organizers
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
WHY = {"reason": "a mistake"}


@pytest.fixture
def cup(organizer):
    return play.tournament(entered=4, drawn=True, owner=organizer)


@pytest.fixture
def at(cup):
    return f"/tournaments/{cup.slug}"


def last_event(cup):
    return Event.objects.filter(tournament=cup).latest("number").number


def walk_over(desk, at, slot=0, cup=None):
    match = play.match(cup, 1, slot)
    body = {"winner": "A", "reason": "late"}
    assert desk.post(f"{at}/matches/{match.pk}/walkover/", body).status_code == 200
    return last_event(cup)


def test_an_act_is_undone_and_the_undo_undone_is_the_act_again(desk, cup, at):
    before = exported_rows(cup.pk)
    event = walk_over(desk, at, cup=cup)
    after = exported_rows(cup.pk)
    undone = desk.post(f"{at}/acts/{event}/undo/", WHY)
    assert (undone.status_code, undone.json()["data"]["kinds"]) == (200, ["match.finished"])
    assert exported_rows(cup.pk) == before
    again = desk.post(f"{at}/acts/{undone.json()['number']}/undo/", WHY)
    assert again.status_code == 200
    assert exported_rows(cup.pk) == after
    play.must_hold(cup)


def test_a_preview_names_matches_pairs_and_questions_and_changes_nothing(desk, cup, at):
    match = play.match(cup, 1, 0)
    pair = match.pair_a
    appeals.set_window(tournament_id=cup.pk, minutes=60, actor=play.PROGRAM)
    assert desk.post(f"{at}/pairs/{pair.number}/withdraw/", WHY).status_code == 200
    event, rows = last_event(cup), exported_rows(cup.pk)
    would = desk.get(f"{at}/acts/{event}/undo/preview/").json()
    assert would["pairs"] == [
        {
            "number": pair.number,
            "before": {"name": pair.name, "status": "withdrawn"},
            "after": {"name": pair.name, "status": "entered"},
        }
    ]
    assert [one["id"] for one in would["matches"]["matches"]] == [
        match.pk,
        play.match(cup, 2, 0).pk,
    ]
    appeal = {"side": "B", "reason": "not so"}
    assert desk.post(f"{at}/matches/{match.pk}/appeal/", appeal).status_code in (200, 201)
    asked = desk.get(f"{at}/acts/{last_event(cup)}/undo/preview/").json()["questions"]
    assert [(one["kind"], one["before"], one["after"]) for one in asked] == [("appeal", "open", "")]
    assert exported_rows(cup.pk)["pair"] == rows["pair"]


def test_an_undo_over_later_acts_names_them_and_undoes_none_until_they_are_agreed_to(desk, cup, at):
    before = exported_rows(cup.pk)
    first = walk_over(desk, at, cup=cup)
    number = play.match(cup, 1, 0).pair_a.number
    assert desk.post(f"{at}/pairs/{number}/withdraw/", WHY).status_code == 200
    later, rows = last_event(cup), exported_rows(cup.pk)
    for agreed in ({}, {"together": [first]}):
        refused = desk.post(f"{at}/acts/{first}/undo/", {**WHY, **agreed})
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (409, "changed_since")
        assert refused.json()["current"]["later"] == [{"event": later, "kind": "pair.withdrawn"}]
        assert exported_rows(cup.pk) == rows
    would = desk.get(f"{at}/acts/{first}/undo/preview/").json()
    assert would["together"] == [later]
    done = desk.post(f"{at}/acts/{first}/undo/", {**WHY, "together": would["together"]})
    assert done.status_code == 200
    assert exported_rows(cup.pk) == before
    play.must_hold(cup)
    twice = desk.post(f"{at}/acts/{first}/undo/", WHY)
    assert (twice.status_code, twice.json()["errors"][0]["code"]) == (409, "already_undone")


def test_whoever_may_not_do_an_act_may_not_undo_it(desk, cup, at):
    assert desk.put(f"{at}/tables/", {"count": 6}).status_code == 200
    of_the_desk = last_event(cup)
    for name in ("referee", "desk"):
        get_user_model().objects.create_user(name)
        organizers.add(tournament_id=cup.pk, username=name, actor=play.PROGRAM)
        organizers.set_role(tournament_id=cup.pk, username=name, role=name, actor=play.PROGRAM)
    rows = exported_rows(cup.pk)
    referee = _as("referee")
    refused = referee.post(f"{at}/acts/{of_the_desk}/undo/", WHY)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (403, "role")
    assert referee.get(f"{at}/acts/{of_the_desk}/undo/preview/").status_code == 403
    assert exported_rows(cup.pk) == rows
    assert _as("desk").post(f"{at}/acts/{of_the_desk}/undo/", WHY).status_code == 200
    cup.refresh_from_db()
    assert cup.tables_count == 4


def test_what_is_reserved_to_others_is_not_undone_together_with_an_own_act(desk, cup, at):
    """T6: a head referee lets a pair go; the desk gives its place to a late one."""
    get_user_model().objects.create_user("referee")
    organizers.add(tournament_id=cup.pk, username="referee", actor=play.PROGRAM)
    organizers.set_role(
        tournament_id=cup.pk, username="referee", role="referee", actor=play.PROGRAM
    )
    referee, match = _as("referee"), play.match(cup, 1, 0)
    gone = f"{at}/pairs/{match.pair_b.number}/withdraw/"
    assert referee.post(gone, WHY).status_code == 200
    own = last_event(cup)
    late = {"match": match.pk, "side": "B", "player_1": "Lezo", "player_2": "Deba", **WHY}
    assert desk.post(f"{at}/pairs/late/", late).status_code in (200, 201)
    of_the_desk, rows = last_event(cup), exported_rows(cup.pk)
    undo = {**WHY, "together": [of_the_desk]}
    refused = referee.post(f"{at}/acts/{own}/undo/", undo)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (403, "role")
    assert (exported_rows(cup.pk), last_event(cup)) == (rows, of_the_desk)
    assert desk.post(f"{at}/acts/{own}/undo/", undo).status_code == 200
    play.must_hold(cup)


def test_of_acts_undone_together_none_is_undone_when_one_of_them_cannot_be(desk, organizer):
    """The pair that went on in place of one that left plays the final."""
    cup = play.tournament(entered=8, drawn=True, owner=organizer)
    at = f"/tournaments/{cup.slug}"
    first = walk_over(desk, at, cup=cup)
    for slot in (1, 2, 3):
        play.win(play.match(cup, 1, slot))
    number = play.match(cup, 1, 0).pair_a.number
    assert desk.post(f"{at}/pairs/{number}/withdraw/", WHY).status_code == 200
    later = last_event(cup)
    play.win(play.match(cup, 2, 1))
    play.start(play.match(cup, 3, 0))
    rows, told = exported_rows(cup.pk), last_event(cup)
    refused = desk.post(f"{at}/acts/{first}/undo/", {**WHY, "together": [later]})
    assert refused.status_code == 409
    assert (exported_rows(cup.pk), last_event(cup)) == (rows, told)


def test_what_is_no_act_or_says_too_little_is_refused(desk, anyone, cup, at):
    event = walk_over(desk, at, cup=cup)
    rows = exported_rows(cup.pk)
    assert desk.post(f"{at}/acts/1/undo/", WHY).status_code == 404
    assert desk.post(f"{at}/acts/999999999999/undo/", WHY).status_code == 404
    needs = desk.post(f"{at}/acts/{event}/undo/", {})
    assert (needs.status_code, needs.json()["errors"][0]["code"]) == (400, "reason_required")
    for nonsense in ("all", [0], [True], {"1": 1}):
        assert desk.post(f"{at}/acts/{event}/undo/", {"together": nonsense}).status_code == 400
    assert anyone.post(f"{at}/acts/{event}/undo/", WHY).status_code in (401, 403)
    assert exported_rows(cup.pk) == rows


def test_a_draw_is_undone_by_the_same_address(desk, organizer):
    cup = play.tournament(entered=4, owner=organizer)
    at = f"/tournaments/{cup.slug}"
    assert desk.post(f"{at}/draw/", {"seed": "s"}).status_code in (200, 201)
    assert desk.post(f"{at}/acts/{last_event(cup)}/undo/", WHY).status_code == 200
    cup.refresh_from_db()
    assert (cup.status, Match.objects.filter(tournament=cup).count()) == ("entry", 0)
    play.must_hold(cup)


def test_the_number_of_a_pair_whose_entry_was_undone_is_never_given_again(desk, organizer):
    cup = play.tournament(entered=2, owner=organizer)
    at = f"/tournaments/{cup.slug}"
    for number in (3, 4):
        entered = desk.post(f"{at}/pairs/", {"player_1": "Lezo", "player_2": "Deba"})
        assert (entered.status_code, entered.json()["number"]) == (201, number)
        event = last_event(cup)
        assert desk.post(f"{at}/acts/{event}/undo/", WHY).status_code == 200
        assert Pair.objects.filter(tournament=cup).count() == 2
    undo = Event.objects.filter(tournament=cup, kind="act.undone").latest("number").number
    assert desk.post(f"{at}/acts/{undo}/undo/", WHY).status_code == 200
    assert Pair.objects.get(tournament=cup, player_1="Lezo").number == 4
    play.must_hold(cup)


def test_every_address_that_changes_a_tournament_remembers_what_it_did(desk, cup, at):
    before = exported_rows(cup.pk)
    assert desk.patch(f"{at}/", {"name": "Orio Cup"}).status_code == 200
    assert desk.post(f"{at}/acts/{last_event(cup)}/undo/", WHY).status_code == 200
    assert exported_rows(cup.pk) == before


def _as(name: str) -> Api:
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    return Api(client)
