"""Erasing names on request: first a search, then the erasing for good."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import ERASE_NAMES
from scoring.proof.queries.naming import where_named
from scoring.proof.rules.entries import ASKED_BY as MAY_ASK
from scoring.proof.rules.entries import Names
from tournament.championship.queries.tournaments import TournamentView
from web.organizer.acting import ask, page_of
from web.organizer.forms.reasons import Reason
from web.organizer.guard import for_organizers
from web.words import ASKED_BY

MOST_SHOWN = 200


class Erasing(Reason):
    """The names to search for, who asked for it, and why."""

    words = forms.CharField(
        label=gettext_lazy("Names"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One a line, each as it stands. Other spellings need a line of their own."
        ),
    )
    asked_by = forms.ChoiceField(
        label=gettext_lazy("Who asked for it"),
        choices=[(who, ASKED_BY[who]) for who in MAY_ASK],
        widget=forms.RadioSelect,
    )
    sure = forms.BooleanField(label=gettext_lazy("Yes, erase all that was found"))
    field_order = ("words", "asked_by", "reason", "sure")


@for_organizers("GET", "POST")
def erase_names(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Shows where a name occurs, asks who wants it erased and why, and erases it."""
    params = request.POST if request.method == "POST" else request.GET
    words = params.get("words", "")[:2000]
    places = where_named(tournament_id=tournament.id, names=Names.of(words.split("\n")))
    back = page_of(tournament, "log")

    def do(*, words: str, sure: bool, **data: Any) -> None:
        ERASE_NAMES.do(tournament_id=tournament.id, words=words.split("\n"), **data)

    return ask(
        request,
        title=ERASE_NAMES.title,
        button=ERASE_NAMES.button_for(tournament.entrants),
        says=[
            _(
                "Every text with one of these names is erased for good, here and in every "
                "file from now on. The seals of the log stay valid."
            ),
            _(
                "A pair’s name is erased whole, with its contact; its number, its matches "
                "and its results stay."
            ),
            _("Everybody can read that it was done, who asked and why: name nobody there."),
        ],
        tab="log",
        template="erase_names.html",
        form=Erasing,
        initial={"words": words},
        do=do,
        done=ERASE_NAMES.done,
        to=back,
        words=words,
        found=places,
        shown=places.texts[:MOST_SHOWN],
    )
