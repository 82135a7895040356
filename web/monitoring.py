"""What operators and their programs ask for: /healthz (is this process alive?), /readyz (can it do
all its work?), /metrics, and security.txt."""

import hmac
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from operations.checks import parts
from operations.checks.outside import is_doctor
from operations.figures import standing
from web.methods import uncached

HERE = ("127.0.0.1", "::1")
STOPS = {
    "database": ("unreachable", "read-only"),
    "migrations": ("not applied", "unknown"),
    "disk": ("full",),
}
WELL = ("ok", "not used")


@uncached("GET")
def healthz(request: HttpRequest) -> HttpResponse:
    """200 {"status": "ok"}: this process answers. It checks nothing else, so that a supervisor does
    not restart it when only the database cannot be reached. The doctor's signed request is also
    told from which address it came."""
    caller = {"caller": request.META.get("REMOTE_ADDR")} if is_doctor(request.headers) else {}
    return JsonResponse({"status": "ok", **caller})


@uncached("GET")
def readyz(request: HttpRequest) -> HttpResponse:
    """The services that this process needs, each with `ok` or its fault.

    503 when data could not be stored: the database is unreachable, read-only or of an earlier
    version, or the disk is full. Without Redis or the broker everything still works, but slower or
    later: 200 with `status` `degraded`.
    """
    states = {"database": parts.database(), "redis": parts.redis(), "broker": parts.broker()}
    states |= {"migrations": parts.migrations(), "disk": parts.disk()}
    if any(states[part] in words for part, words in STOPS.items()):
        return JsonResponse({"status": "not ready", **states}, status=503)
    is_whole = all(word in WELL for word in states.values())
    return JsonResponse({"status": "ok" if is_whole else "degraded", **states})


@uncached("GET")
def metrics(request: HttpRequest) -> HttpResponse:
    """200 text/plain with `Authorization: Bearer METRICS_TOKEN`. When no METRICS_TOKEN is set, only
    for requests from this machine that came through no proxy. Otherwise 404."""
    if not may_look(request):
        raise Http404
    return HttpResponse(generate_latest(standing.collected()), content_type=CONTENT_TYPE_LATEST)


def may_look(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        word, _space, token = request.headers.get("Authorization", "").partition(" ")
        is_same = hmac.compare_digest(token.encode(), settings.METRICS_TOKEN.encode())
        return word.lower() == "bearer" and is_same
    passed_on = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return request.META.get("REMOTE_ADDR") in HERE and not passed_on


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """200 with SECURITY_CONTACT, valid for a year; 404 when the operator has set none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    contact = settings.SECURITY_CONTACT
    if ":" not in contact:
        contact = f"mailto:{contact}"
    until = (datetime.now(UTC) + timedelta(days=365)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {contact}", f"Expires: {until}", "Preferred-Languages: es, eu, en, fr"]
    body = "".join(f"{line}\n" for line in lines)
    return HttpResponse(body, content_type="text/plain; charset=utf-8")
