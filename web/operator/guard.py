"""The guard of the operators' pages: for everybody else they do not exist."""

from collections.abc import Callable, MutableMapping
from functools import wraps
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import Http404, HttpRequest
from django.http.cookie import parse_cookie
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

from delivery.stamps import read
from web.methods import not_taken, with_head
from web.seen import whole

View = Callable[..., HttpResponseBase]


def for_operators(*methods: str) -> Callable[[View], View]:
    """A page for superusers. Others who are signed in get a 404, strangers are sent to sign in."""
    allowed = with_head(methods)

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            if not request.user.is_superuser:
                raise Http404("not an operator")
            return not_taken(request, allowed) or view(request, **parts)

        guarded.methods = allowed
        return guarded

    return decorate


async def may_operate(scope: MutableMapping[str, Any]) -> bool:
    """Whether an ASGI request has the session of an operator."""
    headers = dict(scope["headers"])
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    if settings.SESSION_COOKIE_NAME not in cookies:
        return False

    def is_operator() -> bool:
        request = HttpRequest()
        store = import_module(settings.SESSION_ENGINE).SessionStore
        request.session = store(cookies.get(settings.SESSION_COOKIE_NAME))
        user = get_user(request)
        return user.is_authenticated and bool(getattr(user, "is_superuser", False))

    try:
        return await read(is_operator)
    except DatabaseError:
        return False  # the view will answer with the fault


def searched(request: HttpRequest) -> tuple[str, int]:
    """What a list is searched for, and the number of its page: 1 where none is asked for."""
    search = request.GET.get("q", "")[:80].replace("\0", "")
    return search, whole(request.GET.get("page", ""), 5) or 1
