"""What must hold of every endpoint, asked of each that the URL map knows."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.views.docs import document
from config.bodies import Sizes
from jobs.models import Job, Product
from tests.api.conftest import BASE, Api
from tests.api.endpoints import METHODS, OPEN_WRITES, Endpoint, endpoints
from tests.api.worst import worst_bodies
from tests.cost import cost_of, most_for
from tests.everything import parts_of
from tests.night import of_many
from tests.scoring import copies
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

ALL = endpoints()
WRITES = [one for one in ALL if one.writes]
FOR_ORGANIZERS = [one for one in WRITES if one.route not in OPEN_WRITES and not one.is_for_devices]
UNDER = "tournaments/<slug:slug>/"
OF_A_TOURNAMENT = [one for one in ALL if one.route.startswith(UNDER)]
OF_THE_DESK = {
    "acts/<number:event>/undo/preview/",
    "cascades/", "cascades/<number:cascade_id>/undo/preview/", "cases/", "cases/<number:case_id>/",
    "clock/", "consolation/proposal/", "desk/", "end-early/preview/",
    "matches/<number:match_id>/absent/preview/", "matches/<number:match_id>/reopen/preview/",
    "matches/<number:match_id>/time-is-up/preview/",
    "matches/<number:match_id>/undo-start/preview/",
    "matches/<number:match_id>/games/<number:game>/take-back/preview/",
    "organizers/", "pairs/<number:pair_id>/reinstate/preview/", "pairs/join/", "pairs/places/",
    "paper/", "paper/<number:job_id>/", "paper/<number:job_id>/content/", "pauses/", "records/",
    "referees/", "results/", "results/links/", "results/terms/", "rounds/by-hand/", "singles/",
    "tables/", "tables/links/",
}  # fmt: skip
"""What only the organizers of a tournament read of it."""
APPS = ("tournament", "scoring", "season", "api", "auth")


@pytest.fixture(autouse=True)
def _unthrottled(request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("settings").API_PER_MINUTE = dict.fromkeys(
        ("settle", "join", "token"), 1_000_000
    )


@dataclass(frozen=True, slots=True)
class Day:
    """A day that was played once: its rows, what its addresses are made of, who is signed in."""

    rows: copies.Rows
    parts: dict[str, Any]
    tablet: dict[str, str]
    cookies: dict[str, str]


PLAYED = pytest.StashKey[Day]()


@pytest.fixture
def day(request: pytest.FixtureRequest, db: None) -> Day:
    """Played once; then its rows come back."""
    kept = request.session.stash.get(PLAYED, None)
    if kept is None:
        kept = request.session.stash[PLAYED] = _played()
    else:
        copies.put(kept.rows)
    return kept


def _played() -> Day:
    users = get_user_model().objects
    owner = users.create_user("zarautz", password="unused")
    parts = parts_of(play.tournament(entered=4, drawn=True, owner=owner), owner)
    token = join_token(Table.objects.get(tournament__slug=parts["slug"], number=1))
    tablet = {"authorization": f"Device {devices.join(token=token)[1]}"}
    cookies = {
        user.username: _signed_in(user)
        for user in (owner, users.create_user("mutriku", password="unused"))
    }
    rows = copies.taken(get_user_model(), Session, Job, Product)
    return Day(rows, parts, tablet, cookies)


def _signed_in(user: Any) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[django.SESSION_COOKIE_NAME].value


def _with_session(day: Day, name: str) -> Api:
    client = Client()
    client.cookies[django.SESSION_COOKIE_NAME] = day.cookies[name]
    return Api(client)


@pytest.fixture
def desk(day: Day) -> Api:
    """Signed in as the organizer."""
    return _with_session(day, "zarautz")


@pytest.fixture
def elsewhere(day: Day) -> Api:
    """Signed in, but organizing nothing here."""
    return _with_session(day, "mutriku")


@pytest.fixture
def parts(day: Day) -> dict[str, Any]:
    """Real ids for every address: a match being played, with a hand."""
    return day.parts


@pytest.fixture
def tablet(day: Day) -> dict[str, str]:
    """The headers of a device at table 1."""
    return day.tablet


def assert_is_a_refusal(answer: Any) -> None:
    """4xx, in JSON, with a code, a path and a message for each fault."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.content[:200])
    assert answer["Content-Type"] == "application/json"
    errors = answer.json()["errors"]
    assert errors
    assert all(set(error) == {"code", "path", "message"} for error in errors)
    assert all(error["code"] and error["message"] for error in errors)


