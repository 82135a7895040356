"""The organizers' side of a draw with a commitment: prepared, given words, opened."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.commitment import services
from web.acting import press
from web.organizer.acting import ask
from web.organizer.guard import actor_of, for_organizers


@for_organizers("POST")
def prepare(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Publishes the commitment."""
    return press(
        request,
        do=lambda: services.commit(tournament_id=tournament.id, actor=actor_of(request)),
        done=_("The draw is prepared. Let the room photograph its fingerprint, then speak."),
        to=_here(tournament),
    )


@for_organizers("POST")
def add_words(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Adds words said aloud in the room."""
    words = request.POST.get("words", "")
    return press(
        request,
        do=lambda: services.add_words(
            tournament_id=tournament.id, words=words, actor=actor_of(request)
        ),
        done=_("The words are in the draw."),
        to=_here(tournament),
    )


@for_organizers("POST")
def reveal(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Opens the secret and makes the draw; pressed twice, it shows the draw that was made."""
    if tournament.is_drawn:
        return HttpResponseRedirect(_here(tournament))
    return press(
        request,
        do=lambda: services.reveal(tournament_id=tournament.id, actor=actor_of(request)),
        done=_("The secret is opened, and the draw is made and recorded."),
        to=f"{_here(tournament)}?show=1",
    )


@for_organizers("GET", "POST")
def cancel(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Asks for a reason, then cancels the prepared draw."""
    return ask(
        request,
        tournament,
        title=_("Cancel the prepared draw"),
        says=[
            _("Its secret is opened, so that everybody can see what it would have been."),
            _("It stays on the draw's page and in the log with your reason."),
        ],
        tab="draw",
        do=partial(services.cancel, tournament_id=tournament.id, actor=actor_of(request)),
        done=_("The prepared draw is cancelled."),
        to=_here(tournament),
    )


def _here(tournament: TournamentView) -> str:
    return reverse("organizer:draw", args=[tournament.slug])
