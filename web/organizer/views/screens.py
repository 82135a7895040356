"""Controlling the big screens of the room from the desk."""

from dataclasses import asdict
from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import STEER
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.screens.queries import screen_of
from tournament.screens.rules import LEAST_SECONDS, MOST_SECONDS, PANELS
from web.acting import submit
from web.forms import Number
from web.organizer.acting import page_of, show
from web.organizer.guard import actor_of, for_organizers
from web.words import PANEL_NAMES as NAMES


class Steering(forms.Form):
    """The panels to show in turn with their seconds, or one that stays."""

    shown = forms.ChoiceField(
        label=gettext_lazy("On the screen now"),
        required=False,
        choices=[("", gettext_lazy("Everything ticked below, in turn")), *NAMES.items()],
        widget=forms.RadioSelect,
    )
    in_steps = forms.BooleanField(
        label=gettext_lazy("Reveal it step by step"),
        help_text=gettext_lazy("Nothing is seen of it until Reveal the next is pressed here."),
        required=False,
    )
    panels = forms.MultipleChoiceField(
        label=gettext_lazy("In turn"),
        choices=[(panel, NAMES[panel]) for panel in PANELS],
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = Number(
        label=gettext_lazy("Seconds each"),
        min_value=LEAST_SECONDS,
        max_value=MOST_SECONDS,
    )


@for_organizers("GET", "POST")
def screen(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Sets what every big screen shows from now on."""
    now = screen_of(tournament_id=tournament.id)
    form = Steering(request.POST or None, initial={**asdict(now), "in_steps": now.step is not None})
    address = absolute_url(request, reverse("public:tv", args=[tournament.slug]))
    return submit(
        request,
        form,
        do=partial(STEER.do, tournament_id=tournament.id, actor=actor_of(request)),
        done=STEER.done,
        to=page_of(tournament, "screen"),
        again=lambda status: show(
            request,
            "screen.html",
            status=status,
            tab="screen",
            form=form,
            address=address,
            now=now,
            name=NAMES.get(now.shown, ""),
        ),
    )
