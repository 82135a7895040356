"""Pages for people in the room: their addresses contain a code that is shown only there."""

from collections.abc import Callable
from functools import wraps
from typing import Protocol

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournament.championship.queries.tournaments import TournamentView
from web.localization import tournament_of
from web.methods import uncached

View = Callable[[HttpRequest, TournamentView, str], HttpResponse]
ByAddress = Callable[..., HttpResponseBase]


class Opens(Protocol):
    """Whether the code opens this page of the tournament."""

    def __call__(self, *, tournament_id: int, code: str) -> bool: ...


def by_room_code(opens: Opens) -> Callable[[View], ByAddress]:
    """A view that needs a code of the room; 404 for a wrong code. Times are in the tournament's
    time zone."""

    def wrap(view: View) -> ByAddress:
        @uncached("GET", "POST")
        @wraps(view)
        def checked(request: HttpRequest, slug: str, code: str) -> HttpResponse:
            tournament = tournament_of(slug)
            if not opens(tournament_id=tournament.id, code=code):
                raise Http404("this code opens nothing")
            return view(request, tournament, code)

        return checked

    return wrap
