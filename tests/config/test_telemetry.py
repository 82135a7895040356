"""Traces: off until asked for; then requests and statements have spans, without keys."""

import http.client
import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bench.hands import TABLES, hands_of
from config import telemetry
from tests.servers import ROOT, Server
from tests.services import becomes
from tests.tournament import play

NAME = "Aritzeta Zubeldia"


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    spans = InMemorySpanExporter()
    instrumentors = telemetry.instrument(SimpleSpanProcessor(spans))
    yield spans
    for instrumentor in instrumentors:
        instrumentor.uninstrument()


def request_span(exporter: InMemorySpanExporter) -> ReadableSpan:
    [span] = [one for one in exporter.get_finished_spans() if one.kind.name == "SERVER"]
    return span


def test_traces_are_off_without_an_address_or_when_switched_off():
    asked = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"}
    assert telemetry.traces_to(asked) == "http://a"
    assert telemetry.traces_to({}) == ""
    assert telemetry.traces_to(asked | {"OTEL_SDK_DISABLED": "true"}) == ""
    assert telemetry.traces_to(asked | {"OTEL_TRACES_EXPORTER": "none"}) == ""


def test_without_the_packages_the_log_says_what_to_install(monkeypatch, caplog):
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    telemetry.start()
    assert "requirements-otel.txt" in caplog.text


@pytest.mark.django_db
def test_a_request_has_its_route_status_and_view(exporter):
    cup = play.tournament(name=NAME, entered=4, drawn=True)
    Client().get(f"/t/{cup.slug}/?q={NAME}")
    span = request_span(exporter)
    attributes = dict(span.attributes or {})
    assert attributes["http.route"] == "t/<slug:slug>/"
    assert attributes["http.status_code"] == 200
    assert attributes["mus.view"] == "public:bracket"
    assert NAME.split()[0] not in span.to_json()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/referee/join/1.secret/", "/entry/1.secret/"])
def test_an_address_loses_its_key(exporter, path):
    Client().get(path)
    assert "secret" not in request_span(exporter).to_json()


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

    def wait_for(self, name: str) -> None:
        """Until a span whose name contains this text comes."""
        becomes(lambda: any(name in span.name for span in self.spans()), True)


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.mark.long
def test_a_hand_reaches_a_collector_without_a_secret(tmp_path, collector):
    env = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.address, "OTEL_BSP_SCHEDULE_DELAY": "50"}
    with Server(tmp_path, env=env) as server:
        [[match, token]] = json.loads(server.shell(TABLES.format(tablets=1)))
        method, path, headers, body = next(iter(hands_of(match, token)))
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        asked.request(method, path, body, headers)
        assert asked.getresponse().status == 200
        asked.close()
        collector.wait_for("actions")
    everything = b"".join(collector.raw)
    assert token.encode() not in everything
    assert token.split(".")[-1].encode() not in everything


@pytest.mark.long
@pytest.mark.service
def test_statements_on_postgres_have_spans(tmp_path, postgres_url, collector):
    env = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address,
        "OTEL_BSP_SCHEDULE_DELAY": "50",
        "DATABASE_URL": postgres_url,
    }
    with Server(tmp_path, env=env) as server:
        assert server.get("/")[0] == 200
        collector.wait_for("SELECT")


@pytest.mark.long
def test_a_collector_that_is_away_holds_up_nobody(tmp_path):
    env = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}
    with Server(tmp_path, env=env) as server:
        assert server.get("/accounts/login/")[0] == 200
        assert server.terminate() < 4


def test_what_is_installed_for_traces_is_pinned_alike_for_tests():
    def pins(name: str) -> set[str]:
        return {line.split()[0] for line in (ROOT / name).read_text().splitlines() if "==" in line}

    assert pins("requirements-otel.txt") <= pins("requirements-dev.txt")
