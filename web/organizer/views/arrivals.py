"""Arrivals: pairs ticked with one tap each, and the code on the door for the pairs themselves."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.addresses import absolute_url
from tournament.arrivals import services
from tournament.arrivals.queries import door_code, roll
from tournament.championship.queries.tournaments import TournamentView
from web.organizer.acting import page_of, press, show
from web.organizer.guard import for_organizers
from web.qr import qr_svg


@for_organizers("GET")
def arrivals(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every entered pair, to be ticked."""
    return show(
        request,
        "arrivals.html",
        tab="entries",
        crumb=_("Who is here"),
        live=True,
        roll=roll(tournament_id=tournament.id),
    )


@for_organizers("GET")
def door(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The code for the door, to be printed."""
    address = absolute_url(
        request,
        reverse("pair:here", args=[tournament.slug, door_code(tournament_id=tournament.id)]),
    )
    return show(
        request,
        "door.html",
        tab="entries",
        crumb=_("The code on the door"),
        address=address,
        svg=qr_svg(address, title=_("The code on the door")),
    )


@for_organizers("POST")
def arrive(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    return press(
        request,
        do=partial(services.arrive, tournament_id=tournament.id, numbers=[number]),
        done=lambda _pairs: _("Number %(number)s is here.") % {"number": number},
        to=page_of(tournament, "arrivals"),
    )


@for_organizers("POST")
def arrive_all(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Ticks every pair that is not ticked yet."""
    return press(
        request,
        do=partial(services.arrive_all, tournament_id=tournament.id),
        done=lambda pairs: (
            ngettext("%(n)s more is here.", "%(n)s more are here.", len(pairs)) % {"n": len(pairs)}
            if pairs
            else _("Everybody is here.")
        ),
        to=page_of(tournament, "arrivals"),
    )


@for_organizers("POST")
def not_here(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    return press(
        request,
        do=partial(services.take_back, tournament_id=tournament.id, number=number),
        done=_("Number %(number)s is not here.") % {"number": number},
        to=page_of(tournament, "arrivals"),
    )
