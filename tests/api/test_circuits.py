"""Circuits over the API: a ranking and ratings that anybody may read."""

import json

import pytest
from django.contrib.auth.models import User

from scoring.statements import services as statements
from scoring.statements.queries import link_of
from season.models import Circuit as Row
from season.queries.log import settings_of
from tests.api.conftest import codes
from tests.season.seasons import circuit, cup, sums
from tests.tournament.play import PROGRAM

pytestmark = pytest.mark.django_db


def test_circuits_are_listed(anyone):
    assert anyone.get("/circuits/").json() == []
    made = circuit(User.objects.create_user("zarautz"), cup(), best_of=2)
    (row,) = anyone.get("/circuits/").json()
    assert row == {
        "id": made.pk,
        "slug": "coast-circuit",
        "name": "Coast Circuit",
        "carried_by": "pair",
        "same_names": "club",
        "points": {
            "bands": [
                {"first": 1, "last": 1, "points": 100},
                {"first": 2, "last": 2, "points": 70},
                {"first": 3, "last": 4, "points": 40},
            ],
            "taking_part": 5,
        },
        "best_of": 2,
        "tournaments_count": 1,
    }


def test_a_circuit_has_its_ranking_and_its_ratings(anyone):
    made = circuit(User.objects.create_user("zarautz"), cup())
    answer = anyone.get("/circuits/coast-circuit/")
    assert answer.headers["Cache-Control"] == "no-cache, public"
    whole = answer.json()
    lines = whole["ranking"]["results"]
    assert {line["person"]["name"]: line["points"] for line in lines} == sums(made)
    assert lines[0]["results"][0]["counts"]
    assert [one["counts"] for one in whole["tournaments"]] == [True]
    rated = anyone.get("/circuits/coast-circuit/ratings/").json()
    assert sum(line["matches"] for line in rated["ratings"]["results"]) == 6
    assert rated["even"] + sum(line["matches"] for line in rated["calibration"]) == 3


@pytest.mark.parametrize(("address", "of"), [("", "ranking"), ("ratings/", "ratings")])
def test_ranking_and_ratings_have_pages(anyone, address, of):
    circuit(User.objects.create_user("zarautz"), cup())
    at = f"/circuits/coast-circuit/{address}"

    def page(number, size=3):
        return anyone.get(f"{at}?page={number}&page_size={size}").json()[of]

    whole = anyone.get(at).json()[of]
    assert {**whole, "results": len(whole["results"])} == {
        "count": 4, "page": 1, "pages": 1, "results": 4,
    }  # fmt: skip
    both = page(1), page(2)
    assert [(one["count"], one["page"], one["pages"]) for one in both] == [(4, 1, 2), (4, 2, 2)]
    assert both[0]["results"] + both[1]["results"] == whole["results"]
    assert page(1_000_000, 100)["results"] == []
    for query in ("page=0", "page=x", "page_size=101", f"page={10**30}", "sort=name"):
        assert anyone.get(f"{at}?{query}").status_code == 400
    tag = anyone.get(at).headers["ETag"]
    assert anyone.get(at, **{"if-none-match": tag}).status_code == 304


SETTINGS = {"name": "Coast Circuit", "points": "1: 100\n2: 70\n3-4: 40", "taking_part": 5}


def test_a_change_leaves_alone_what_it_does_not_name(organizer, desk):
    other = {
        "name": "Hill Circuit", "carried_by": "player", "same_names": "ask", "points": "1: 9",
        "taking_part": 2, "best_of": 3,
    }  # fmt: skip
    home = f"/circuits/{desk.post('/circuits/', SETTINGS).json()['slug']}/"
    now = settings_of(Row.objects.get())
    for name, value in [*other.items(), *SETTINGS.items(), ("best_of", None)]:
        assert desk.patch(home, {name: value}).status_code == 200
        now = {**now, name: value}
        assert settings_of(Row.objects.get()) == now
    assert desk.patch(home, {}).status_code == 200
    assert settings_of(Row.objects.get()) == now


