"""GET /metrics: figures for Prometheus, with the key or from this machine."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from operations.figures import standing

HERE = ("127.0.0.1", "::1")


@never_cache
@require_safe
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
