"""The language named in a page's address, and the time zone of its tournament."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone

from delivery.looks import parted
from tournament.championship.queries.tournaments import TournamentView, get_public


class Localization:
    """Middleware: each request begins in the server's time zone, whatever an earlier request set in
    this thread.

    For `/eu/t/…` the rest of the program sees `/t/…` with Basque active, and addresses that it
    writes begin with `/eu/` again. So it comes before everything that reads the path.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        timezone.deactivate()
        language, path = parted(request.path_info)
        if not language or path.startswith("/api/"):
            return self.get_response(request)
        before = get_script_prefix()
        request.path_info = path
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = language
        set_script_prefix(f"{before}{language}/")
        try:
            return self.get_response(request)
        finally:
            set_script_prefix(before)


def tournament_of(slug: str) -> TournamentView:
    """The public tournament of an address, in whose time zone the page is shown."""
    tournament = get_public(slug=slug)
    go_by(tournament.time_zone)
    return tournament


def go_by(zone: str | ZoneInfo) -> None:
    """For the rest of this request, times are read and shown in the time zone `zone`."""
    timezone.activate(zone)
