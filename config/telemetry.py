"""OpenTelemetry traces, by its own instrumentations of Django, psycopg, Celery and Redis.

Switched on by OpenTelemetry's own variable OTEL_EXPORTER_OTLP_ENDPOINT. Requests, statements and
tasks have spans. Addresses lose their keys and queries, and no exception events are recorded,
because both may contain personal texts.
"""

import logging
import os
from collections.abc import Mapping
from typing import Any

from config.logs import without_keys

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
ADDRESSES = ("http.url", "http.target", "url.full", "url.path", "url.query")
"""Attributes that may contain an address, in both of OpenTelemetry's conventions."""

log = logging.getLogger(__name__)


def traces_to(env: Mapping[str, str]) -> str:
    """The address of the collector; "" when traces are off."""
    is_off = env.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    if is_off or env.get("OTEL_TRACES_EXPORTER", "").strip() == "none":
        return ""
    return next((value for name in ENDPOINTS if (value := env.get(name, "").strip())), "")


def start(**_signal: object) -> None:
    """Starts tracing this process if it is switched on. Without the packages it logs a warning:
    the program runs without traces too, and the doctor reports the fault."""
    if not traces_to(os.environ):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        # Both read the other OTEL_… variables from the environment.
        instrument(BatchSpanProcessor(OTLPSpanExporter()))
    except ImportError as error:
        log.warning("No traces: %s. Install requirements-otel.txt.", error)


def instrument(processor: Any) -> list[Any]:
    """Instruments the libraries, gives the spans to `processor`, and returns the instrumentors."""
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.django import DjangoInstrumentor
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
    from opentelemetry.instrumentation.redis import RedisInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import SpanLimits, TracerProvider

    name = os.environ.get("OTEL_SERVICE_NAME") or "mus"
    provider = TracerProvider(
        resource=Resource.create({"service.name": name}), span_limits=SpanLimits(max_events=0)
    )
    provider.add_span_processor(processor)
    hooks = {"request_hook": on_request, "response_hook": on_response}
    DjangoInstrumentor().instrument(tracer_provider=provider, **hooks)
    others: list[Any] = [PsycopgInstrumentor(), CeleryInstrumentor(), RedisInstrumentor()]
    for instrumentor in others:
        instrumentor.instrument(tracer_provider=provider)
    return [DjangoInstrumentor(), *others]


def on_request(span: Any, request: Any) -> None:
    """Removes keys and queries from a request's addresses; gives the log the trace's id."""
    from opentelemetry.trace import format_trace_id

    request.META["TRACE_ID"] = format_trace_id(span.get_span_context().trace_id)
    for name in ADDRESSES:
        if name in (span.attributes or {}):
            span.set_attribute(name, without_keys(request.path_info))


def on_response(span: Any, request: Any, _response: Any) -> None:
    """Adds the view's name, which is in the log and the figures too."""
    match = request.resolver_match
    span.set_attribute("mus.view", match.view_name if match and match.view_name else "none")
