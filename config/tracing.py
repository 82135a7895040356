"""Traces (OpenTelemetry), switched on by OTEL_EXPORTER_OTLP_ENDPOINT.

A span is a request, a call of a service (`config.verbs`) or a job; each has its number of database
statements. No span has an address with its values, a person's name, a body, a header or an error
message, because these may contain keys and personal texts.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from config import verbs

ADDRESSES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
SPOKEN = "http/protobuf"
LAST_SECONDS = 1.0
"""Seconds that an ending process waits for its last spans to be sent."""

TOURNAMENT = "mus.tournament_id"
"""The attribute with a tournament's id. A request gets it from the services it calls."""

Fact = str | int
Application = Callable[[MutableMapping[str, Any], Any, Any], Awaitable[None]]


@dataclass
class Span:
    """The facts about a span, written at its end."""

    name: str
    facts: dict[str, Fact] = field(default_factory=dict)
    failed: bool = False


_here = threading.local()
_tracer: Any = None
_give_away: Callable[[], object] | None = None


def address(env: Mapping[str, str]) -> str:
    """The address of the collector; "" when traces are off."""
    off = env.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    if off or env.get("OTEL_TRACES_EXPORTER", "").strip() == "none":
        return ""
    return next((found for name in ADDRESSES if (found := env.get(name, "").strip())), "")


def begin(env: Mapping[str, str]) -> str:
    """Starts tracing when it is switched on. Returns "" or why it failed; the program runs without
    traces too, and the doctor reports the fault."""
    to = address(env)
    if not to:
        return ""
    if not to.startswith(("http://", "https://")):
        return f"{to} is no address of http."
    protocol = next((found for name in PROTOCOLS if (found := env.get(name, "").strip())), SPOKEN)
    if protocol != SPOKEN:
        return f"The protocol {protocol} is not spoken."
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        return "The packages are not installed."
    # Both read the other OTEL_… variables from the environment, as in every program.
    follow(BatchSpanProcessor(OTLPSpanExporter()), service=env.get("OTEL_SERVICE_NAME") or "mus")
    return ""


def follow(processor: Any, *, service: str = "mus") -> None:
    """Starts making spans and giving them to `processor`, a SpanProcessor."""
    from django.db.backends.signals import connection_created
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    from jobs import registry

    global _tracer, _give_away
    provider = TracerProvider(
        resource=Resource.create({"service.name": service}), shutdown_on_exit=False
    )
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("mus")
    connection_created.connect(_counted, dispatch_uid="traces")
    registry.do_inside(as_job)
    verbs.follow(as_verb)
    _give_away = provider.force_flush
    atexit.register(last)


def stop() -> None:
    """Stops making spans."""
    from django.db.backends.signals import connection_created

    from jobs import registry

    global _tracer
    _tracer = None
    verbs.leave()
    connection_created.disconnect(dispatch_uid="traces")
    registry.do_inside(None)


@contextmanager
def span(name: str, *, of_server: bool = False) -> Iterator[Span]:
    """A span around the block. Facts may be added to it until its end."""
    said = Span(name)
    if _tracer is None:
        yield said
        return
    from opentelemetry.trace import SpanKind, StatusCode

    kind = SpanKind.SERVER if of_server else SpanKind.INTERNAL
    before = _statements()
    around: Span | None = getattr(_here, "span", None)
    _here.span = said
    with _tracer.start_as_current_span(
        name, kind=kind, record_exception=False, set_status_on_exception=False
    ) as made:
        try:
            yield said
        except Exception as error:
            said.facts["error.type"] = type(error).__name__
            said.failed = not hasattr(error, "problems")  # a Refusal is an answer
            raise
        finally:
            if around is not None and (number := said.facts.get(TOURNAMENT)):
                around.facts.setdefault(TOURNAMENT, number)
            _here.span = around
            made.update_name(said.name)
            made.set_attributes({**said.facts, "mus.statements": _statements() - before})
            if said.failed:
                made.set_status(StatusCode.ERROR)


def current() -> dict[str, str]:
    """`trace`, the id of the current trace, for the lines of the log; empty without one."""
    if _tracer is None:
        return {}
    from opentelemetry.trace import format_trace_id, get_current_span

    found = get_current_span().get_span_context()
    return {"trace": format_trace_id(found.trace_id)} if found.is_valid else {}


def as_job(name: str, work: Callable[..., str | None]) -> Callable[..., str | None]:
    """A job's function, wrapped in a span of its name."""

    @wraps(work)
    def traced(**arguments: Any) -> str | None:
        with span(f"job {name}") as told:
            told.facts["mus.job"] = name
            told.facts.update(numbers(arguments))
            return work(**arguments)

    return traced


def as_verb(verb: verbs.Verb) -> verbs.Verb:
    """A function of services, wrapped in a span of its name, with the ids among its arguments."""
    name = f"{verb.__module__}.{verb.__name__}"

    @wraps(verb)
    def inside(*given: Any, **arguments: Any) -> Any:
        with span(name) as told:
            told.facts.update(numbers(arguments))
            return verb(*given, **arguments)

    return inside


NUMBERS = ("tournament_id", "match_id", "pair_id", "job_id")


def numbers(arguments: Mapping[str, Any]) -> dict[str, Fact]:
    """The ids among the arguments of a service or a job, without any text that people wrote."""
    found = {name: arguments.get(name) for name in NUMBERS}
    found["tournament_id"] = found["tournament_id"] or getattr(
        arguments.get("tournament"), "pk", None
    )
    return {f"mus.{name}": value for name, value in found.items() if isinstance(value, int)}


def _statements() -> int:
    """How many statements this thread has sent since it began."""
    return getattr(_here, "statements", 0)


def _count(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    _here.statements = _statements() + 1
    return execute(sql, params, many, context)


def _counted(connection: Any, **_signal: Any) -> None:
    if _count not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count)


def last(**_signal: object) -> None:
    """Sends waiting spans, for at most LAST_SECONDS, so that an unreachable collector does not
    block the end of a process."""
    if _give_away is not None:
        sending = threading.Thread(target=_give_away, daemon=True)
        sending.start()
        sending.join(LAST_SECONDS)


def beside(application: Application) -> Application:
    """An ASGI application that sends its last spans when it stops, because a server ended by a
    signal runs no exit handlers."""

    async def giving(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        await application(scope, receive, send)
        if scope["type"] == "lifespan":
            last()

    return giving
