"""A form that is sent twice does its work once.

Every form carries a random `once`. The first arrival claims it together with what was typed; the
same form again, by a double click or an impatient reload, is answered with where the first one
went. The same form with something else typed in it is a new one. What is claimed is kept in the
database, in the transaction of the act itself: both are there or neither is.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from scoring.course.services import forms


def new_once() -> str:
    """A mark for one showing of a form."""
    return token_urlsafe(12)


def once(
    request: HttpRequest, work: Callable[[], tuple[HttpResponse, bool]], *, otherwise: str
) -> HttpResponse:
    """`work`'s answer; for a repetition, a redirect to where the first one's answer led.

    `work` returns its answer and whether it was done: what was refused has changed nothing and may
    be sent again. `otherwise`: where to go when the first one's answer led nowhere.
    """
    digest = _digest(request)
    if digest is None:
        return work()[0]
    with transaction.atomic():
        earlier = forms.claim(sender=request.user.pk, digest=digest)
        if earlier is not None:
            return HttpResponseRedirect(earlier or otherwise)
        answer, done = work()
        if done:
            forms.done(sender=request.user.pk, digest=digest, to=answer.get("Location", ""))
        else:
            transaction.set_rollback(True)
    return answer


def _digest(request: HttpRequest) -> str | None:
    if not request.POST.get("once"):
        return None
    typed = sorted(
        (name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"
    )
    files = sorted((name, file.name, file.size) for name, file in request.FILES.items())
    whole = repr((request.user.pk, request.path, typed, files))
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
