"""The people who run the tournament."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import REMOVE_ORGANIZER
from scoring.desk.declared.tournaments import ADD_ORGANIZER
from tournament.championship.models import Role
from tournament.championship.queries.tournaments import TournamentView, organizers_of
from web.methods import one_of
from web.organizer.acting import ask, page_of, show
from web.organizer.declared import form_on_page, send
from web.organizer.forms.reasons import Nothing
from web.organizer.guard import for_organizers


@for_organizers("GET")
def people(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return _page(request, tournament, form_on_page(ADD_ORGANIZER, tournament))


@for_organizers("POST")
def add(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Lets an account run the tournament too."""
    return send(request, ADD_ORGANIZER, tournament, partial(_page, request, tournament))


@for_organizers("GET", "POST")
def remove(request: HttpRequest, tournament: TournamentView, person_id: int) -> HttpResponse:
    """Asks, then takes an organizer's rights away. 404 for a person who is no organizer of this
    tournament."""
    person = one_of(organizers_of(tournament_id=tournament.id), id=person_id)
    here = page_of(tournament, "people")
    myself = person.id == request.user.pk
    says = [_("This person can no longer open the desk. What they did stays in the log.")]
    if myself:
        says.append(_("This is you: you will lose access to this desk."))
    return ask(
        request,
        title=str(REMOVE_ORGANIZER.title) % {"name": person.username},
        button=REMOVE_ORGANIZER.button_for(tournament.entrants),
        says=says,
        tab="people",
        form=Nothing,
        do=partial(REMOVE_ORGANIZER.do, tournament_id=tournament.id, username=person.username),
        done=str(REMOVE_ORGANIZER.done) % {"name": person.username},
        to=reverse("organizer:mine") if myself else here,
        back=here,
    )


def _page(
    request: HttpRequest, tournament: TournamentView, form: forms.Form, *, status: int = 200
) -> HttpResponse:
    return show(
        request,
        "people.html",
        status=status,
        tab="people",
        form=form,
        roles=Role.Name.choices,
        people=organizers_of(tournament_id=tournament.id),
    )
