"""The pages for errors: 400, 403, 404, 500, 503.

Addresses of the API get JSON instead.
"""

import sys
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from web.troubles import Trouble, trouble_of


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
        answer: HttpResponse = JsonResponse({"errors": [fault]}, status=status)
    else:
        page = render_to_string("errors/503.html", {"trouble": trouble})
        answer = HttpResponse(page, status=status)
    answer["Retry-After"] = str(trouble.wait)
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "errors/csrf.html", status=HTTPStatus.FORBIDDEN)


def _answer(page: HttpRequest | None, request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return JsonResponse({"errors": [_fault(status)]}, status=status)
    template = f"errors/{status.value}.html"
    return HttpResponse(render_to_string(template, request=page), status=status)


def _fault(status: HTTPStatus) -> dict[str, Any]:
    messages = {
        HTTPStatus.BAD_REQUEST: _("The request cannot be read. Check its address and headers."),
        HTTPStatus.FORBIDDEN: _("This is not allowed for you. Sign in with another account."),
        HTTPStatus.NOT_FOUND: _("There is nothing at this address. Check it or start at /api/v1/."),
        HTTPStatus.INTERNAL_SERVER_ERROR: _("Something failed here. Nothing was saved; try again."),
    }
    return {"code": status.name.lower(), "path": "", "message": str(messages[status])}
