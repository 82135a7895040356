"""POST /appearance/: light or dark, normal or large type; remembered in a cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from web.access.next_url import next_url
from web.context import SIZE_COOKIE, SIZES, THEME_COOKIE, THEMES

A_YEAR = 31_536_000


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(next_url(request, default="/"))
    for cookie, choices in ((THEME_COOKIE, THEMES), (SIZE_COOKIE, SIZES)):
        value = request.POST.get(cookie, "")
        if value in choices:
            response.set_cookie(
                cookie, value, max_age=A_YEAR, samesite="Lax", secure=settings.SECURE_COOKIES
            )
    return response
