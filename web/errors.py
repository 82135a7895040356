"""The pages for errors: 400, 403, 404, 500, 503; and which trouble a database error means.

Addresses of the API get JSON instead.
"""

import sys
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from structlog.contextvars import get_contextvars

from tournament.errors import StrOrPromise


@dataclass(frozen=True, slots=True)
class Trouble:
    """`name` for programs, `title` and `remedy` for people; `wait`: seconds until another try."""

    name: str
    title: StrOrPromise
    remedy: StrOrPromise
    wait: int


BUSY = Trouble(
    "service_unavailable",
    gettext_lazy("Too many are saving at once"),
    gettext_lazy("What you sent was not saved. Go back and send it again in a moment."),
    5,
)
FULL = Trouble(
    "disk_full",
    gettext_lazy("The server's disk is full"),
    gettext_lazy(
        "What you sent was not saved. Tell the organizer: space has to be made on the server."
    ),
    60,
)
READ_ONLY = Trouble(
    "read_only",
    gettext_lazy("Nothing can be saved at the moment"),
    gettext_lazy("The database can only be read. What you sent was not saved: tell the organizer."),
    60,
)
AWAY = Trouble(
    "database_away",
    gettext_lazy("The database cannot be reached"),
    gettext_lazy("What you sent was not saved. Go back and send it again in a moment."),
    5,
)

_SQLITE = (
    ("locked", BUSY),
    ("disk is full", FULL),
    ("readonly database", READ_ONLY),
    ("disk i/o error", AWAY),
    ("unable to open database file", AWAY),
)
_POSTGRES = {
    "DiskFull": FULL,
    "ReadOnlySqlTransaction": READ_ONLY,
    "LockNotAvailable": BUSY,
    "DeadlockDetected": BUSY,
    "QueryCanceled": BUSY,
    "PoolTimeout": BUSY,
    "TooManyConnections": BUSY,
    "OutOfMemory": BUSY,
    "InterfaceError": AWAY,
}
"""Name of the driver's exception → the trouble. Any other OperationalError means a lost
connection."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """The trouble behind a database error; None for other errors and for faults of this program."""
    if not isinstance(error, Error):
        return None
    cause = error.__cause__
    if type(cause).__module__.partition(".")[0] in ("psycopg", "psycopg_pool"):
        operational = AWAY if type(error).__name__ == "OperationalError" else None
        return _POSTGRES.get(type(cause).__name__, operational)
    message = str(error).lower()
    return next((trouble for words, trouble in _SQLITE if words in message), None)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    # Rendered without the request, because its Host header may be the fault.
    return _answer(None, request, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, request, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, request, HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    # Also catches errors raised outside a view: Django calls this while it handles the exception.
    if (trouble := trouble_of(sys.exception())) is not None:
        return unavailable(request, trouble)
    # Rendered without the request, because the same fault may also break its session or user.
    return _answer(None, request, HTTPStatus.INTERNAL_SERVER_ERROR)


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """503 when the database stored nothing: the page says why, and when to try again."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if request.path_info.startswith("/api/"):
        message = f"{trouble.title}. {trouble.remedy}"
        fault = {"code": trouble.name, "path": "", "message": message}
        answer: HttpResponse = JsonResponse(_body(fault), status=status)
    else:
        page = render_to_string("errors/503.html", {"trouble": trouble})
        answer = HttpResponse(page, status=status)
    answer["Retry-After"] = str(trouble.wait)
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403. Organizers and referees are led back to the form, by way of signing in: its text is in
    the browser (js/drafts.js)."""
    match = request.resolver_match
    has_draft = match is not None and match.namespace in ("organizer", "circuits", "referee")
    context = {"back": request.get_full_path() if has_draft else ""}
    return render(request, "errors/csrf.html", context, status=HTTPStatus.FORBIDDEN)


def _answer(page: HttpRequest | None, request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        fault = _fault(status)
        is_ours = status >= HTTPStatus.INTERNAL_SERVER_ERROR
        return JsonResponse(_body(fault) if is_ours else {"errors": [fault]}, status=status)
    template = f"errors/{status.value}.html"
    return HttpResponse(render_to_string(template, request=page), status=status)


def _body(fault: dict[str, Any]) -> dict[str, Any]:
    """The fault with the number of the request, which finds it in the log."""
    return {"errors": [fault], "request": get_contextvars().get("request", "")}


def _fault(status: HTTPStatus) -> dict[str, Any]:
    messages = {
        HTTPStatus.BAD_REQUEST: _("The request cannot be read. Check its address and headers."),
        HTTPStatus.FORBIDDEN: _("This is not allowed for you. Sign in with another account."),
        HTTPStatus.NOT_FOUND: _("There is nothing at this address. Check it or start at /api/v1/."),
        HTTPStatus.INTERNAL_SERVER_ERROR: _("Something failed here. Nothing was saved; try again."),
    }
    return {"code": status.name.lower(), "path": "", "message": str(messages[status])}
