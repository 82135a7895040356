"""The page of every declared act (`scoring/desk/declared/`): what the act would do, its form, the
act itself, the message."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from scoring.desk.declared import DECLARED
from scoring.desk.declared.act import DeskAct, Field
from scoring.desk.declared.subjects import SUBJECTS
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_list
from tournament.errors import Problem, Refusal
from tournament.matches.services.results import REASON
from web.acting import next_url, submit
from web.forms import Number
from web.organizer.acting import ask, page_of, press
from web.organizer.considering import consider, foreseen, would_change
from web.organizer.forms.hours import TodayAt
from web.organizer.forms.reasons import Nothing, Reason
from web.organizer.forms.tournaments import NO_MOMENT, StartInput
from web.organizer.guard import View, actor_of, for_organizers
from web.seen import agreed, seen

UNDER = "t/<slug:slug>/"
ITS_OWN = "its own"
ON_MATCHES = ("match", "consolation")


def paths() -> list[URLPattern]:
    """The address of each declared act."""
    return [
        path(UNDER + _address(act), page_of_act(act), name=act.page)
        for act in DECLARED
        if not act.stands_on and not act.own_page
    ]


def _address(act: DeskAct) -> str:
    below = act.address if act.page_address is None else act.page_address
    return SUBJECTS[act.on].page + below


def page_of_act(act: DeskAct) -> View:
    """Return the view of an act: its page, or, for an act without a page, what its button does."""

    @for_organizers(*(("GET", "POST") if act.asks else ("POST",)))
    def page(request: HttpRequest, tournament: TournamentView, **parts: Any) -> HttpResponse:
        thing = SUBJECTS[act.on].find(tournament, **parts)
        return (_ask if act.asks else _press)(request, act, tournament, thing)

    return page


def _press(
    request: HttpRequest, act: DeskAct, tournament: TournamentView, thing: Any
) -> HttpResponse:
    subject = subject_of(act, tournament, thing)
    filled = form_of(act, subject)(request.POST)

    def do(**by: Any) -> Any:
        if not filled.is_valid():
            raise Refusal(
                Problem(name, error.code or "invalid", error.messages[0])
                for name, errors in filled.errors.as_data().items()
                for error in errors
            )
        return act.do(**named(act, tournament, thing), **filled.cleaned_data, **by)

    return press(
        request,
        do=do,
        done=partial(_done, act, thing, subject),
        to=next_url(request, default=_page(act.to, act, tournament, thing)),
    )


def _ask(
    request: HttpRequest, act: DeskAct, tournament: TournamentView, thing: Any
) -> HttpResponse:
    subject = subject_of(act, tournament, thing)
    subject |= {"before": act.before(**subject), "given": request.GET.dict()}
    if act.considered:
        return _consider(request, act, tournament, thing, subject)
    do = partial(act.do, **named(act, tournament, thing))
    shown: dict[str, Any] = {}
    if act.is_foreseen():
        given = {field.name: True for field in act.fields if field.overrides}
        would = partial(do, actor=actor_of(request), reason=REASON, **given)
        but = thing.id if act.on in ON_MATCHES else None
        shown = foreseen(would, tournament_id=tournament.id, but=but)
    if act.reaches:
        do = partial(do, sets_aside=seen(request))
    if act.on in ON_MATCHES:
        shown |= {"card": thing, "template": "match_confirm.html"}
    form = form_of(act, subject)
    return ask(
        request,
        title=str(act.title) % SUBJECTS[act.on].words(thing),
        says=act.says(**subject),
        button=act.button_for(tournament.entrants),
        do=do,
        done=partial(_done, act, thing, subject),
        danger=act.danger,
        to=next_url(request, default=_page(act.to, act, tournament, thing)),
        back=_page(act.back or act.to, act, tournament, thing),
        tab=act.tab,
        form=form,
        initial=_first_values(request, act, subject),
        version=thing.version if act.versioned else None,
        must_wait=not act.ready(**subject),
        larger=act.larger(**subject),
        **shown,
    )


def _consider(
    request: HttpRequest,
    act: DeskAct,
    tournament: TournamentView,
    thing: Any,
    subject: Mapping[str, Any],
) -> HttpResponse:
    """The page of an act that changes hands: shown first, then confirmed."""
    card = thing if act.on in ON_MATCHES else thing.match
    do = partial(act.do, **named(act, tournament, thing), actor=actor_of(request))
    shown = {
        "title": str(act.title) % SUBJECTS[act.on].words(thing),
        "says": act.says(**subject),
        "button": act.button_for(tournament.entrants),
    }
    return consider(
        request,
        "considered_act.html",
        form_of(act, subject)(request.POST or None, initial=_first_values(request, act, subject)),
        look=lambda **data: would_change(partial(do, **data), match_id=card.id),
        do=partial(do, **agreed(request, card.version)),
        done=str(act.done),
        to=_page(act.to, act, tournament, thing),
        tab=act.tab,
        card=card,
        question=shown,
    )


def form_on_page(act: DeskAct, tournament: TournamentView) -> forms.Form:
    """The form of an act on the tournament, for the page of others on which it stands."""
    subject = subject_of(act, tournament, tournament)
    return form_of(act, subject)(initial=_initial(act, subject))


def send(
    request: HttpRequest,
    act: DeskAct,
    tournament: TournamentView,
    page: Callable[..., HttpResponse],
) -> HttpResponse:
    """Does an act on the tournament whose form stands on a page of others. `page`: that page, given
    the form and the status."""
    subject = subject_of(act, tournament, tournament)
    form = form_of(act, subject)(request.POST)
    return submit(
        request,
        form,
        do=partial(act.do, **named(act, tournament, tournament), actor=actor_of(request)),
        done=partial(_done, act, tournament, subject),
        to=_page(act.to, act, tournament, tournament),
        again=lambda status: page(form, status=status),
    )


def subject_of(act: DeskAct, tournament: TournamentView, thing: Any) -> dict[str, Any]:
    """What a declaration's functions are given."""
    noun = "match" if act.on in ON_MATCHES else act.on
    return {"tournament": tournament} | {noun: thing}


