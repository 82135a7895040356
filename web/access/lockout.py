"""The answer to a login after too many wrong passwords."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def locked_out(
    request: HttpRequest,
    response: HttpResponse | None = None,
    credentials: dict[str, Any] | None = None,
) -> HttpResponse:
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    answer = render(
        request,
        "access/locked_out.html",
        {"minutes": minutes},
        status=HTTPStatus.TOO_MANY_REQUESTS,
    )
    answer["Retry-After"] = str(minutes * 60)
    return answer
