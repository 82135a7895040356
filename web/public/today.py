"""The day of a tournament: matches being played, next matches, last results."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from delivery.marks import published
from scoring.course.queries.states import live_scores, stones_played
from scoring.explain.queries.ordagos import last_ordagos
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import today
from tournament.matches.queries.undone import corrected_results
from tournament.pauses.queries import pauses_ahead
from web.public.page import of_tournament, show


@published()
@of_tournament
def now(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Live tables, called matches, matches that can begin, the last results and órdagos."""
    return show(
        request,
        tournament,
        "now.html",
        "now",
        day=today(tournament_id=tournament.id),
        corrected=corrected_results(tournament_id=tournament.id),
        scores=live_scores(tournament_id=tournament.id),
        played=stones_played(tournament_id=tournament.id),
        ordagos=last_ordagos(tournament_id=tournament.id),
        pauses=pauses_ahead(tournament_id=tournament.id),
    )
