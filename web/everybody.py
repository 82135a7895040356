"""Middleware that shows tournaments with a delay, at every address, as they stood some time ago.

It is in front of every view, so that no page can be forgotten. A view is first called normally.
When a query meets a tournament with a delay, the view is stopped and called again with the
tournament's older copy in place of the database. Without a delay there is no second call and no
extra query. docs/decisions/0097 says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from publication.copies.readers import Asking, OfSeveral, as_it_stood
from publication.copies.shown import begins_at
from tournament.championship.queries.tournaments import delay_of
from tournament.everybody import Delayed, NothingYet, reading
from web.errors import unavailable
from web.officials import is_official, user_of
from web.troubles import trouble_of

READING = ("GET", "HEAD")
ROOMS = ("/organizer/", "/referee/", "/operator/", "/accounts/", "/help/")
"""Paths of officials and of accounts. They check access themselves and are never delayed."""
AS_NOW = {
    "pair:here": "is for pairs at the door, who hold the code of the room: it says who has come",
    "public:draw-words": "is for the room, which holds its code: it takes the room's words",
    "pair:own": "is a pair's own page, behind a link that it alone has",
}
"""Addresses for players that contain a secret and are never delayed → why."""
FOR_OFFICIALS_TOO = {"public:tv": "hangs in the hall, whoever's browser shows it"}
"""Addresses at which officials also see the delayed state → why."""
OF_SEVERAL = {"api:pair-meetings": "counts matches of other tournaments, too"}
"""Addresses of one tournament that also read other tournaments → why."""
SECONDS_TO_WAIT = 15

View = Callable[..., HttpResponseBase]
Parts = Mapping[str, Any]


class ForEverybody:
    """The middleware. It is the last one, because it must know the user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: View, parts: Sequence[Any], named: Parts
    ) -> HttpResponseBase | None:
        if request.method not in READING or _is_never_behind(request):
            return None
        try:
            with reading(Asking()):
                return _rendered(view(request, *parts, **named))
        except Delayed as met:
            return _told(request, lambda: view(request, *parts, **named), named, met)
        except Exception as error:
            return _trouble(request, error)


def _told(
    request: HttpRequest, ask: Callable[[], HttpResponseBase], named: Parts, met: Delayed
) -> HttpResponseBase:
    """The answer after a view met a tournament with a delay."""
    name = _name(request)
    is_alone = "slug" in named
    try:
        user = user_of(request)
        # On a page that reads several tournaments, an official of one may not see the others early.
        asks_here = is_alone and name not in FOR_OFFICIALS_TOO and name not in OF_SEVERAL
        if asks_here and is_official(request, tournament_id=met.tournament_id):
            return _whole(ask())
        # Loaded now, because the accounts cannot be read inside the copy.
        bool(user.is_authenticated)
        request.user = user  # type: ignore[assignment]
        if name in OF_SEVERAL or not is_alone:
            with reading(OfSeveral()):
                return _whole(ask())
        request.META.pop("HTTP_AUTHORIZATION", None)
        vars(request).pop("headers", None)  # Django's cached copy of META
        with as_it_stood(met.tournament_id, delay_of(tournament_id=met.tournament_id)):
            return _whole(ask())
    except NothingYet as nothing:
        return _not_yet(request, nothing.tournament_id)
    except Exception as error:
        return _trouble(request, error)


def _rendered(answer: Any) -> HttpResponseBase:
    """The answer after rendering its template here, so that the template's queries run now."""
    if getattr(answer, "is_rendered", True) is False:
        answer.render()
    rendered: HttpResponseBase = answer
    return rendered


def _whole(answer: Any) -> HttpResponseBase:
    """The answer, rendered and, if it is streamed, read to its end, so that no query is left for
    later."""
    answer = _rendered(answer)
    if answer.streaming and not answer.is_async:
        answer.streaming_content = list(answer.streaming_content)
    whole: HttpResponseBase = answer
    return whole


def _trouble(request: HttpRequest, error: Exception) -> HttpResponseBase:
    """The 503 that config.middleware.AwayDatabase would give: it does not see exceptions raised
    here. Raises any other error."""
    trouble = trouble_of(error)
    if trouble is None:
        raise error
    return unavailable(request, trouble)


def _not_yet(request: HttpRequest, tournament_id: int) -> HttpResponseBase:
    """503 with the time from which the public can see the tournament, and nothing else about it."""
    begins = begins_at(tournament_id)
    if request.path_info.startswith("/api/"):
        message = _("This tournament is shown with a delay, and nothing is old enough yet.")
        fault = {"code": "not_yet", "path": "", "message": message}
        answer: HttpResponseBase = JsonResponse({"errors": [fault]}, status=503)
    else:
        whole = {"begins": begins, "minutes": delay_of(tournament_id=tournament_id)}
        answer = render(request, "errors/not_yet.html", whole, status=503)
    left = (begins - timezone.now()).total_seconds() if begins else 0
    answer["Retry-After"] = str(max(SECONDS_TO_WAIT, round(left)))
    answer["Cache-Control"] = "no-store"
    return answer


def _is_never_behind(request: HttpRequest) -> bool:
    return request.path_info.startswith(ROOMS) or _name(request) in AS_NOW


def _name(request: HttpRequest) -> str:
    found = request.resolver_match
    return "" if found is None else found.view_name
