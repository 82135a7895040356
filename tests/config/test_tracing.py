"""Traces: off until asked for; then requests, verbs and jobs with their statements, no secret."""

from __future__ import annotations

import http.client
import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bench.hands import TABLES, hands_of
from config import tracing, verbs
from jobs import services as jobs
from tests.servers import ROOT, Server
from tests.tournament import play
from tournament.errors import Problem, Refusal

NAME = "Aritzeta Zubeldia"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    kept = InMemorySpanExporter()
    tracing.follow(SimpleSpanProcessor(kept))
    yield kept
    tracing.stop()


def facts(kept: InMemorySpanExporter, name: str) -> dict[str, Any]:
    [found] = [one for one in kept.get_finished_spans() if one.name == name]
    return dict(found.attributes or {})


def test_without_being_asked_for_nothing_is_followed() -> None:
    assert tracing.begin({}) == ""
    asked = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"}
    assert tracing.begin(asked | {"OTEL_SDK_DISABLED": "true"}) == ""
    assert tracing.begin(asked | {"OTEL_TRACES_EXPORTER": "none"}) == ""
    assert not any(isinstance(one, verbs.Following) for one in sys.meta_path)
    with tracing.span("anything"):
        assert tracing.current() == {}


@pytest.mark.parametrize(
    ("env", "why"),
    [
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4317"}, "no address of http"),
        (
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
            "grpc is not spoken",
        ),
    ],
)
def test_what_cannot_be_is_said_and_stops_nothing(env: dict[str, str], why: str) -> None:
    assert why in tracing.begin(env)


def test_asked_for_and_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    told = tracing.begin({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})
    assert told == "The packages are not installed."


@pytest.mark.django_db
def test_a_request_says_its_route_and_status_and_how_often_it_asked(
    spans: InMemorySpanExporter,
) -> None:
    tracing._counted(connection)
    cup = play.tournament(name=NAME, entered=4, drawn=True)
    Client().get(f"/t/{cup.slug}/?q={NAME}")
    told = facts(spans, "GET /t/<slug:slug>/")
    assert (told["http.response.status_code"], told["mus.tournament"]) == (200, cup.slug)
    assert told["mus.statements"] > 0
    assert NAME not in str([one.to_json() for one in spans.get_finished_spans()])


@pytest.mark.django_db
def test_a_request_for_nothing_has_no_address_in_its_trace(spans: InMemorySpanExporter) -> None:
    Client().get("/referee/join/1.secret/")
    Client().get("/nothing/secret/")
    assert "secret" not in str([one.to_json() for one in spans.get_finished_spans()])
    assert facts(spans, "GET none")["http.response.status_code"] == 404


@pytest.mark.django_db
def test_a_job_has_a_span(spans: InMemorySpanExporter) -> None:
    jobs.run(jobs.ask("jobs.forget", key="once"))
    assert facts(spans, "job jobs.forget")["mus.job"] == "jobs.forget"


def verb(*, match_id: int, reason: str) -> None:
    raise Refusal.one("reason", "too_long", reason) if match_id == 1 else ValueError(reason)


def test_a_verb_that_fails_says_what_kind_and_none_of_its_words(
    spans: InMemorySpanExporter,
) -> None:
    for number, kind in ((1, Refusal), (2, ValueError)):
        with pytest.raises(kind):
            tracing.as_verb(verb)(match_id=number, reason=NAME)
    refused, failed = spans.get_finished_spans()
    assert (refused.attributes or {})["error.type"] == "Refusal"
    assert (refused.status.is_ok, failed.status.is_ok) == (True, False)
    assert NAME not in refused.to_json() + failed.to_json()


def test_only_the_public_verbs_of_services_are_followed() -> None:
    here = ModuleType(__name__)
    assert verbs.is_of_services("scoring.hands.services.hands")
    assert not verbs.is_of_services("scoring.hands.queries")
    assert not verbs.is_of_services("django.services")
    assert verbs.is_verb("verb", verb, here)
    assert not verbs.is_verb("_verb", verb, here)
    assert not verbs.is_verb("said", said, here), "a helper"
    assert not verbs.is_verb("Problem", Problem, here)


class Collector:
    """Takes spans as a real one does: OTLP over HTTP."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        taken = self.raw

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                taken.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Taking)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def spans(self) -> list[Any]:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
            ExportTraceServiceRequest,
        )

        sent = [ExportTraceServiceRequest.FromString(each) for each in self.raw]
        return [
            one
            for each in sent
            for resource in each.resource_spans
            for scope in resource.scope_spans
            for one in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.server.shutdown()
    made.server.server_close()


def said(span: Any) -> dict[str, Any]:
    return {one.key: one.value.int_value or one.value.string_value for one in span.attributes}


def test_a_hand_reaches_a_collector_with_its_verbs_and_without_a_secret(
    tmp_path: Path, collector: Collector
) -> None:
    env = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.address}
    with Server(tmp_path, env=env) as server:
        [[match, token]] = json.loads(
            server.manage("shell", "-v", "0", "-c", TABLES.format(tablets=1))
        )
        before = len(collector.raw)
        method, path, headers, body = next(iter(hands_of(server.port, match, token)))
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        asked.request(method, path, body, headers)
        assert asked.getresponse().status == 200
        asked.close()
        assert server.terminate() < 4  # and gives away what it has
    found = {one.name: one for one in collector.spans()}
    hand = found["scoring.outbox.services.outbox.apply"]
    request = next(one for one in collector.spans() if "actions" in said(one).get("http.route", ""))
    assert hand.trace_id == request.trace_id
    assert 0 < said(hand)["mus.statements"] <= said(request)["mus.statements"]
    assert said(request)["http.response.status_code"] == 200
    assert said(found["tournament.log.services.locking.lock_match"])["mus.match_id"] == match
    assert said(request)["mus.tournament_id"] == 1
    assert len(collector.raw) > before
    everything = b"".join(collector.raw)
    assert token.encode() not in everything
    assert token.split(".")[-1].encode() not in everything


def test_a_collector_that_is_away_holds_up_nobody(tmp_path: Path) -> None:
    env = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}
    with Server(tmp_path, env=env) as server:
        assert server.get("/accounts/login/")[0] == 200
        assert server.terminate() < 4


def test_what_is_installed_for_traces_is_pinned_alike_for_tests() -> None:
    def pins(name: str) -> set[str]:
        return {line.split()[0] for line in (ROOT / name).read_text().splitlines() if "==" in line}

    assert pins("requirements-otel.txt") <= pins("requirements-dev.txt")
