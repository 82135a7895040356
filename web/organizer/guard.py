"""Guards that fetch a tournament and check in the same step that the user organizes it."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

from tournament.championship.queries.tournaments import TournamentView, get_for_organizer
from tournament.log.rules.roles import Actor
from web.localization import go_by
from web.methods import LOOKING, not_taken, with_head

View = Callable[..., HttpResponseBase]


def for_organizers(*methods: str) -> Callable[[View], View]:
    """A view of one tournament, for its organizers.

    The view is called with the tournament in place of its slug; `show` and `ask` have it by the
    request. Visitors who are not signed in are sent to sign in. Somebody else's tournament and an
    unknown one give a 404.
    """

    def fetch(request: HttpRequest, slug: str) -> TournamentView:
        tournament = get_for_organizer(user=request.user, slug=slug)
        go_by(tournament.time_zone)
        request.tournament = tournament
        return tournament

    return guard(methods, "slug", fetch)


def guard(methods: Collection[str], part: str, fetch: Callable[..., Any]) -> Callable[[View], View]:
    """A view of what `fetch` finds for this request by the slug in the address, `part` of it."""
    allowed = with_head(methods)

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            subject = fetch(request, parts.pop(part))
            return not_taken(request, allowed) or view(request, subject, **parts)

        return only(*methods)(guarded)

    return decorate


def only(*methods: str) -> Callable[[View], View]:
    """A view for people who are signed in. `not_taken` answers all methods but `methods`: whoever
    only looks is led to the page above, anything else gets a 405."""
    allowed = with_head(methods)

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
            if request.method not in (*allowed, *LOOKING):
                return HttpResponseNotAllowed(allowed)
            return signed_in(request, *args, **parts)

        signed_in = login_required(view)
        checked.methods = allowed
        return checked

    return decorate


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in organizer as an Actor for the log."""
    user = request.user
    return Actor(kind="user", id=user.pk, label=f"organizer {user.get_username()}")
