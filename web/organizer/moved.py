"""Pages of an earlier version that took one kind of act back: *Done last* undoes every act."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path

from tournament.championship.queries.tournaments import TournamentView
from web.organizer.acting import page_of
from web.organizer.guard import for_organizers

ADDRESSES = (
    "tables/given/<int:event>/undo/",
    "matches/started/<int:first>/undo/",
    "rounds/<int:number>/by-hand/undo/",
    "consolation/made/<int:event>/undo/",
    "seating/undo/",
    "rulings/<int:ruling_id>/reopen/",
    "seating/<int:number>/<int:table>/undo/",
)
"""Under the address of a tournament's desk."""


@for_organizers("GET", "POST")
def to_done_last(request: HttpRequest, tournament: TournamentView, **_parts: int) -> HttpResponse:
    """Leads to *Done last*; changes nothing."""
    return HttpResponseRedirect(page_of(tournament, "desk") + "#latest")


def paths(under: str) -> list[URLPattern]:
    """The old addresses, which have no name: nothing links to them."""
    return [path(under + address, to_done_last) for address in ADDRESSES]
