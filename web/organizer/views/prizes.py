"""Prizes and timetable at the desk."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import SET_PRIZES
from tournament.championship.queries.tournaments import TournamentView
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
        do=partial(SET_PRIZES.do, tournament_id=tournament.id, actor=actor_of(request)),
        done=SET_PRIZES.done,
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
