"""POST /api/v1/settle/: the open format over HTTP."""

import json
from typing import Any

import pytest
from django.test import Client

from mus import settle_json

URL = "/api/v1/settle/"

HAND: dict[str, Any] = {
    "id": "m12-g2-h7",
    "mano": 0,
    "score": [12, 33],
    "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"],
    "declared": {"pares": [True, True, True, True], "juego": [False, False, True, True]},
}
FALSE_HAND = {"id": "x", "mano": 9}


def post(client: Client, body: Any, **extra: Any) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body)
    return client.post(URL, data, content_type="application/json", **extra)


def test_one_record_is_settled_exactly_as_the_rules_settle_it(client):
    answer = post(client, HAND)
    assert answer.status_code == 200
    assert answer.json() == json.loads(json.dumps(settle_json(HAND)))


def test_a_list_is_answered_in_order_each_record_for_itself(client):
    answer = post(client, [HAND, FALSE_HAND, 5, HAND])
    assert answer.status_code == 200
    assert [one["ok"] for one in answer.json()] == [True, False, False, True]
    assert answer.json()[1]["id"] == "x"


def test_an_empty_list_has_an_empty_answer(client):
    answer = post(client, [])
    assert (answer.status_code, answer.json()) == (200, [])


def test_a_record_that_cannot_be_true_is_refused_with_every_fault(client):
    answer = post(client, FALSE_HAND)
    assert answer.status_code == 422
    body = answer.json()
    assert body["ok"] is False
    assert "bad_mano" in {error["code"] for error in body["errors"]}
    assert all(set(error) == {"code", "path", "message"} for error in body["errors"])


def test_250_records_are_taken_and_one_more_is_not(client):
    assert len(post(client, [{"mano": 0}] * 250).json()) == 250
    answer = post(client, [{"mano": 0}] * 251)
    assert answer.status_code == 413
    assert answer.json()["ok"] is False
    assert answer.json()["errors"][0]["code"] == "too_many_records"


@pytest.mark.parametrize("value", [5, None, True, "text", 1.5])
def test_json_that_is_no_object_is_bad_json(client, value):
    answer = post(client, value)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["code"] == "bad_json"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="broken off"),
        pytest.param(b"\xff\xfe{}", id="not UTF-8"),
        pytest.param(b'{"mano": NaN}', id="NaN"),
        pytest.param(b'{"id": Infinity}', id="infinity"),
        pytest.param(b'{"id": 1e999}', id="a number beyond all"),
        pytest.param(b'{"id": ' + b"9" * 5000 + b"}", id="five thousand digits"),
        pytest.param(b'{"id": "\\u0000"}', id="NUL in a value"),
        pytest.param(b'{"a\\u0000": 1}', id="NUL in a name"),
        pytest.param(b'{"id": "\\ud800"}', id="half a surrogate pair"),
        pytest.param(b"[" * 40_000, id="deep and open"),
        pytest.param(b"[" * 5_000 + b"]" * 5_000, id="deep and closed"),
        pytest.param(b"[" * 40 + b"]" * 40, id="deeper than any record"),
        pytest.param(b'{"mano": 0, "mano": 1}', id="a name twice"),
        pytest.param(
            b"{%s}" % b",".join(b'"%x":0' % (number or 1) for number in reversed(range(9_000))),
            id="the last of thousands of names twice",
        ),
    ],
)
def test_a_body_that_two_programs_could_read_differently_is_refused(client, body):
    answer = post(client, body)
    assert answer.status_code == 400
    assert answer.json()["ok"] is False
    assert answer.json()["errors"][0]["code"] in {"bad_json", "bad_text"}


def test_a_body_over_the_limit_is_413(client, settings):
    settings.MAX_BODY_BYTES = 1_000
    assert post(client, b" " * 1_001).status_code == 413


def test_another_content_type_is_415(client):
    answer = client.post(URL, {"mano": "0"})
    assert answer.status_code == 415
    assert answer.json()["ok"] is False
    assert answer.json()["errors"][0]["code"] == "unsupported_media_type"


def test_an_answer_that_cannot_be_given_in_the_wanted_form_is_406(client):
    answer = post(client, HAND, headers={"accept": "text/csv"})
    assert answer.status_code == 406
    assert answer.json()["errors"][0]["code"] == "not_acceptable"


def test_no_login_no_csrf_token_and_no_database_are_needed():
    # This test has no database: a query would fail it.
    assert post(Client(enforce_csrf_checks=True), HAND).status_code == 200


def test_too_many_requests_from_one_address_wait_a_minute(client, settings):
    settings.API_PER_MINUTE = {"settle": 2}
    assert [post(client, HAND).status_code for _ in range(3)] == [200, 200, 429]
    assert int(post(client, HAND)["Retry-After"]) <= 61


def test_a_list_counts_as_many_times_as_it_has_records(client, settings):
    settings.API_PER_MINUTE = {"settle": 10}
    assert post(client, [HAND] * 9).status_code == 200
    refused = post(client, [HAND] * 2)
    assert (refused.status_code, refused.json()["ok"]) == (429, False)
    assert int(refused["Retry-After"]) <= 61


def test_a_list_of_empty_records_is_refused_before_they_are_made(client, settings):
    settings.OPEN_BODY_BYTES = settings.MAX_BODY_BYTES
    answer = post(client, b"[" + b"{}," * 633_000 + b"{}]")
    assert answer.status_code == 413
    assert answer.json()["errors"][0]["code"] == "too_many_values"


def test_the_codes_and_paths_of_a_refusal_are_the_rules_own(client):
    def named(errors: list[dict[str, str]]) -> list[tuple[str, str]]:
        return [(error["code"], error["path"]) for error in errors]

    for record in (FALSE_HAND, {**HAND, "cards": ["R"]}, [], {"bets": {"chica": [{}]}, "x": 1}):
        expected: Any = settle_json(record)
        answer = post(client, [record]).json()[0]
        assert named(answer["errors"]) == named(expected["errors"])


def test_a_body_without_a_length_is_411(client):
    answer = client.generic("POST", URL, headers={"transfer-encoding": "chunked"})
    assert answer.status_code == 411
    assert answer.json()["ok"] is False


def test_refusals_speak_the_language_of_the_reader(client):
    english = post(client, b"{", headers={"accept-language": "en"})
    assert "not JSON" in english.json()["errors"][0]["message"]