def _initial(act: DeskAct, subject: Mapping[str, Any]) -> dict[str, Any]:
    return {field.name: field.initial(**subject) for field in act.fields}


def _first_values(request: HttpRequest, act: DeskAct, subject: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows at first: what the address fills in, and what the act itself says."""
    return {
        name: request.GET.get(name, value)
        for name, value in _initial(act, subject).items()
        if value is not None or name in request.GET
    }


def _done(act: DeskAct, thing: Any, subject: Mapping[str, Any], result: Any) -> str:
    words = act.message(result, **subject)
    return words if callable(act.done) else words % SUBJECTS[act.on].words(thing)


def _page(name: str, act: DeskAct, tournament: TournamentView, thing: Any) -> str:
    of = SUBJECTS[act.on].own(thing) if name == ITS_OWN else (name,)
    part = act.at(**subject_of(act, tournament, thing))
    return page_of(tournament, *of) + (f"#{part}" if part else "")


def named(act: DeskAct, tournament: TournamentView, thing: Any) -> dict[str, Any]:
    """The arguments that name to its service what the act is done to."""
    return (act.names or SUBJECTS[act.on].names)(tournament, thing)


def form_of(act: DeskAct, subject: Mapping[str, Any]) -> type[forms.Form]:
    """The form with the fields of the act that this subject asks for."""
    asked = [field for field in act.fields if field.asked(**subject)]
    has_reason = any(field.type == "reason" for field in asked)
    own = {field.name: _entry(field, subject) for field in asked if field.type != "reason"}
    # The reason comes last, after what it is the reason for.
    order = {"field_order": [*own, "reason"]}
    return type("ActForm", (Reason if has_reason else Nothing,), {**own, **order})


def _entry(field: Field, subject: Mapping[str, Any]) -> forms.Field:
    label = field.label(**subject) if callable(field.label) else field.label
    common: dict[str, Any] = {"label": label, "help_text": field.help, "required": field.required}
    if field.type == "moment":
        invalid = {"invalid": NO_MOMENT}
        return forms.DateTimeField(widget=StartInput, error_messages=invalid, **common)
    if field.type == "hour":
        return TodayAt(**common)
    if field.type == "text":
        return forms.CharField(max_length=field.most, **common)
    if field.type == "kept":
        return forms.IntegerField(required=False, widget=forms.HiddenInput)
    if field.type == "lines":
        return forms.CharField(widget=forms.Textarea, max_length=field.most, **common)
    if field.type == "number":
        return Number(min_value=field.least, max_value=field.most, **common)
    if field.type == "pair":
        pairs = pairs_list(tournament_id=subject["tournament"].id)
        choices = [(p.number, f"{p.number}. {p.name}") for p in pairs if p.status == "entered"]
        return forms.TypedChoiceField(
            choices=[("", "–"), *choices], coerce=int, empty_value=None, **common
        )
    if field.type in ("choice", "menu"):
        widget = forms.Select if field.type == "menu" else forms.RadioSelect
        return forms.ChoiceField(widget=widget, choices=field.choices(**subject), **common)
    return forms.BooleanField(**common | {"required": False})
