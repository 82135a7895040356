"""The statistics of a tournament, and records over several."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from delivery.marks import published
from scoring.statistics.queries import records_of, tournament_statistics
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import NotFound
from web.public.page import of_tournament, show


@published()
@of_tournament
def statistics(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The statistics of a tournament, as far as it has been played."""
    found = tournament_statistics(tournament_id=tournament.id, head=tournament.event_hash)
    return show(request, tournament, "statistics.html", "statistics", statistics=found)


# It changes with every tournament of the organizers. So its parameter is called `of`, not `slug`,
# and it uses the stamp of all tournaments.
@published()
@require_safe
def records(request: HttpRequest, of: str) -> HttpResponse:
    """Records over all tournaments that share an organizer with one. 404 when there is none."""
    try:
        found = records_of(slug=of)
    except NotFound as refusal:
        raise Http404(str(refusal)) from refusal
    return render(request, "public/records.html", {"records": found, "of": of})
