"""Entering the next hand: checked first, line by line, then saved."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.queries.previews import hand_preview
from scoring.queries.states import MatchState, match_state
from scoring.rules import ruleset_from
from scoring.services import hands
from tournament.errors import Conflict, NotFound, Refusal
from tournament.queries.matches import MatchCard
from tournament.queries.tournaments import tournament_detail
from tournament.rules.actors import Actor
from web.handform import HandForm, QuickForm
from web.referee.access import for_match
from web.seats import seats_of


@for_match("GET", "POST")
def enter(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """GET: the empty form. POST "check": what the rules make of it. POST "save": saved."""
    state = match_state(match_id=match.id)
    if state.next is None:
        return redirect("referee:match", match.id)
    form = HandForm(
        request.POST or None,
        ruleset=ruleset_from(state.ruleset),
        seats=[seat.player for seat in seats_of(match)],
        mano=state.next.mano,
        mano_free=state.next.mano_is_free,
    )
    return _entered(request, match, actor, state, form, "referee/hand.html")


@for_match("GET", "POST")
def quick(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """A hand without cards: the stones alone, kept as unverified."""
    state = match_state(match_id=match.id)
    if state.next is None:
        return redirect("referee:match", match.id)
    form = QuickForm(request.POST or None)
    return _entered(request, match, actor, state, form, "referee/quick.html")


def _entered(
    request: HttpRequest,
    match: MatchCard,
    actor: Actor,
    state: MatchState,
    form: HandForm | QuickForm,
    template: str,
) -> HttpResponse:
    preview: Any = None
    if request.method == "POST" and form.is_valid():
        record = form.record()
        if request.POST.get("step") == "save":
            saved = _save(request, match, actor, form, record)
            if saved is not None:
                return saved
        else:
            preview = hand_preview(match_id=match.id, record=record)
            form.put_problems(preview.problems)
    context = {
        "match": match,
        "state": state,
        "form": form,
        "preview": preview if preview is not None and preview.ok else None,
        "tournament": tournament_detail(tournament_id=match.tournament_id),
        "key": request.POST.get("key") or str(uuid4()),
        "expected": request.POST.get("expected") or _place_text(state),
    }
    return render(request, template, context, status=400 if form.errors else 200)


def _save(
    request: HttpRequest,
    match: MatchCard,
    actor: Actor,
    form: HandForm | QuickForm,
    record: dict[str, Any],
) -> HttpResponse | None:
    """Saves and goes on; None when it was refused, with the reason on the form."""
    try:
        hands.record(
            match_id=match.id,
            record=record,
            actor=actor,
            key=request.POST.get("key", "")[:80],
            expected=_place(request.POST.get("expected", "")),
        )
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
    after = match_state(match_id=match.id, history=False)
    follow = "referee:hand" if after.next is not None and after.next.hand > 1 else "referee:match"
    return redirect(follow, match.id)


def _place_text(state: MatchState) -> str:
    return f"{state.next.game}.{state.next.hand}" if state.next else ""


def _place(text: str) -> tuple[int, int] | None:
    game, _dot, hand = text.partition(".")
    small = len(text) < 12 and game.isdecimal() and hand.isdecimal()
    return (int(game), int(hand)) if small else None