def test_a_circuit_is_made_changed_fed_and_removed_by_who_runs_it(
    organizer, desk, elsewhere, anyone
):
    assert codes(desk.post("/circuits/", {"name": ""})) == ["blank"]
    made = desk.post("/circuits/", SETTINGS)
    assert (made.status_code, made.json()["same_names"]) == (201, "club")
    home, one = "/circuits/coast-circuit/", cup(owner=organizer)
    for act in ("take-in", "take-out", "remove", "runners"):
        assert elsewhere.post(f"{home}{act}/", {}).status_code == 403
    assert elsewhere.post(f"{home}offer/", {"tournament": one.slug}).status_code == 403
    assert desk.post(f"{home}offer/", {"tournament": one.slug}).json()[0]["is_in"]
    changed = desk.patch(home, {**SETTINGS, "taking_part": 1, "best_of": 2, "same_names": "ask"})
    assert (changed.json()["best_of"], changed.json()["same_names"]) == (2, "ask")

    runners = desk.post(f"{home}runners/", {"username": "mutriku"}).json()
    assert [row["username"] for row in runners] == ["mutriku", "zarautz"]
    assert elsewhere.get(f"{home}entries/").json()[0]["slug"] == one.slug
    desk.post(f"{home}runners/{runners[0]['id']}/remove/")
    assert elsewhere.get(f"{home}entries/").status_code == 403

    assert codes(desk.post(f"{home}remove/")) == ["has_tournaments"]
    assert not desk.post(f"{home}take-out/", {"tournament": one.slug}).json()[0]["is_in"]
    assert desk.post(f"{home}take-in/", {"tournament": one.slug}).json()[0]["is_in"]
    desk.post(f"{home}take-out/", {"tournament": one.slug})
    assert desk.post(f"{home}withdraw-offer/", {"tournament": one.slug}).json() == []
    assert desk.post(f"{home}remove/").status_code == 204
    assert anyone.get("/circuits/").json() == []


def test_who_is_who_is_said_and_taken_back(organizer, desk, elsewhere):
    cups = [cup(f"Cup {day}", owner=organizer, day=day) for day in (0, 1, 2)]
    made = circuit(organizer, *cups, same_names="ask")
    home = f"/circuits/{made.slug}/"
    assert elsewhere.get(f"{home}people/").status_code == 403
    before = desk.get(f"{home}people/").json()
    assert [len(one["people"]) for one in before["proposals"]] == [3, 3, 3, 3]
    assert codes(desk.post(f"{home}people/merge-alike/", {"seen": "x"})) == ["changed_meanwhile"]
    said = desk.post(f"{home}people/merge-alike/", {"seen": before["seen"]}).json()
    assert (len(said["people"]), said["merges"][0]["with_others"]) == (4, 4)
    address = f"{home}merges/{said['merges'][0]['id']}/split/"
    assert desk.post(address, {"whole_act": True}).json() == before

    keys = [one["key"] for one in before["proposals"][0]["people"]]
    said = desk.post(f"{home}people/part/", {"keys": " ".join(keys)}).json()
    assert len(said["proposals"]) == 3
    again = desk.post(f"{home}people/merge/", {"one": keys[0], "other": keys[1]})
    assert codes(again) == ["said_different"]
    difference = said["differences"][0]["id"]
    assert desk.post(f"{home}differences/{difference}/rejoin/").json() == before
    said = desk.post(f"{home}people/merge/", {"one": keys[0], "other": keys[1]}).json()
    apart = desk.post(f"{home}people/set-apart/", {"person": keys[0], "entry": keys[1]})
    assert codes(apart) == ["joined_by_word"]
    assert desk.post(f"{home}merges/{said['merges'][0]['id']}/split/").json() == before


