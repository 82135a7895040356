"""The time zone of a page: its tournament's, otherwise the server's."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone


class OneClock:
    """Middleware: each request begins with the server's time zone, whatever an earlier request set
    in this thread."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        timezone.deactivate()
        return self.get_response(request)


def go_by(zone: str | ZoneInfo) -> None:
    """For the rest of this request, times are read and shown in the time zone `zone`."""
    timezone.activate(zone)