def database() -> dict[str, Any]:
    """How many rows each table has, and where each tournament's log stands."""
    tables = [
        model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models()
    ]
    asked = ", ".join(
        f"(SELECT COUNT(*) FROM {connection.ops.quote_name(table)})" for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        counts: dict[str, Any] = dict(zip(tables, cursor.fetchone(), strict=True))
    counts["events"] = list(Tournament.objects.order_by("pk").values_list("pk", "event_number"))
    counts["versions"] = list(Match.objects.order_by("pk").values_list("pk", "version"))
    return counts


@pytest.mark.sampled(2)
@pytest.mark.parametrize("endpoint", FOR_ORGANIZERS, ids=str)
def test_only_who_organizes_this_tournament_may_write(endpoint, anyone, elsewhere, parts):
    address = endpoint.address(**parts)
    before = database()
    nobody = anyone.ask(endpoint.method.upper(), address, {})
    assert nobody.status_code == 401
    assert_is_a_refusal(nobody)
    if "<slug:slug>" in endpoint.route:
        other = elsewhere.ask(endpoint.method.upper(), address, {})
        assert other.status_code == 403
        assert_is_a_refusal(other)
    assert database() == before


def test_only_who_organizes_a_tournament_reads_what_is_of_its_desk(anyone, elsewhere, parts):
    closed = set()
    for one in OF_A_TOURNAMENT:
        if not one.writes and anyone.get(one.address(**parts)).status_code == 401:
            closed.add(one.route.removeprefix(UNDER))
            assert elsewhere.get(one.address(**parts)).status_code == 403, one
    assert closed == OF_THE_DESK


def test_nothing_of_one_tournament_is_found_under_the_name_of_another(desk, parts):
    """Nor by a number that no database could hold."""
    owner = get_user_model().objects.get(username="zarautz")
    other = play.tournament(name="Orio Open", owner=owner)
    before = database()
    for one in OF_A_TOURNAMENT:
        named = [name for name in parts if f":{name}>" in one.route and name.endswith("_id")]
        for changed in ({"slug": other.slug}, dict.fromkeys(named, 10**40)) if named else ():
            address = one.address(**{**parts, **changed})
            answer = desk.ask(one.method.upper(), address, {} if one.writes else None)
            assert answer.status_code in ((400, 404) if one.writes else (404,)), address
    assert database() == before


@pytest.mark.parametrize("endpoint", [one for one in ALL if one.is_for_devices], ids=str)
def test_only_devices_are_at_a_table(endpoint, desk, anyone):
    for who in (desk, anyone):
        assert who.ask(endpoint.method.upper(), endpoint.address(), {}).status_code == 401


@pytest.mark.sampled(4)
@pytest.mark.parametrize("route", sorted({one.route for one in ALL if one.verbs is not None}))
def test_other_methods_are_refused_by_name(route, desk, parts, tablet):
    mine = [one for one in ALL if one.route == route]
    address = mine[0].address(**parts)
    headers = tablet if mine[0].is_for_devices else {}
    for method in {*METHODS, "trace"} - {one.method for one in mine}:
        answer = desk.ask(method.upper(), address, **headers)
        assert answer.status_code == 405
        assert_is_a_refusal(answer)
        assert "OPTIONS" in answer["Allow"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("endpoint", [one for one in ALL if not one.writes], ids=str)
def test_head_and_options_answer_wherever_get_does(endpoint, desk, parts, tablet):
    headers = tablet if endpoint.is_for_devices else {}
    address = endpoint.address(**parts)
    whole = desk.get(address, **headers)
    assert whole.status_code == 200 or "preview" in address, "a preview refuses what its act does"
    assert desk.ask("HEAD", address, **headers).status_code == whole.status_code
    if endpoint.verbs is not None:
        assert desk.ask("OPTIONS", address, **headers).status_code == 200


UNREADABLE = [
    b"{",
    b"\xff",
    b'{"a": NaN}',
    b'{"a": 1, "a": 2}',
    b"[" * 3000,
    b'"\\ud800"',
    b'{"a":"\\u0000"}',
]
NOT_JSON = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; x", "?"]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("endpoint", WRITES, ids=str)
def test_a_body_that_cannot_be_read_changes_nothing(endpoint, desk, parts, tablet):
    headers = tablet if endpoint.is_for_devices else {}
    address = endpoint.address(**parts)
    before = database()
    for body in UNREADABLE:
        answer = desk.ask(endpoint.method.upper(), address, body, **headers)
        assert answer.status_code == 400
        assert_is_a_refusal(answer)
    for kind in NOT_JSON:
        answer = desk.client.generic(
            endpoint.method.upper(), BASE + address, b"a=1", content_type=kind, headers=headers
        )
        assert answer.status_code == 415
        assert_is_a_refusal(answer)
    assert database() == before


def test_nothing_is_at_other_addresses(anyone, db):
    for path in ("/nowhere/", "/tournaments/a/b/c/", "/tournaments/%00/", "/matches/1/"):
        assert_is_a_refusal(anyone.get(path))


def test_messages_are_in_the_readers_language(anyone, db):
    spoken = {
        language: anyone.get("/tournaments/?page=0", **{"accept-language": language}).json()
        for language in ("en", "es")
    }
    assert spoken["en"] != spoken["es"]


# Arbitrary JSON

NUMBERS = st.sampled_from(
    [0, 1, 2, -1, 3, 40, 2**31, 2**63 - 1, 2**63, 10**30, -(2**63) - 1, 0.5, 1e300, -0.0]
)
TEXTS = st.one_of(
    st.sampled_from(["", " ", "A", "B", "x" * 5000, "\ud800", "\x00", "é", "1", "null", "🂡", "‮"]),
    st.text(max_size=20),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def bodies(endpoint: Endpoint) -> st.SearchStrategy[Any]:
    """Anything, and objects whose fields have the right names and anything in them."""
    names = sorted(_field_names(endpoint))
    if not names:
        return ANYTHING
    named = st.dictionaries(st.sampled_from(names), ANYTHING, max_size=len(names))
    return ANYTHING | named


def _field_names(endpoint: Endpoint) -> set[str]:
    operation = document()["paths"][f"/api/v1/{endpoint.template}"][endpoint.method]
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = schema.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return set(document()["components"]["schemas"].get(name, {}).get("properties", {}))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("endpoint", WRITES, ids=str)
def test_arbitrary_json_is_answered_and_what_is_refused_changes_nothing(
    endpoint, desk, parts, tablet
):
    headers = tablet if endpoint.is_for_devices else {}
    address = endpoint.address(**parts)
    before = database()

    @settings(
        max_examples=max(8, settings.default.max_examples // 5),
        suppress_health_check=list(HealthCheck),
    )
    @given(body=bodies(endpoint))
    def ask(body: Any) -> None:
        with transaction.atomic():
            answer = desk.ask(
                endpoint.method.upper(), address, json.dumps(body).encode(), **headers
            )
            if answer.status_code >= 400:
                assert_is_a_refusal(answer) if answer.status_code != 422 else None
                assert database() == before
            transaction.set_rollback(True)

    ask()
    connection.check_constraints()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("endpoint", [one for one in ALL if not one.writes], ids=str)
def test_arbitrary_questions_are_answered(endpoint, anyone, parts, tablet):
    headers = tablet if endpoint.is_for_devices else {}
    address = endpoint.address(**parts)
    names = st.sampled_from(
        ["page", "page_size", "q", "status", "before", "after", "size", "round"]
    )

    @settings(max_examples=8, suppress_health_check=list(HealthCheck))
    @given(asked=st.dictionaries(names | st.text(max_size=5), TEXTS | NUMBERS, max_size=3))
    def ask(asked: dict[str, Any]) -> None:
        asked = {_sendable(name): _sendable(str(value)) for name, value in asked.items()}
        answer = anyone.client.get(BASE + address, asked, headers=headers)
        if answer.status_code != 200:
            assert_is_a_refusal(answer)

    ask()


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode().replace("\0", "")


# What a body costs

COSTLY = of_many(10_000, nightly=200_000)
"""Bytes of the bodies tried. The reader counts values, so larger bodies cost no more for each."""


def _costs_little(endpoint: Endpoint, who: Api, parts: dict[str, Any], **headers: str) -> None:
    address = endpoint.address(**parts)
    sizes = Sizes(django.OPEN_BODY_BYTES, django.MAX_BODY_BYTES, 0)
    size = min(COSTLY, sizes.at(BASE + address))
    for body in worst_bodies(endpoint, size):
        with transaction.atomic():
            answer, cost = cost_of(
                lambda body=body: who.ask(endpoint.method.upper(), address, body, **headers)
            )
            transaction.set_rollback(True)
        assert answer.status_code < 500
        assert cost <= most_for(size), body[:80]
        assert len(answer.content) <= 600_000, body[:80]


QUESTIONS = ("ﷺ" * 600, "9" * 1_800, "%00" * 300, "-1," * 600)
"""Each value of a query at its longest: what a proxy lets through is some 8,000 bytes."""


@pytest.mark.sampled(12)
@pytest.mark.parametrize("endpoint", [one for one in ALL if one.method == "get"], ids=str)
def test_the_worst_question_costs_little(endpoint, anyone, desk, parts, tablet):
    headers = tablet if endpoint.is_for_devices else {}
    names = ("page", "page_size", "q", "before", "after", "size", "round")
    # What is loaded once is no cost of a question.
    desk.client.get(BASE + endpoint.address(**parts), headers=headers)
    for who in (anyone, desk):
        for value in QUESTIONS:
            asked = dict.fromkeys(names, value)
            answer, cost = cost_of(
                lambda who=who, asked=asked: who.client.get(
                    BASE + endpoint.address(**parts), asked, headers=headers
                )
            )
            assert answer.status_code < 500
            assert cost <= most_for(0), (asked["q"][:20], cost)


def test_of_a_list_that_is_wrong_only_the_beginning_is_read(desk, parts):
    at = f"/tournaments/{parts['slug']}/rounds/by-hand/"
    answer = desk.post(at, {"matches": [[]] * 2_048, "reason": "x"})
    assert (answer.status_code, len(answer.json()["errors"])) == (400, 20)
    answer = desk.post(at, {"matches": [[]] * 2_049, "reason": "x"})
    assert [fault["path"] for fault in answer.json()["errors"]] == ["matches"]


@pytest.mark.parametrize("endpoint", [one for one in WRITES if one.route in OPEN_WRITES], ids=str)
def test_the_worst_body_of_a_stranger_costs_little(endpoint, anyone, parts):
    _costs_little(endpoint, anyone, parts)


@pytest.mark.sampled(24)
@pytest.mark.parametrize(
    "endpoint", [one for one in WRITES if one.route not in OPEN_WRITES], ids=str
)
def test_the_worst_body_of_an_account_or_a_tablet_costs_little(endpoint, desk, parts, tablet):
    _costs_little(endpoint, desk, parts, **(tablet if endpoint.is_for_devices else {}))


def test_a_stranger_may_send_a_small_body_and_no_more():
    sizes = Sizes(everybody=1, accounts=2, file=3)
    for one in WRITES:
        is_open = one.route in OPEN_WRITES
        most = sizes.at(f"{BASE}/{one.route.replace('<slug:slug>', 'cup')}")
        assert most == 1 or not is_open, one
