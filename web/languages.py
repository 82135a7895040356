"""Which languages a page is there in: what everybody reads in all of them, what officials work
with in those that are whole.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

OFFICIALS = ("es", "en")
"""Every page is there in these; the others have the catalogue of the public pages."""
_THEIR_PAGES = ("/organizer/", "/referee/", "/accounts/")

Respond = Callable[[HttpRequest], HttpResponse]


def languages_of(request: HttpRequest) -> tuple[str, ...]:
    """The codes of the languages in which this page can be read."""
    if request.path_info.startswith(_THEIR_PAGES):
        return OFFICIALS
    return tuple(code for code, _name in settings.LANGUAGES)


class WholePages:
    """Middleware after Django's: no page is in two languages at once.

    An official whose browser asks for a language that the desk does not speak gets the first one.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        spoken = languages_of(request)
        if translation.get_language() not in spoken:
            translation.activate(spoken[0])
            request.LANGUAGE_CODE = spoken[0]
        return self.get_response(request)
