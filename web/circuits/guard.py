"""Guards that fetch a circuit, for everybody or only for those who run it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from season.queries.circuits import get_for_runner, get_public
from web.methods import not_taken
from web.organizer.guard import guard, only
from web.public.page import ask_each_time

View = Callable[..., HttpResponseBase]


def for_everybody(view: Callable[..., HttpResponse]) -> View:
    """A public page. A browser may store it but asks each time whether it has changed: a ranking
    changes with any of its tournaments."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        response = view(request, **parts)
        ask_each_time(request, response)
        return response

    return page


def of_circuit(view: Callable[..., HttpResponse]) -> View:
    """A public page of one circuit: the view gets the circuit in place of its slug."""

    @wraps(view)
    def page(request: HttpRequest, circuit: str, **parts: Any) -> HttpResponse:
        return view(request, get_public(slug=circuit), **parts)

    return for_everybody(page)


def for_offers(view: View) -> View:
    """A form of an organizer that names tournament and circuit. People who only look at its address
    are led to the page above."""

    @wraps(view)
    def sent(request: HttpRequest) -> HttpResponseBase:
        return not_taken(request, ("POST",)) or view(request)

    return only("POST")(sent)


def for_runners(*methods: str) -> Callable[[View], View]:
    """A view of one circuit, for those who run it. Somebody else's circuit and an unknown one give
    a 404; visitors who are not signed in are sent to sign in."""
    return guard(
        methods, "circuit", lambda request, slug: get_for_runner(user=request.user, slug=slug)
    )
