"""The document says what the API does: valid, without warnings, and true when tried out."""

import io
import json
import re
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.services import tokens
from tests.api.endpoints import endpoints
from tests.tournament import play
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices


def test_the_document_is_valid_and_made_without_warnings():
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert "openapi: 3.1" in out.getvalue()


def test_every_endpoint_is_in_it(client):
    document = json.loads(client.get("/api/v1/openapi.json").content)
    written = {
        (path, method)
        for path, operations in document["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert len(written) == len([one for one in endpoints() if one.verbs is not None])


def test_every_operation_has_a_name_and_a_summary(client):
    document = json.loads(client.get("/api/v1/openapi.json").content)
    operations = [one for path in document["paths"].values() for one in path.values()]
    names = [one["operationId"] for one in operations]
    assert len(set(names)) == len(names)
    assert all(one["summary"] for one in operations)
    assert all("4XX" in one["responses"] for one in operations)


@pytest.mark.parametrize("name", ["openapi.json", "openapi.yaml", "schemas/mus-hand-1.json"])
@pytest.mark.sampled(2)
def test_documents_are_not_sent_twice(client, name):
    first = client.get(f"/api/v1/{name}")
    again = client.get(f"/api/v1/{name}", headers={"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert client.post(f"/api/v1/{name}").status_code == 405


def test_the_docs_load_nothing_from_elsewhere_and_run_nothing_inline(client):
    page = client.get("/api/v1/docs/").content.decode()
    assert "http:" not in page
    assert "https:" not in page
    assert "style=" not in page
    assert all("src=" in script for script in page.split("<script")[1:])


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_what_may_be_anything_may_be_null(client):
    schemas = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    assert "oneOf" not in schemas["InboxItem"]["properties"]["record"]
    assert '"oneOf": [{}, ' not in json.dumps(schemas)


def test_a_record_to_settle_has_to_be_sent(client):
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert paths["/api/v1/settle/"]["post"]["requestBody"]["required"]


@pytest.mark.parametrize(
    ("path", "method", "name"),
    [
        ("/api/v1/settle/", "post", "SettledOneOrMany"),
        ("/api/v1/tournaments/{slug}/matches/{match_id}/hands/records/", "get", "HandRecord"),
    ],
)
def test_records_and_settlements_have_a_schema_with_their_fields(client, path, method, name):
    document = client.get("/api/v1/openapi.json").json()
    answer = document["paths"][path][method]["responses"]["200"]
    said = json.dumps(answer["content"]["application/json"]["schema"])
    named = re.findall(r"#/components/schemas/(\w+)", said)
    assert named == [name]
    schemas = document["components"]["schemas"]
    one = schemas[name].get("oneOf", [{"$ref": f"/{name}"}])[0]["$ref"].rpartition("/")[2]
    assert len(schemas[one]["properties"]) > 5


# Tried out: every operation with made-up requests that fit the document.


@cache
def document() -> Any:
    """Read once: schemathesis goes through the whole program for its constants each time."""
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@pytest.fixture
def tried(organizer: Any, settings: Any) -> Any:
    """The document, with an organizer's token and a device's for its requests."""
    settings.API_PER_MINUTE = dict.fromkeys(("settle", "join", "token"), 1_000_000)
    drawn = play.tournament(entered=4, drawn=True, owner=organizer)
    match = play.start(play.match(drawn, 1, 0), table_number=1)
    _token, program = tokens.make(user=organizer, name="schemathesis")
    table = Table.objects.get(tournament=drawn, number=1)
    _device, tablet = devices.join(token=join_token(table))
    schema = document()
    schema.credentials = {"table": f"Device {tablet}", "other": f"Token {program}"}
    schema.parts = {"slug": drawn.slug, "match_id": match.pk, "number": 1, "game": 1}
    return schema


@pytest.mark.long
@pytest.mark.parametrize("endpoint", [one for one in endpoints() if one.verbs], ids=str)
def test_answers_are_as_the_document_says(endpoint, tried):
    operation = tried[f"/api/v1/{endpoint.template}"][endpoint.method.upper()]
    kind = "table" if endpoint.is_for_devices else "other"
    headers = {"Authorization": tried.credentials[kind], "Accept-Encoding": "identity"}

    @settings(
        max_examples=10,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        case.path_parameters.update(
            {name: value for name, value in tried.parts.items() if name in case.path_parameters}
        )
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()
