"""POST /appearance/: colours, size of type, cards as drawings or letters; kept in cookies."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from delivery.looks import CARDS, CARDS_COOKIE, SIZE_COOKIE, SIZES, THEME_COOKIE, THEMES
from web.acting import next_url

A_YEAR = 31_536_000
CHOICES = ((THEME_COOKIE, THEMES), (SIZE_COOKIE, SIZES), (CARDS_COOKIE, CARDS))


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(next_url(request, default="/"))
    for cookie, choices in CHOICES:
        value = request.POST.get(cookie, "")
        if value in choices:
            response.set_cookie(
                cookie, value, max_age=A_YEAR, samesite="Lax", secure=settings.SECURE_COOKIES
            )
    return response
