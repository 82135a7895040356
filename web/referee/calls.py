"""Calling the organizer, with the table's state attached."""

from __future__ import annotations

from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.services import calls
from tournament.errors import NotFound, Refusal
from tournament.queries.matches import MatchCard
from tournament.queries.tournaments import tournament_detail
from tournament.rules.actors import Actor
from web.referee.access import for_match


class CallForm(forms.Form):
    message = forms.CharField(
        label=gettext_lazy("What is it about?"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The score and the last hand go with it."),
    )


@for_match("GET", "POST")
def call(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    form = CallForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            calls.raise_call(
                match_id=match.id,
                message=form.cleaned_data["message"],
                actor=actor,
                key=request.POST.get("key", "")[:80],
            )
        except NotFound:
            raise
        except Refusal as refusal:
            for problem in refusal.problems:
                form.add_error(None, str(problem.message))
        else:
            messages.success(request, _("The organizer has been called. Play on if you can."))
            return redirect("referee:match", match.id)
    return render(
        request,
        "referee/call.html",
        {
            "match": match,
            "actor": actor,
            "form": form,
            "key": request.POST.get("key") or str(uuid4()),
            "tournament": tournament_detail(tournament_id=match.tournament_id),
        },
        status=400 if form.errors else 200,
    )
