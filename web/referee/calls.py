"""Calling an official, with the table's state attached."""

from functools import partial
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.outbox.queries.at_table import About
from scoring.outbox.services import calls
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import MatchCard
from web.acting import submit
from web.referee.access import for_match, page


class CallForm(forms.Form):
    about = forms.ChoiceField(
        label=gettext_lazy("Why?"),
        choices=About.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    message = forms.CharField(
        label=gettext_lazy("In your words"),
        max_length=calls.LONGEST_MESSAGE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("The score and the last hand go with it."),
    )


@for_match("GET", "POST")
def call(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """The form to call an official; POST makes the call."""
    form = CallForm(request.POST or None, initial={"about": About.RULE})
    tournament = tournament_detail(tournament_id=match.tournament_id)
    context = {"match": match, "actor": actor, "form": form, "tournament": tournament}
    context["back"] = _back(match, actor)
    return submit(
        request,
        form,
        do=partial(calls.raise_call, match_id=match.id, actor=actor, key=str(uuid4())),
        done=_("The organizer has been called. Play on if you can."),
        to=_back(match, actor),
        again=lambda status: page(request, "call.html", context, status=status),
    )


def _back(match: MatchCard, actor: Actor) -> str:
    """Where to go after the call: the match, its table if it has not begun, or the desk for an
    organizer."""
    if actor.kind != "device":
        slug = tournament_detail(tournament_id=match.tournament_id).slug
        return reverse("organizer:referees", args=[slug])
    if match.status == "ready":
        return reverse("referee:table")
    return reverse("referee:match", args=[match.id])
