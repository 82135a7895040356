"""A form that is sent twice does its work once.

Every form carries a random `once`. The first arrival claims it together with what was typed; the
same form again, by a double click or an impatient reload, is answered with where the first one
went. The same form with something else typed in it is a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

KEPT_SECONDS = 600
PATIENCE_SECONDS = 5.0
STEP_SECONDS = 0.05
RUNNING = "…"


def new_once() -> str:
    return token_urlsafe(12)


def once(
    request: HttpRequest, work: Callable[[], tuple[HttpResponse, bool]], *, otherwise: str
) -> HttpResponse:
    """`work`'s answer; for a repetition, a redirect to where the first one's answer led.

    `work` returns its answer and whether it was done: what was refused may be sent again.
    `otherwise`: where to go when the first one does not end in time.
    """
    key = _key(request)
    if key is None:
        return work()[0]
    if not cache.add(key, RUNNING, KEPT_SECONDS):
        return HttpResponseRedirect(_where_the_first_went(key) or otherwise)
    try:
        answer, done = work()
    except BaseException:
        cache.delete(key)
        raise
    if done:
        cache.set(key, answer["Location"], KEPT_SECONDS)
    else:
        cache.delete(key)
    return answer


def _key(request: HttpRequest) -> str | None:
    if not request.POST.get("once"):
        return None
    typed = sorted(
        (name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"
    )
    files = sorted((name, file.name, file.size) for name, file in request.FILES.items())
    whole = repr((request.user.pk, request.path, typed, files))
    return "once:" + sha256(whole.encode()).hexdigest()


def _where_the_first_went(key: str) -> str | None:
    until = time.monotonic() + PATIENCE_SECONDS
    while cache.get(key) == RUNNING and time.monotonic() < until:
        time.sleep(STEP_SECONDS)
    where = cache.get(key)
    return str(where) if where and where != RUNNING else None
