"""Correcting hands: first the consequences are shown, then a reason is asked for and a new version
saved."""

import json
from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.course.queries.states import Answer, MatchState, match_state
from scoring.course.services.refolding import match_preview
from scoring.desk import services as rejected_hands
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import match_page
from scoring.hands.services import corrections
from tournament.championship.queries.tournaments import tournament_detail
from tournament.errors import NotFound, Problem, Refusal
from tournament.log.rules.roles import Actor
from tournament.matches.queries.cascades import NOTHING, CascadeView
from tournament.matches.queries.matches import MatchCard
from tournament.matches.services.results import REASON, Act
from web.acting import next_url
from web.forms import ListedForm
from web.handform import HandForm, QuickForm
from web.once import accepted, new_once
from web.referee.access import draft_of, for_match
from web.referee.from_desk import FromDesk, from_desk
from web.referee.hands import hand_form, sent_place
from web.referee.outcomes import after_correcting
from web.seats import hand_of
from web.seen import seen, version_seen


class ReasonForm(ListedForm):
    """The reason of a change, which is kept for good."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("One sentence for the record: what was entered wrongly."),
    )


@for_match("GET", "POST")
def correct(
    request: HttpRequest, match: MatchCard, actor: Actor, game: int, number: int
) -> HttpResponse:
    """GET: the hand as it is. POST "check": shows the consequences. POST "save": corrects it, with
    a reason, if they were shown for this content (`confirmed`).

    `form`: "quick" or "cards", to use another form than the hand was entered with. `next`: the page
    to go back to. `sent`: id of a rejected hand at the desk, which fills the form in place of the
    stored hand. `goes_on`: a game that the hand no longer wins is played on.
    """
    back, desk = _back(request, match), from_desk(request, match)
    hand = hand_of(match_page(match_id=match.id), game, number)
    if desk is not None and desk.is_settled(request):
        return HttpResponseRedirect(back)
    state = match_state(match_id=match.id)
    form = _form(request, match, state, hand, desk)
    reason = ReasonForm(
        request.POST if request.POST.get("step") == "save" else None,
        initial={"reason": request.POST.get("reason", _reason_of(desk))},
    )
    consequences: Any = None
    confirmed, has_changed = "", False
    version = version_seen(request) or hand.version
    goes_on, may_go_on = bool(request.POST.get("goes_on")), False
    act = partial(
        corrections.correct,
        match_id=match.id,
        game=game,
        number=number,
        reason=REASON,
        key=str(uuid4()),
        actor=desk.actor if desk is not None else actor,
        goes_on=goes_on,
    )
    if request.method == "POST" and not form.is_valid():
        _put_more(form, partial(act, expected_version=version), match)
    elif request.method == "POST":
        record = form.record()
        wants_saving, confirmed = request.POST.get("step") == "save", json.dumps(record)
        has_changed = wants_saving and request.POST.get("confirmed") != confirmed
        try:
            consequences = match_preview(
                partial(act, record=record, expected_version=version),
                match_id=match.id,
                target=(game, number),
            )
            if wants_saving and not has_changed and reason.is_valid():
                what = {
                    "game": game,
                    "number": number,
                    "record": record,
                    "reason": reason.cleaned_data["reason"],
                    "key": request.POST.get("key", "")[:80],
                    "expected_version": version,
                    "sets_aside": seen(request),
                    "goes_on": goes_on,
                }
                answer = _carried_out(match, actor, desk, what)
                ended = after_correcting(consequences, answer.body, match)
                says = _("The hand is corrected; what followed is recounted.")
                messages.success(request, " ".join([says, *ended]))
                return accepted(request, HttpResponseRedirect(back))
        except NotFound:
            raise
        except Refusal as refusal:
            consequences = None
            may_go_on = "game_left_open" in refusal.codes and not goes_on
            _put(form, reason, refusal.problems)
            if "changed_meanwhile" in refusal.codes:
                version = hand.version  # the conflict was shown: saving again is meant
    return render(
        request,
        "referee/correct.html",
        {
            "match": match,
            "actor": actor,
            "state": state,
            "hand": hand,
            "desk": desk,
            "game": game,
            "number": number,
            "version": version,
            "form": form,
            "reason": reason,
            "mistakes": [*form.mistakes, *(reason.mistakes if consequences else ())],
            "consequences": consequences,
            "confirmed": confirmed,
            "has_changed": has_changed,
            "goes_on": goes_on,
            "may_go_on": may_go_on,
            "back": back,
            "tournament": tournament_detail(tournament_id=match.tournament_id),
            "key": request.POST.get("key") or str(uuid4()),
            "once": new_once(),
            "draft_of": draft_of(actor, version),
        },
        status=400 if form.errors or reason.errors else 200,
    )


def _carried_out(
    match: MatchCard, actor: Actor, desk: FromDesk | None, what: dict[str, Any]
) -> Answer:
    """Carries out the correction, with a rejected hand of the desk or without."""
    if desk is not None:
        return rejected_hands.correct(ruling_id=desk.ruling_id, actor=desk.actor, **what)
    return corrections.correct(match_id=match.id, actor=actor, **what)


@for_match("GET", "POST")
def undo(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """Takes the last hand back, with a reason; it stays readable. `next`: where to go
    afterwards."""
    back = _back(request, match)
    state = match_state(match_id=match.id)
    if not state.history:
        return HttpResponseRedirect(back)
    last = state.history[-1]
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            corrections.undo(
                match_id=match.id,
                reason=form.cleaned_data["reason"],
                actor=actor,
                key=request.POST.get("key", "")[:80],
                expected=_expected(request, state),
                expected_version=version_seen(request) or last.version,
                sets_aside=seen(request),
            )
        except NotFound:
            raise
        except Refusal as refusal:
            for problem in refusal.problems:
                form.add_error(None, str(problem.message))
        else:
            messages.success(request, _("The hand is taken back."))
            return accepted(request, HttpResponseRedirect(back))
    return render(
        request,
        "referee/undo.html",
        {
            "match": match,
            "actor": actor,
            "state": state,
            "last": last,
            "back": back,
            "cascade": _undo_cascade(match, actor, last),
            "form": form,
            "tournament": tournament_detail(tournament_id=match.tournament_id),
            "key": request.POST.get("key") or str(uuid4()),
            "once": new_once(),
            "draft_of": draft_of(actor, f"{last.game}.{last.number}"),
        },
        status=400 if form.errors else 200,
    )


def _undo_cascade(match: MatchCard, actor: Actor, last: HandPage) -> CascadeView:
    """What taking the last hand back does to later matches; nothing where it cannot be."""
    act = partial(
        corrections.undo,
        match_id=match.id,
        reason=REASON,
        key=str(uuid4()),
        actor=actor,
        expected_version=last.version,
    )
    try:
        return match_preview(act, match_id=match.id).cascade
    except Refusal:
        return NOTHING


def _form(
    request: HttpRequest,
    match: MatchCard,
    state: MatchState,
    hand: HandPage,
    desk: FromDesk | None,
) -> HandForm | QuickForm:
    """The form, filled with the stored hand, or with the rejected hand of the desk in the form it
    was sent with."""
    if desk is not None:
        stored, quick = desk.content, desk.hand.is_quick
    else:
        stored, wanted = hand.record, request.POST.get("form") or request.GET.get("form")
        quick = wanted == "quick" or (wanted != "cards" and not hand.verified)
    if quick and desk is None and hand.verified:
        stored = {"mano": hand.record["mano"], "quick": {"stones": hand.stones}}
    return hand_form(
        request.POST if request.method == "POST" else None,
        match=match,
        state=state,
        quick=quick,
        mano=hand.record["mano"],
        is_first=hand.number == 1,
        stored=stored,
    )


def _reason_of(desk: FromDesk | None) -> str:
    return _("The table sent this hand; it is entered at the desk.") if desk else ""


def _put_more(form: HandForm | QuickForm, act: Act, match: MatchCard) -> None:
    """Adds, beside the form's own errors, the faults of the hand as far as it could be read."""
    if isinstance(form, QuickForm):
        return
    try:
        match_preview(partial(act, record=form.record()), match_id=match.id)
    except Refusal as refusal:
        # Problems about the match are left out, because the hand is not complete yet.
        if not {"record", "game", "number", "match"} & {p.field for p in refusal.problems}:
            form.put_problems(refusal.problems)


def _back(request: HttpRequest, match: MatchCard) -> str:
    """The page to go back to (`next`); by default the referee's page of the match."""
    return next_url(request, default=reverse("referee:match", args=[match.id]))


def _expected(request: HttpRequest, state: MatchState) -> tuple[int, int]:
    """The last hand as the page showed it; the present last hand when the request does not say."""
    return sent_place(request) or (state.history[-1].game, state.history[-1].number)


def _put(form: HandForm | QuickForm, reason: ReasonForm, problems: tuple[Problem, ...]) -> None:
    """Shows problems with the reason at its field, all others on the hand's form."""
    for problem in problems:
        if problem.field == "reason":
            reason.add_error("reason", str(problem.message))
    form.put_problems([problem for problem in problems if problem.field != "reason"])
