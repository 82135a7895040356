"""The guard of the operators' pages: for everybody else they do not exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponseBase]


def for_operators(*methods: str) -> Callable[[View], View]:
    """A page for superusers. Others who are signed in get a 404, strangers are sent to sign in."""
    allowed = [*methods, *(["HEAD"] if "GET" in methods else [])]

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            if not request.user.is_superuser:
                raise Http404("not an operator")
            if request.method not in allowed:
                return HttpResponseNotAllowed(allowed)
            return view(request, **parts)

        return guarded

    return decorate


def number(text: str) -> int:
    """A page's number from an address; 1 for anything else."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 6
    return max(1, int(text)) if is_number else 1
