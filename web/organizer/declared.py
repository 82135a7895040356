"""The page of every declared act (`scoring/desk/declared.py`): what the act would do, its form, the
act itself, the message."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from scoring.desk.declared import DECLARED, DeskAct, Field
from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services.tournaments import TEXTS
from tournament.entries.queries import pairs_at_desk
from tournament.matches.queries.advancing import advances_without
from tournament.matches.services.results import REASON
from web.acting import counted
from web.methods import one_of
from web.organizer.acting import ask, page_of, press
from web.organizer.advancing import winner_words
from web.organizer.considering import foreseen
from web.organizer.forms.reasons import Nothing, Reason
from web.organizer.forms.tournaments import NO_MOMENT, StartInput
from web.organizer.guard import View, actor_of, for_organizers
from web.seen import seen

ADDRESSES = {"pair": "t/<slug:slug>/pairs/<int:number>/", "tournament": "t/<slug:slug>/"}


def paths() -> list[URLPattern]:
    """The address of each declared act."""
    return [
        path(ADDRESSES[act.on] + (act.page_address or act.address), page_of_act(act), name=act.page)
        for act in DECLARED
    ]


def page_of_act(act: DeskAct) -> View:
    """Its page; for an act that does not ask, what its button does."""
    if act.on == "pair":

        @for_organizers("GET", "POST")
        def of_pair(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
            return _ask_of_pair(request, act, tournament, number)

        return of_pair

    if act.asks:

        @for_organizers("GET", "POST")
        def asked(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
            return _ask_of_tournament(request, act, tournament)

        return asked

    @for_organizers("POST")
    def of_tournament(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
        do = partial(act.do, tournament_id=tournament.id)
        return press(request, do=do, done=counted(act.done), to=page_of(tournament, act.to))

    return of_tournament


def _ask_of_pair(
    request: HttpRequest, act: DeskAct, tournament: TournamentView, number: int
) -> HttpResponse:
    pair = one_of(pairs_at_desk(tournament_id=tournament.id), number=number)
    subject = {"tournament": tournament, "pair": pair}
    goes = act.leaves and pair.status == "entered"
    follows = [winner_words(one) for one in advances_without(pair_id=pair.id)] if goes else []
    do, shown = partial(act.do, pair_id=pair.id), dict[str, Any]()
    if act.reaches:
        given = {field.name: True for field in act.fields if field.overrides}
        would = partial(do, actor=actor_of(request), reason=REASON, **given)
        shown = foreseen(would, tournament_id=tournament.id)
        do = partial(do, sets_aside=seen(request))
    return ask(
        request,
        title=str(act.title) % {"pair": pair.name},
        says=[*act.says(**subject), *follows],
        button=act.button_for(tournament.entrants),
        do=do,
        done=" ".join([str(act.done) % {"pair": pair.name}, *follows]),
        danger=act.danger,
        to=page_of(tournament, act.to),
        back=page_of(tournament, "change_pair", pair.number),
        tab=act.to,
        form=form_of(act, subject),
        version=pair.version,
        **shown,
    )


def _ask_of_tournament(
    request: HttpRequest, act: DeskAct, tournament: TournamentView
) -> HttpResponse:
    subject = {"tournament": tournament}
    to = page_of(tournament, act.to)
    return ask(
        request,
        title=act.title,
        says=act.says(**subject),
        button=act.button_for(tournament.entrants),
        do=partial(act.do, tournament_id=tournament.id),
        done=act.done,
        danger=act.danger,
        to=to,
        tab="settings",
        form=form_of(act, subject),
        initial={"starts_at": tournament.starts_at, "place": tournament.place},
    )


def form_of(act: DeskAct, subject: Mapping[str, Any]) -> type[forms.Form]:
    """The form with the fields of the act that this subject asks for."""
    asked = [field for field in act.fields if field.asked(**subject)]
    has_reason = any(field.type == "reason" for field in asked)
    own = {field.name: _entry(field) for field in asked if field.type != "reason"}
    # The reason comes last, after what it is the reason for.
    order = {"field_order": [*own, "reason"]}
    return type("ActForm", (Reason if has_reason else Nothing,), {**own, **order})


def _entry(field: Field) -> forms.Field:
    if field.type == "moment":
        return forms.DateTimeField(
            label=field.label,
            help_text=field.help,
            widget=StartInput,
            error_messages={"invalid": NO_MOMENT},
        )
    if field.type == "place":
        return forms.CharField(
            label=field.label, help_text=field.help, required=False, max_length=TEXTS["place"]
        )
    return forms.BooleanField(label=field.label, help_text=field.help, required=False)
