"""Prizes and timetable at the desk."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services.prizes import set_prizes
from web.acting import submit
from web.organizer.acting import page_of, show
from web.organizer.forms.prizes import PrizesForm, as_lines
from web.organizer.guard import actor_of, for_organizers


@for_organizers("GET", "POST")
def prizes(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Announces what there is to win and when what begins."""
    posted = request.POST if request.method == "POST" else None
    form = PrizesForm(posted, initial=as_lines(tournament.prizes))
    return submit(
        request,
        form,
        do=partial(set_prizes, tournament_id=tournament.id, actor=actor_of(request)),
        done=_("Announced. It stands on the public page, the screens and the poster."),
        to=page_of(tournament, "prizes"),
        again=lambda status: show(
            request,
            "prizes.html",
            status=status,
            tab="settings",
            crumb=_("Prizes and timetable"),
            form=form,
        ),
    )
