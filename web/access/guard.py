"""Guards of account pages: each is only for the user who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from web.methods import not_taken, with_head

View = Callable[..., HttpResponseBase]


def for_accounts(*methods: str) -> Callable[[View], View]:
    """A page of the user's own account. `not_taken` answers all methods but `methods`."""
    allowed = with_head(methods)

    def decorate(view: View) -> View:
        @never_cache
        @sensitive_post_parameters()
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            return not_taken(request, allowed) or view(request, **parts)

        guarded.methods = allowed
        return guarded

    return decorate
