"""Gives every request an id, measures it, and logs a line."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import bound_contextvars

from config import tracing
from operations.figures.answers import answered

GetResponse = Callable[[HttpRequest], HttpResponseBase]

GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)
TOURNAMENT = re.compile(r"/(?:t|tournaments)/([-a-zA-Z0-9_]{1,80})/")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

log = logging.getLogger("request")


class Observed:
    """The outermost middleware: log lines inside have `request` and `tournament`.

    A proxy's X-Request-ID is kept. An error answer has the id in a header, so that it can be
    reported to the operator.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        name = _name(request)
        with (
            tracing.span("request", of_server=True) as span,
            bound_contextvars(request=name, **_tournament(request), **tracing.current()),
        ):
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            view = _view(request)
            method = request.method if request.method in METHODS else "other"
            status = response.status_code
            _told(span, request, str(method), status, name)
            answered(view=view, method=str(method), status=status, seconds=seconds)
            if log.isEnabledFor(logging.INFO):
                fields = {"status": status, "view": view, "ms": round(seconds * 1000, 1)}
                log.info("%s %s", request.method, request.path, extra=fields)
        if status >= 400:
            response["X-Request-ID"] = name
        return response


def _name(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "")
    return given if GIVEN.fullmatch(given) else uuid.uuid4().hex[:16]


def _tournament(request: HttpRequest) -> dict[str, str]:
    found = TOURNAMENT.search(request.path_info)
    return {"tournament": found[1]} if found else {}


def _told(span: tracing.Span, request: HttpRequest, method: str, status: int, name: str) -> None:
    """Adds to a trace the route of a request, but never its address, which may contain a key."""
    match = request.resolver_match
    route = f"/{match.route}" if match else "none"
    span.name = f"{method} {route}"
    span.failed = status >= 500
    span.facts |= {
        "http.request.method": method,
        "http.response.status_code": status,
        "http.route": route,
        "mus.view": _view(request),
        "mus.request": name,
        **{f"mus.{key}": value for key, value in _tournament(request).items()},
    }


def _view(request: HttpRequest) -> str:
    """The name of the view: there are few names, but endlessly many addresses."""
    match = request.resolver_match
    return match.view_name if match and match.view_name else "none"
