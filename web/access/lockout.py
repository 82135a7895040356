"""The answer to a login after too many wrong passwords."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.access.rate import A_QUARTER


def locked_out(request: HttpRequest) -> HttpResponse:
    answer = render(
        request,
        "access/locked_out.html",
        {"minutes": A_QUARTER // 60},
        status=HTTPStatus.TOO_MANY_REQUESTS,
    )
    answer["Retry-After"] = str(A_QUARTER)
    return answer
