"""Entering the next hand: checked first, line by line, then saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.queries.previews import hand_preview
from scoring.queries.states import MatchState, match_state
from scoring.rules import ruleset_from
from scoring.services import hands, sent
from tournament.errors import Conflict, NotFound, Refusal
from tournament.queries.matches import MatchCard
from tournament.queries.tournaments import tournament_detail
from tournament.rules.actors import Actor
from web.handform import HandForm, QuickForm
from web.referee.access import for_match
from web.referee.from_desk import FromDesk, from_desk
from web.seats import seats_of


@for_match("GET", "POST")
def enter(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """GET: the form. POST "check": what the rules make of it. POST "save": saved.

    `sent`: the number of a hand that waits at the desk, which fills the form beforehand.
    """
    state, desk = match_state(match_id=match.id), from_desk(request, match)
    if elsewhere := _elsewhere(request, match, state, desk):
        return elsewhere
    assert state.next is not None
    form = HandForm(
        request.POST or None,
        ruleset=ruleset_from(state.ruleset),
        seats=[seat.player for seat in seats_of(match)],
        mano=state.next.mano,
        mano_free=state.next.mano_is_free,
        stored=desk and desk.content,
    )
    return _entered(request, _At(match, actor, state, desk), form, "referee/hand.html")


@for_match("GET", "POST")
def quick(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """A hand without cards: the stones alone, kept as unverified. `sent`: as above."""
    state, desk = match_state(match_id=match.id), from_desk(request, match)
    if elsewhere := _elsewhere(request, match, state, desk):
        return elsewhere
    assert state.next is not None
    form = QuickForm(
        request.POST or None,
        seats=[seat.player for seat in seats_of(match)],
        mano=state.next.mano,
        mano_free=state.next.mano_is_free,
        stored=desk and desk.content,
    )
    return _entered(request, _At(match, actor, state, desk), form, "referee/quick.html")


@dataclass(frozen=True, slots=True)
class _At:
    """Which match takes the hand, who enters it, and the waiting one it comes from."""

    match: MatchCard
    actor: Actor
    state: MatchState
    desk: FromDesk | None


def _elsewhere(
    request: HttpRequest, match: MatchCard, state: MatchState, desk: FromDesk | None
) -> HttpResponse | None:
    """Where to go when there is nothing to enter here; None when there is."""
    if desk is not None and desk.is_settled(request):
        return HttpResponseRedirect(desk.back)
    if state.next is not None:
        return None
    return HttpResponseRedirect(desk.back) if desk else redirect("referee:match", match.id)


def _entered(
    request: HttpRequest, at: _At, form: HandForm | QuickForm, template: str
) -> HttpResponse:
    preview: Any = None
    if request.method == "POST" and form.is_valid():
        record = form.record()
        if request.POST.get("step") == "save":
            saved = _save(request, at, form, record)
            if saved is not None:
                return saved
        else:
            preview = hand_preview(match_id=at.match.id, record=record)
            form.put_problems(preview.problems)
    context = {
        "match": at.match,
        "state": at.state,
        "desk": at.desk,
        "form": form,
        "preview": preview if preview is not None and preview.ok else None,
        "tournament": tournament_detail(tournament_id=at.match.tournament_id),
        "key": request.POST.get("key") or str(uuid4()),
        "expected": request.POST.get("expected") or _place_text(at.state),
    }
    return render(request, template, context, status=400 if form.errors else 200)


def _save(
    request: HttpRequest, at: _At, form: HandForm | QuickForm, record: dict[str, Any]
) -> HttpResponse | None:
    """Saves and goes on; None when it was refused, with the reason on the form."""
    what = {
        "record": record,
        "key": request.POST.get("key", "")[:80],
        "expected": _place(request.POST.get("expected", "")),
    }
    try:
        if at.desk is not None:
            sent.enter(ruling_id=at.desk.ruling_id, actor=at.desk.actor, **what)
            messages.success(request, _("The hand is saved; nothing waits at the desk for it."))
            return HttpResponseRedirect(at.desk.back)
        hands.record(match_id=at.match.id, actor=at.actor, **what)
    except NotFound:
        raise
    except Conflict as conflict:
        # Somebody was faster: what was typed stays on the screen, beside the news.
        form.put_problems(conflict.problems)
        return None
    except Refusal as refusal:
        form.put_problems(refusal.problems)
        return None
    messages.success(request, _("The hand is saved."))
    after = match_state(match_id=at.match.id, history=False)
    follow = "referee:hand" if after.next is not None and after.next.hand > 1 else "referee:match"
    return redirect(follow, at.match.id)


def _place_text(state: MatchState) -> str:
    return f"{state.next.game}.{state.next.hand}" if state.next else ""


def _place(text: str) -> tuple[int, int] | None:
    game, _dot, hand = text.partition(".")
    small = len(text) < 12 and game.isdecimal() and hand.isdecimal()
    return (int(game), int(hand)) if small else None
