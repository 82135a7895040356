"""One shape for every refusal: {"errors": [{"code", "path", "message"}, …]}.

`path` names the field ("pairs[2].club"), or is empty for the request as a whole. A conflict also
has `current`: the present state. For a change that would undo later matches without confirmation,
`current` has all consequences (`cascade`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from tournament.errors import Conflict, Refusal, Unseen
from tournament.limits import TooOften

ErrorItem = dict[str, str]


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Django REST framework's EXCEPTION_HANDLER. None for an unexpected exception, which becomes a
    500."""
    set_rollback()
    if isinstance(error, Refusal):
        return _refused(error, context)
    if isinstance(error, Http404):
        error = exceptions.NotFound(_("There is nothing at this address. Check it."))
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    return Response(
        _body(list(_faults(error.detail)), context),
        status=error.status_code,
        headers=_headers(error),
    )


def _refused(refusal: Refusal, context: Mapping[str, Any]) -> Response:
    body = _body([fault(p.code, p.field, str(p.message)) for p in refusal.problems], context)
    if isinstance(refusal, Conflict | Unseen):
        body["current"] = refusal.current
    wait = {"Retry-After": str(int(refusal.wait) + 1)} if isinstance(refusal, TooOften) else None
    return Response(body, status=refusal.status, headers=wait)


def _body(errors: list[ErrorItem], context: Mapping[str, Any]) -> dict[str, Any]:
    # Answers in the settlement's format begin with `ok`.
    if getattr(context.get("view"), "answers_ok", False):
        return {"ok": False, "errors": errors}
    return {"errors": errors}


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    return headers


def fault(code: str, path: str, message: str) -> ErrorItem:
    return {"code": code, "path": path, "message": message}


def _faults(detail: Any, path: str = "") -> Iterator[ErrorItem]:
    """Every fault in the `detail` of an exception of the framework, with its path."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _faults(inner, _under(path, str(name)))
    elif isinstance(detail, list | tuple):
        for index, inner in enumerate(detail):
            # A list of texts is about this field; a list of anything else is about its entries.
            here = path if isinstance(inner, str) else f"{path}[{index}]"
            yield from _faults(inner, here)
    else:
        yield fault(str(getattr(detail, "code", "invalid")), path, str(detail))


def _under(path: str, name: str) -> str:
    if name == "non_field_errors":
        return path
    # The framework keys the faults of a list's entries by number.
    if name.isdigit():
        return f"{path}[{name}]"
    return f"{path}.{name}" if path else name
