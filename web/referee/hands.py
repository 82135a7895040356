"""Entering the next hand: checked first, line by line, then saved."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from mus import FirstHand, ruleset_from
from scoring.course.queries.states import MatchState, match_state
from scoring.desk import services as rejected_hands
from scoring.hands.queries import HandPreview, hand_preview
from scoring.hands.services import hands
from tournament.championship.queries.tournaments import tournament_detail
from tournament.errors import NotFound, Refusal
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import MatchCard
from web.handform import HandForm, QuickForm
from web.once import accepted, new_once
from web.referee.access import draft_of, for_match
from web.referee.from_desk import FromDesk, from_desk
from web.referee.outcomes import after_saving, would_do
from web.seats import pairs_of, seats_of
from web.seen import whole


def hand_form(
    data: Mapping[str, Any] | None,
    *,
    match: MatchCard,
    state: MatchState,
    quick: bool,
    mano: int,
    is_first: bool,
    stored: Mapping[str, Any] | None,
) -> HandForm | QuickForm:
    """The form of a hand. `mano`: the seat whose turn it is. `is_first`: the first hand of a game,
    where the rule set may make the player who cuts mus the mano (H4). `stored`: a record for the
    first values."""
    ruleset = ruleset_from(state.ruleset)
    common: dict[str, Any] = {
        "pairs": pairs_of(match),
        "seats": [seat.player for seat in seats_of(match)],
        "mano": mano,
        "mano_free": is_first and ruleset.first_hand is FirstHand.CORRIDA,
        "stored": stored,
    }
    if quick:
        return QuickForm(data, target=state.target, **common)
    return HandForm(data, ruleset=ruleset, **common)


@for_match("GET", "POST")
def enter(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """GET: the form. POST "check": shows the settlement. POST "save": saves the hand that was
    shown; one that has changed since is shown again.

    `sent`: id of a rejected hand at the desk, for the form's first values.
    """
    return _next_hand(request, match, actor, quick=False)


@for_match("GET", "POST")
def quick(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """Enters a hand without cards: the stones alone, stored as unverified. `sent`: as in `enter`.

    It is read back, and saved when it is sent a second time.
    """
    return _next_hand(request, match, actor, quick=True)


@dataclass(frozen=True, slots=True)
class _At:
    """Where a hand goes: its match, who enters it, and the rejected hand it replaces, if any."""

    match: MatchCard
    actor: Actor
    state: MatchState
    desk: FromDesk | None


def _next_hand(
    request: HttpRequest, match: MatchCard, actor: Actor, *, quick: bool
) -> HttpResponse:
    state, desk = match_state(match_id=match.id), from_desk(request, match)
    if elsewhere := _elsewhere(request, match, state, desk):
        return elsewhere
    assert state.next is not None
    form = hand_form(
        request.POST if request.method == "POST" else None,
        match=match,
        state=state,
        quick=quick,
        mano=state.next.mano,
        is_first=(sent_place(request) or _next_place(state))[1] == 1,
        stored=desk and desk.content,
    )
    return _entered(request, _At(match, actor, state, desk), form)


def _elsewhere(
    request: HttpRequest, match: MatchCard, state: MatchState, desk: FromDesk | None
) -> HttpResponse | None:
    """The redirect when no hand can be entered here; None when one can."""
    if desk is not None and desk.is_settled(request):
        return HttpResponseRedirect(desk.back)
    if state.next is not None:
        return None
    return HttpResponseRedirect(desk.back) if desk else redirect("referee:match", match.id)


def _entered(request: HttpRequest, at: _At, form: HandForm | QuickForm) -> HttpResponse:
    looked = _look(request, at, form) if request.method == "POST" else _Looked()
    if looked.may_be_saved:
        saved = _save(request, at, form)
        if saved is not None:
            return accepted(request, saved)
    expected = request.POST.get("expected") or "{}.{}".format(*_next_place(at.state))
    context = {
        "match": at.match,
        "actor": at.actor,
        "state": at.state,
        "desk": at.desk,
        "seats": seats_of(at.match),
        "form": form,
        "preview": None if form.errors else looked.preview,
        "asks": looked.asks,
        "confirmed": _content(form) if looked.preview or looked.asks else "",
        "has_changed": looked.has_changed,
        "tournament": tournament_detail(tournament_id=at.match.tournament_id),
        "key": request.POST.get("key") or str(uuid4()),
        "expected": expected,
        "once": new_once(),
        "draft_of": draft_of(at.actor, expected),
    }
    template = "referee/quick.html" if form.is_quick else "referee/hand.html"
    return render(request, template, context, status=400 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class _Looked:
    """The result of checking a hand before saving: a preview to show, or sentences to confirm.

    `has_changed`: since it was shown and confirmed.
    """

    preview: HandPreview | None = None
    asks: Sequence[str] = ()
    may_be_saved: bool = False
    has_changed: bool = False


def _look(request: HttpRequest, at: _At, form: HandForm | QuickForm) -> _Looked:
    """Checks the form and the hand, and shows all faults of both on the form at once."""
    wants_saving = form.is_quick or request.POST.get("step") == "save"
    if form.is_valid() and wants_saving and _is_read(request, at, form):
        return _Looked(may_be_saved=True)
    if form.is_quick and form.errors:
        return _Looked()
    preview = hand_preview(match_id=at.match.id, record=_record(form))
    form.put_problems(preview.problems)
    if isinstance(form, QuickForm) and preview.settlement is not None:
        stones, settled = form.stones(), preview.settlement
        return _Looked(asks=would_do(at.match, at.state, stones=stones, settlement=settled))
    return _Looked(preview=preview, has_changed=wants_saving and "confirmed" in request.POST)


def _is_read(request: HttpRequest, at: _At, form: HandForm | QuickForm) -> bool:
    """Whether this content was read back. A hand that is not the match's next one is passed to the
    service as it is, because the same form may have come twice."""
    place = sent_place(request)
    is_another = place is not None and place != _next_place(at.state)
    return is_another or request.POST.get("confirmed") == _content(form)


def _content(form: HandForm | QuickForm) -> str:
    """A text of the hand's content that is confirmed with it, so that changed content asks
    again."""
    return json.dumps(_record(form))


def _record(form: HandForm | QuickForm) -> dict[str, Any]:
    """The record, without the mano unless it can be chosen. So a form sent twice has the same
    content, even if the match has moved on."""
    record = form.record()
    return record if form.mano_free else {k: v for k, v in record.items() if k != "mano"}


def _save(request: HttpRequest, at: _At, form: HandForm | QuickForm) -> HttpResponse | None:
    """Saves the hand and redirects; None when it was refused, with the problems on the form."""
    what: dict[str, Any] = {
        "record": _record(form),
        "key": request.POST.get("key", "")[:80],
        "expected": sent_place(request),
    }
    try:
        if at.desk is not None:
            answer = rejected_hands.enter(ruling_id=at.desk.ruling_id, actor=at.desk.actor, **what)
            says = _("The hand is saved; nothing waits at the desk for it.")
        else:
            answer = hands.record(match_id=at.match.id, actor=at.actor, **what)
            says = _("The hand is saved.")
    except NotFound:
        raise
    except Refusal as refusal:
        # Also when somebody else was faster: the typed values stay on the screen with a message.
        form.put_problems(refusal.problems)
        return None
    messages.success(request, " ".join([says, *after_saving(answer.body, at.match)]))
    if at.desk is not None:
        return HttpResponseRedirect(at.desk.back)
    after = match_state(match_id=at.match.id, history=False)
    if after.next is None or (after.next.hand == 1 and not form.is_quick):
        return redirect("referee:match", at.match.id)
    return redirect("referee:quick" if form.is_quick else "referee:hand", at.match.id)


def _next_place(state: MatchState) -> tuple[int, int]:
    assert state.next is not None
    return state.next.game, state.next.hand


def sent_place(request: HttpRequest) -> tuple[int, int] | None:
    """The game and hand that the page was made for; None when it does not say."""
    game, _dot, hand = request.POST.get("expected", "").partition(".")
    number, place = whole(game, 5), whole(hand, 5)
    return None if number is None or place is None else (number, place)
