"""Questions that wait for an official, and the decisions (D7)."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.desk.declared.matches import sides_of
from scoring.desk.declared.own_pages import (
    CLOSE_CALL,
    CONFIRM_AT_ONCE,
    DECIDE_CLAIM,
    DECIDED,
    OVERRULE,
    REPLACE,
)
from scoring.desk.declared.own_pages import CONFIRM as CONFIRMED
from scoring.desk.declared.own_pages import DISMISS as DISMISSED
from scoring.desk.queries.now import InboxItem, desk_inbox, settled_sent
from scoring.explain.queries.pages import match_page
from scoring.outbox.queries.sent import sent_hand
from scoring.rulings.queries.cases import cases_of, pair_records
from scoring.rulings.queries.review import window_minutes
from scoring.rulings.queries.words import words_of_hand
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.acting import next_url
from web.organizer.acting import page_of, press, show
from web.organizer.considering import consider, would_change
from web.organizer.forms.rulings import (
    CLAIM,
    CLOSE,
    CONFIRM,
    DISMISS,
    Decision,
    Overrule,
)
from web.organizer.guard import actor_of, for_organizers
from web.organizer.views.appeals import decide_appeal
from web.organizer.views.taking_back import item_of, item_would_change, way_back
from web.seats import hand_of
from web.seen import agreed, version_seen


@for_organizers("GET")
def rulings(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """All open questions, and every pair's record of false words."""
    return show(
        request,
        "rulings.html",
        tab="rulings",
        live=True,
        inbox=desk_inbox(tournament_id=tournament.id),
        records=pair_records(tournament_id=tournament.id),
        settled=settled_sent(tournament_id=tournament.id),
        cases=cases_of(tournament_id=tournament.id),
        minutes=window_minutes(tournament_id=tournament.id),
    )


