"""Arrivals: pairs ticked with one tap each, and the code on the door for the pairs themselves."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.addresses import absolute_url
from tournament.arrivals.queries import door_code, roll
from tournament.championship.queries.tournaments import TournamentView
from web.organizer.acting import show
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
