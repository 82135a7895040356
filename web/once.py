"""Carries out a form once, even if it is sent twice.

Every form has a random `once`. The first request claims it together with the typed values. The same
form sent again, by a double click or a reload, gets a redirect to where the first one went. The
same form with other values is a new one, and so is a form for another tournament that got the slug
of a removed one. The claim is stored in the transaction of the act itself, so both are stored or
neither. Claims are deleted after a term; a form from a page older than that is not carried out.
"""

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

from scoring.course.services import submissions
from tournament.championship.queries.tournaments import which

OURS = re.compile(r"[-\w]{16}\.([0-9a-f]{8})", re.ASCII)
A_DAY = 24 * 60 * 60
AN_HOUR = 60 * 60
ACCEPTED = "accepted"
"""The cookie with the `once` of the form that was carried out, for js/drafts.js."""
TOO_OLD = gettext_lazy(
    "This page was opened weeks ago, so nothing was done: it can no longer be known whether it "
    "was sent before. Open it again, then send it again."
)


def new_once() -> str:
    """A new `once` value for one showing of a form."""
    return f"{token_urlsafe(12)}.{int(time.time()):x}"


def once(
    request: HttpRequest, work: Callable[[], tuple[HttpResponse, bool]], *, otherwise: str
) -> HttpResponse:
    """The answer of `work`; for a repeated form, a redirect to where the first answer led.

    `work` returns its answer and whether the work was done. A refused form has changed nothing and
    may be sent again. `otherwise`: the redirect's target when the first answer was no redirect.
    """
    digest = _digest(request)
    if digest is None:
        return work()[0]
    if _is_too_old(request.POST["once"]):
        messages.error(request, str(TOO_OLD))
        return HttpResponseRedirect(otherwise)
    with transaction.atomic():
        earlier = submissions.claim(sender=request.user.pk, digest=digest)
        if earlier is not None:
            return accepted(request, HttpResponseRedirect(earlier or otherwise))
        answer, done = work()
        if done:
            submissions.done(sender=request.user.pk, digest=digest, to=answer.get("Location", ""))
            accepted(request, answer)
        else:
            transaction.set_rollback(True)
    return answer


def accepted(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer, which tells the browser to give up its draft of this form: what was typed is kept
    here. A mark that no page of ours had has no draft, and may hold what no cookie can."""
    mark = request.POST.get("once", "")
    if OURS.fullmatch(mark):
        answer.set_cookie(
            ACCEPTED, mark, max_age=AN_HOUR, samesite="Lax", secure=settings.SECURE_COOKIES
        )
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
    """A digest of the file, because a corrected list may have the same length."""
    digest = sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _tournament(request: HttpRequest) -> int | None:
    """Primary key of the tournament in the address, if any."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match else None
    return which(slug=slug) if isinstance(slug, str) else None


def _is_too_old(mark: str) -> bool:
    """Whether the page was shown so long ago that its claim may be deleted."""
    ours = OURS.fullmatch(mark)
    age = time.time() - int(ours[1], 16) if ours else 0
    return age > (settings.ANSWER_DAYS - 1) * A_DAY
