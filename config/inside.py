"""Answers those who ask for one process by its own address: a supervisor, a proxy, Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.urls import resolve

from web.figures import may_look

GetResponse = Callable[[HttpRequest], HttpResponseBase]

HEALTH = ("/healthz", "/readyz")
FIGURES = "/metrics"
THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")


class FromInside:
    """Answers these three addresses whatever name the process is asked by.

    A container's health check asks for 127.0.0.1:8000, and a proxy for web:8000. These are not
    among ALLOWED_HOSTS, the names of the site, so Django would answer 400. No answer here contains
    the name it was asked by.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _is_from_inside(request):
            return self.get_response(request)
        request.resolver_match = resolve(request.path_info)
        response: HttpResponseBase = request.resolver_match.func(request)
        response["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
        return response


def _is_from_inside(request: HttpRequest) -> bool:
    if request.path_info in HEALTH:
        return True
    if request.path_info != FIGURES or not may_look(request):
        return False
    # Without a key only a name of this machine counts: a page in a browser on this machine could
    # ask by a name of its own that it has pointed here.
    name, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
    return bool(settings.METRICS_TOKEN) or name in THIS_MACHINE
