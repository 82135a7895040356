"""Tokens of programs: made, used, revoked."""

from typing import Any

from django.test import Client

from accounts.models import ApiToken
from accounts.queries import SIGNED_IN_AT
from jobs import services as jobs
from tests.api.conftest import Api, codes, paths


def make(desk: Api, name: str = "results board") -> Any:
    return desk.post("/tokens/", {"name": name})


def test_a_token_is_shown_once_and_kept_as_a_hash(desk):
    answer = make(desk)
    assert answer.status_code == 201
    raw = answer.json()["token"]
    stored = ApiToken.objects.get()
    assert raw not in (stored.token_hash, stored.name)
    assert "token" not in desk.get("/tokens/").json()[0]


def test_a_program_acts_with_it_for_the_account(desk, entry):
    raw = make(desk).json()["token"]
    program = Api(Client(enforce_csrf_checks=True))
    answer = program.patch(
        f"/tournaments/{entry.slug}/", {"place": "Orio"}, authorization=f"Token {raw}"
    )
    assert (answer.status_code, answer.json()["place"]) == (200, "Orio")
    assert ApiToken.objects.get().last_used_on is not None


def test_a_revoked_token_is_of_no_use(desk, anyone):
    made = make(desk).json()
    revoked = desk.post(f"/tokens/{made['id']}/revoke/")
    assert revoked.json()["revoked_at"] is not None
    assert desk.post(f"/tokens/{made['id']}/revoke/").json() == revoked.json()
    answer = anyone.get("/tokens/", authorization=f"Token {made['token']}")
    assert (answer.status_code, codes(answer)) == (401, ["token_unknown"])


def test_a_closed_account_takes_its_tokens_along(desk, anyone, organizer):
    raw = make(desk).json()["token"]
    organizer.is_active = False
    organizer.save()
    assert anyone.get("/tokens/", authorization=f"Token {raw}").status_code == 401


def test_somebody_elses_token_is_not_found(desk, elsewhere):
    made = make(desk).json()
    assert elsewhere.post(f"/tokens/{made['id']}/revoke/").status_code == 404
    assert elsewhere.get("/tokens/").json() == []


def test_a_token_has_a_name(desk):
    assert paths(make(desk, "  ")) == ["name"]


def test_who_is_not_signed_in_has_no_tokens(anyone, db):
    assert anyone.get("/tokens/").status_code == 401
    assert make(anyone).status_code == 401


def test_an_account_has_twenty_tokens_at_most(desk, settings):
    settings.API_PER_MINUTE = {"token": 100}
    for number in range(20):
        assert make(desk, f"board {number}").status_code == 201
    assert codes(make(desk)) == ["too_many_tokens"]


def test_tokens_are_not_made_by_the_dozen(desk, settings):
    settings.API_PER_MINUTE = {"token": 1}
    assert [make(desk).status_code for _ in range(2)] == [201, 429]


def test_the_docs_page_gives_a_session_what_it_needs_to_write(organizer):
    client = Client(enforce_csrf_checks=True)
    client.force_login(organizer)
    csrf = client.get("/api/v1/docs/").cookies["csrftoken"].value
    answer = Api(client).post("/tokens/", {"name": "results board"}, **{"x-csrftoken": csrf})
    assert answer.status_code == 201


def test_a_session_needs_the_csrf_token_to_write(organizer, entry):
    client = Client(enforce_csrf_checks=True)
    client.force_login(organizer)
    answer = Api(client).patch(f"/tournaments/{entry.slug}/", {"place": "Orio"})
    assert answer.status_code == 403
    assert codes(answer) == ["permission_denied"]


def test_a_token_that_may_only_read_is_not_told_what_writes(desk, anyone, at, drawn):
    """With a table's link anybody joins it and enters hands; all paper has the links as codes."""
    raw = desk.post("/tokens/", {"name": "results board", "scope": "read"}).json()["token"]
    actas, everything = (
        desk.post(f"{at}/paper/", {"what": what}).json()["id"] for what in ("actas", "everything")
    )
    for job in (actas, everything):
        jobs.run(job)
    key = {"authorization": f"Token {raw}"}
    for address in (f"{at}/tables/links/", f"{at}/paper/{everything}/content/"):
        answer = anyone.get(address, **key)
        assert (answer.status_code, codes(answer)) == (403, ["token_reads"])
        assert desk.get(address).status_code == 200
    assert anyone.get(f"{at}/paper/{actas}/content/", **key).status_code == 200
    assert anyone.get(f"{at}/tables/", **key).status_code == 200


def test_a_session_of_long_ago_signs_in_again_before_it_makes_a_token(desk):
    session = desk.client.session
    session[SIGNED_IN_AT] -= 601
    session.save()
    answer = make(desk)
    assert (answer.status_code, codes(answer)) == (403, ["sign_in_again"])
    assert not ApiToken.objects.exists()
    assert paths(make(desk, "  ")) == ["name"], "what is wrong with the body is said first"
    assert desk.get("/tokens/").status_code == 200


def test_a_token_makes_no_other_that_would_outlive_it(desk, anyone):
    made = desk.post("/tokens/", {"name": "for a day", "days": 1}).json()
    key = {"authorization": f"Token {made['token']}"}
    answer = anyone.post("/tokens/", {"name": "for ever"}, **key)
    assert (answer.status_code, codes(answer)) == (403, ["token_makes_none"])
    assert ApiToken.objects.count() == 1
    assert anyone.post(f"/tokens/{made['id']}/revoke/", **key).status_code == 200
