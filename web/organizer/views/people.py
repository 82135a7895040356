"""The people who run the tournament."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.championship.models import Role
from tournament.championship.queries.tournaments import TournamentView, organizers_of
from tournament.championship.services import organizers as services
from web.acting import submit
from web.methods import one_of
from web.organizer.acting import ask, page_of, press, show
from web.organizer.forms.reasons import Nothing
from web.organizer.guard import actor_of, for_organizers


class AddOrganizer(forms.Form):
    username = forms.CharField(
        label=gettext_lazy("Their name on this site"),
        max_length=150,
        help_text=gettext_lazy("They need an account first."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=Role.Name.choices,
        initial=Role.Name.OWNER,
        required=False,
    )

    def clean_role(self) -> str:
        """The role, "owner" when none was sent."""
        return self.cleaned_data["role"] or Role.Name.OWNER


@for_organizers("GET")
def people(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return _page(request, tournament, AddOrganizer())


@for_organizers("POST")
def add(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Lets an account run the tournament too."""
    form = AddOrganizer(request.POST)
    return submit(
        request,
        form,
        do=partial(services.add, tournament_id=tournament.id, actor=actor_of(request)),
        done=_("The organizer is added."),
        to=page_of(tournament, "people"),
        again=lambda status: _page(request, tournament, form, status=status),
    )


@for_organizers("POST")
def set_role(request: HttpRequest, tournament: TournamentView, person_id: int) -> HttpResponse:
    person = one_of(organizers_of(tournament_id=tournament.id), id=person_id)
    return press(
        request,
        do=partial(
            services.set_role,
            tournament_id=tournament.id,
            username=person.username,
            role=request.POST.get("role", ""),
        ),
        done=_("Saved."),
        to=page_of(tournament, "people"),
    )


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
        title=_("Remove %(name)s from the organizers") % {"name": person.username},
        button=_("Take away"),
        says=says,
        tab="people",
        form=Nothing,
        do=partial(services.remove, tournament_id=tournament.id, username=person.username),
        done=_("%(name)s is no longer an organizer.") % {"name": person.username},
        to=reverse("organizer:mine") if myself else here,
        back=here,
    )


def _page(
    request: HttpRequest, tournament: TournamentView, form: AddOrganizer, *, status: int = 200
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
