"""What visitors of a public demo cannot do: change accounts, or have messages sent."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _

READS = {"GET", "HEAD", "OPTIONS"}
ROOMS = {"access", "operator"}
"""Namespaces whose forms all change accounts, but for those that are `OPEN`."""
OPEN = {"access:login", "access:second_step", "access:logout"}
TOKENS = "api:tokens."
MESSAGES = {"pair:watch"}


class ProtectAccounts:
    """403 in a demo site for every request that would change an account or subscribe to messages.

    Many visitors share one account; a password, second step or token that one of them sets would
    keep the others out, or outlive the visit.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.DEMO_SITE:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method in READS or match is None or not _is_closed(match):
            return None
        sentence = _("In this demo accounts cannot be changed, and no messages are sent.")
        if request.path_info.startswith("/api/"):
            fault = {"code": "demo_site", "path": "", "message": sentence}
            return JsonResponse({"errors": [fault]}, status=403)
        if match.view_name in MESSAGES:
            return JsonResponse({"problems": [sentence]}, status=403)
        return render(request, "errors/demo_site.html", {"sentence": sentence}, status=403)


def _is_closed(match: ResolverMatch) -> bool:
    name = match.view_name
    return (
        name in MESSAGES
        or name.startswith(TOKENS)
        or (match.namespace in ROOMS and name not in OPEN)
    )