def test_a_circuit_goes_out_as_a_file_and_comes_in(organizer, desk, anyone):
    made = circuit(organizer, cup(owner=organizer))
    whole = desk.get(f"/circuits/{made.slug}/file/").json()
    assert whole["format"] == "mus-circuit/2"
    text = json.dumps(whole)
    again = desk.post("/circuit-files/", {"text": text})
    assert again.status_code == 201
    new = anyone.get(f"/circuits/{again.json()['slug']}/").json()
    old = anyone.get(f"/circuits/{made.slug}/").json()
    assert new["ranking"] == old["ranking"]
    assert codes(desk.post("/circuit-files/", {"text": "{}"})) == ["bad_file"]


@pytest.mark.parametrize("slug", ["no-such", "x" * 81, "-"])
def test_no_other_circuit_is_found(anyone, slug):
    answer = anyone.get(f"/circuits/{slug}/")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (404, "no_such_circuit")


def test_an_account_says_who_it_is_and_the_circuit_confirms_it(organizer, desk, anyone, elsewhere):
    one = cup(owner=organizer)
    made = circuit(organizer, one)
    statements.set_terms(tournament_id=one.pk, entered_by="both", actor=PROGRAM)
    link = link_of(pair_id=one.pairs.get(player_1="Getaria").pk)
    body = {"link": link, "seat": 1}
    assert codes(elsewhere.post("/me/claims/", {**body, "link": "1-x"})) == ["no_such_link"]
    (own,) = elsewhere.post("/me/claims/", body).json()
    assert (own["name"], own["is_confirmed"], own["results"]) == ("Getaria", False, [])
    waiting = f"/circuits/{made.slug}/claims/"
    assert elsewhere.get(waiting).status_code == 403
    (row,) = desk.get(waiting).json()
    act = f"{waiting}{row['id']}"
    assert codes(elsewhere.post(f"/me/claims/{row['id']}/private/", {"is_private": True})) == [
        "not_confirmed"
    ]
    assert desk.post(f"{act}/confirm/", {}).json()[0]["confirmed_at"]
    (own,) = elsewhere.get("/me/").json()
    assert [one["partner"] for one in own["results"]] == ["Orio"]
    assert own["partners"] == [{"name": "Orio", "tournaments": 1}]
    elsewhere.post(f"/me/claims/{row['id']}/private/", {"is_private": True})
    assert "[…]" in [
        line["person"]["name"]
        for line in anyone.get(f"/circuits/{made.slug}/").json()["ranking"]["results"]
    ]
    assert codes(desk.post(f"{act}/dismiss/", {})) == ["already_confirmed"]
    assert desk.post(f"{act}/take-back/", {}).json()[0]["confirmed_at"] is None
    assert desk.post(f"{act}/dismiss/", {}).json() == []
    elsewhere.post("/me/claims/", body)
    (again,) = elsewhere.get("/me/").json()
    assert elsewhere.post(f"/me/claims/{again['claim_id']}/withdraw/", {}).json() == []


def test_the_log_is_read_in_pages_and_checked_and_names_no_account(anyone, organizer):
    made = circuit(organizer, cup(owner=organizer))
    log = f"/circuits/{made.slug}/log/"
    page = anyone.get(f"{log}?size=1").json()
    assert ([one["kind"] for one in page["events"]], page["older"]) == (["tournament.taken_in"], 2)
    first = anyone.get(f"{log}?before=2").json()
    assert ([one["kind"] for one in first["events"]], first["older"]) == (["circuit.created"], None)
    assert first["events"][0]["actor_label"] == "runner"
    later = anyone.get(f"{log}?after=1").json()["events"]
    assert [one["number"] for one in later] == [2]
    assert f"{organizer.username}'" not in str(anyone.get(log).json())
    check = anyone.get(f"{log}verify/").json()
    assert (check["ok"], check["events"], check["head"]) == (True, 2, later[0]["hash"])
    assert codes(anyone.get(f"{log}?before=x")) == ["invalid"]
    assert anyone.get("/circuits/no-such/log/").status_code == 404
