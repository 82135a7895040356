"""The clock that a page goes by: that of the tournament it is about, else the server's."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone


class OneClock:
    """Each request begins by the server's clock, whatever the one before it in this thread was."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        timezone.deactivate()
        return self.get_response(request)


def go_by(zone: str | ZoneInfo) -> None:
    """For the rest of this request times are read and written by the clock of `zone`."""
    timezone.activate(zone)
