"""A form that is sent twice does its work once.

Every form carries a random `once`. The first arrival claims it together with what was typed; the
same form again, by a double click or an impatient reload, is answered with where the first one
went. The same form with something else typed in it is a new one, and so is one for another
tournament that has got the name of one that was removed. What is claimed is kept in the database,
in the transaction of the act itself: both are there or neither is. It is kept for a term; a page
that is older than that is not carried out.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy

from scoring.course.services import forms
from tournament.championship.queries.tournaments import which

OURS = re.compile(r"[-\w]{16}\.([0-9a-f]{8})", re.ASCII)
A_DAY = 24 * 60 * 60
TOO_OLD = gettext_lazy(
    "This page was opened weeks ago, so nothing was done: nobody knows any more whether it was "
    "sent before. Open it anew, then send it again."
)


def new_once() -> str:
    """A mark for one showing of a form."""
    return f"{token_urlsafe(12)}.{int(time.time()):x}"


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
    if _is_too_old(request.POST["once"]):
        messages.error(request, str(TOO_OLD))
        return HttpResponseRedirect(otherwise)
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
    files = sorted((name, file.name, _content(file)) for name, file in request.FILES.items())
    whole = repr((request.user.pk, request.path, _tournament(request), typed, files))
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _content(file: UploadedFile) -> str:
    """A digest: a list that was mended may be as long as it was."""
    found = sha256()
    for some in file.chunks():
        found.update(some)
    file.seek(0)
    return found.hexdigest()


def _tournament(request: HttpRequest) -> int | None:
    """The key of the tournament that the address names."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match else None
    return which(slug=slug) if isinstance(slug, str) else None


def _is_too_old(mark: str) -> bool:
    """Whether the page was shown so long ago that what it did may be forgotten."""
    ours = OURS.fullmatch(mark)
    age = time.time() - int(ours[1], 16) if ours else 0
    return age > (settings.ANSWER_DAYS - 1) * A_DAY
