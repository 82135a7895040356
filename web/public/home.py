"""The front page: what is being played, what is coming, what was."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.queries.tournaments import tournament_list


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    everything = tournament_list()
    groups = {
        status: [tournament for tournament in everything if tournament.status == status]
        for status in ("running", "entry", "finished")
    }
    return render(request, "public/home.html", {"groups": groups, "empty": not everything})
