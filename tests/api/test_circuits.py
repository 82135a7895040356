"""Circuits over the API: a ranking and ratings that anybody may read."""

import json

import pytest
from django.contrib.auth.models import User

from scoring.statements import services as statements
from scoring.statements.queries import link_of
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


def test_nobody_writes_a_circuit_here(desk, anyone):
    circuit(User.objects.create_user("lezo"))
    for client in (desk, anyone):
        for address in ("/circuits/", "/circuits/coast-circuit/"):
            assert client.post(address, {}).status_code in (401, 403, 405)


def test_a_circuit_goes_out_as_a_file_and_comes_in(organizer, desk, anyone):
    made = circuit(organizer, cup(owner=organizer))
    whole = anyone.get(f"/circuits/{made.slug}/file/").json()
    assert whole["format"] == "mus-circuit/1"
    text = json.dumps(whole)
    assert anyone.post("/circuit-files/", {"text": text}).status_code == 401
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
    owner = organizer
    one = cup(owner=owner)
    made = circuit(owner, one)
    statements.set_terms(tournament_id=one.pk, entered_by="both", actor=PROGRAM)
    link = link_of(pair_id=one.pairs.get(player_1="Getaria").pk)
    body = {"link": link, "seat": 1}
    assert anyone.post("/me/claims/", body).status_code == 401
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
    assert "[…] – Orio" in [
        line["person"]["name"]
        for line in anyone.get(f"/circuits/{made.slug}/").json()["ranking"]["results"]
    ]
    assert codes(desk.post(f"{act}/dismiss/", {})) == ["already_confirmed"]
    assert desk.post(f"{act}/take-back/", {}).json()[0]["confirmed_at"] is None
    assert desk.post(f"{act}/dismiss/", {}).json() == []
    elsewhere.post("/me/claims/", body)
    (again,) = elsewhere.get("/me/").json()
    assert elsewhere.post(f"/me/claims/{again['claim_id']}/withdraw/", {}).json() == []