@for_organizers("GET", "POST")
def rule(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """One question: shows it, shows the consequences of a decision, and decides it."""
    item = item_of(tournament, ruling_id)
    if not item.ruling.is_open:
        context = {**_context(item), "take_back": way_back(request, tournament, item)}
        return show(request, "ruling_decided.html", **context)
    if item.ruling.kind == "appeal":
        return decide_appeal(request, tournament, item)
    form = Decision(
        request.POST or None,
        kind=item.ruling.kind,
        pairs=sides_of(item.match),
        words=item.words,
        initial=_first_choice(item),
    )
    return consider(
        request,
        "ruling.html",
        form,
        look=lambda **data: item_would_change(item, _decide(request, item, form, data)),
        do=lambda **data: _decide(request, item, form, data)(**_agreed(request, item, data)),
        done=DECIDED,
        to=page_of(tournament, "desk"),
        **_context(item),
    )


@for_organizers("POST")
def confirm(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """Confirms the program's proposal, or closes a call, with one press at the desk."""
    item = item_of(tournament, ruling_id)
    is_call = item.ruling.kind == "call"
    version = version_seen(request) or item.version
    confirmation = partial(CONFIRM_AT_ONCE.do, expected_version=version)
    return press(
        request,
        do=partial(CLOSE_CALL.do if is_call else confirmation, ruling_id=ruling_id),
        done=CLOSE_CALL.done if is_call else CONFIRM_AT_ONCE.done,
        to=page_of(tournament, "desk"),
    )


@for_organizers("GET")
def enter_sent(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """Redirects to a form filled with a rejected hand, for the match's next hand or for a
    correction."""
    item = item_of(tournament, ruling_id)
    if not item.holds_hand:
        raise Http404("no such hand")
    hand = sent_hand(ruling_id=ruling_id, match_id=item.match.id)
    here = page_of(tournament, "rule", ruling_id)
    if not hand.ruling.is_open:
        return HttpResponseRedirect(here)
    if hand.place is None:
        messages.error(
            request,
            _("The match takes no hand as it is now. Start or reopen it first, or read this."),
        )
        return HttpResponseRedirect(here)
    if hand.corrects:
        form = reverse("referee:correct", args=[item.match.id, *hand.place])
    else:
        form = reverse(f"referee:{'quick' if hand.is_quick else 'hand'}", args=[item.match.id])
    back = next_url(request, default=page_of(tournament, "desk"))
    return HttpResponseRedirect(f"{form}?{urlencode({'sent': ruling_id, 'next': back})}")


@for_organizers("GET", "POST")
def overrule(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int, number: int
) -> HttpResponse:
    """Gives a hand another outcome than the rules."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    hand = hand_of(match_page(match_id=match_id), game, number)
    form = Overrule(
        request.POST or None,
        pairs=sides_of(card),
        words=words_of_hand(hand_id=hand.id),
        initial={"stones_a": hand.stones[0], "stones_b": hand.stones[1]},
    )

    def act(data: dict[str, Any], **shown: Any) -> object:
        return OVERRULE.do(
            match_id=match_id,
            game=game,
            number=number,
            actor=actor_of(request),
            reason=data["reason"],
            stones=form.stones(),
            game_winner=data["game_winner"] or None,
            counts=data.get("counts", ()),
            **shown,
        )

    return consider(
        request,
        "overrule.html",
        form,
        look=lambda **data: would_change(
            partial(act, data), match_id=match_id, target=(game, number)
        ),
        do=lambda **data: act(data, **agreed(request, hand.version)),
        done=OVERRULE.done,
        to=page_of(tournament, "match", match_id),
        tab="desk",
        card=card,
        hand=hand,
    )


def _context(item: InboxItem) -> dict[str, Any]:
    return {
        "tab": "rulings",
        "item": item,
        "card": item.match,
        "crumb": str(item.ruling.kind_name),
        "sent": _sent(item),
    }


def _sent(item: InboxItem) -> str:
    """What a tablet sent, as text for people; empty for other questions."""
    content = item.ruling.proposed.get("action") or item.ruling.proposed.get("draft")
    return json.dumps(content, indent=1, ensure_ascii=False) if content else ""


def _first_choice(item: InboxItem) -> dict[str, Any]:
    """The form's first values: only the stones that would be replaced."""
    stones = item.ruling.proposed.get("stones") or (None, None)
    only = {"call": CLOSE, "attention": DISMISS}.get(item.ruling.kind, "")
    return {"decision": only, "stones_a": stones[0], "stones_b": stones[1]}


def _decide(
    request: HttpRequest, item: InboxItem, form: Decision, data: dict[str, Any]
) -> Callable[..., object]:
    """The service that makes the decision of the form."""
    decision, kind = data["decision"], item.ruling.kind
    act: dict[str, Any] = {
        "ruling_id": item.ruling.id,
        "actor": actor_of(request),
        "reason": data["reason"],
    }
    if decision == CLOSE:
        return partial(CLOSE_CALL.do, **act)
    if decision == DISMISS:
        return partial(DISMISSED.do, **act)
    if decision == CLAIM or (kind == "claim" and decision == CONFIRM):
        stands: Any = "claim" if decision == CLAIM else "engine"
        return partial(DECIDE_CLAIM.do, **act, stands=stands)
    if decision == CONFIRM:
        return partial(CONFIRMED.do, **act, counts=data.get("counts", ()))
    return partial(
        REPLACE.do,
        **act,
        stones=form.stones(),
        game_winner=data["game_winner"] or None,
        counts=data.get("counts", ()),
    )


def _agreed(request: HttpRequest, item: InboxItem, data: dict[str, Any]) -> dict[str, Any]:
    """What the decision takes besides: the version seen, and the later matches that fall."""
    if data["decision"] == CLOSE:
        return {}
    if data["decision"] == DISMISS:
        return {"expected_version": version_seen(request) or item.version}
    return agreed(request, item.version)
