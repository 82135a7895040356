"""Pages in the language named in their address."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import get_script_prefix, set_script_prefix

from delivery.looks import parted


class LanguageInAddress:
    """Middleware for `/eu/t/…`: the rest of the program sees `/t/…` with Basque active, and
    addresses that it writes begin with `/eu/` again. It comes before everything that reads the
    path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
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
