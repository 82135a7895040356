"""Questions that wait for an official, and the decisions (D7)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.desk.queries import InboxItem, desk_inbox, inbox_item, settled_sent
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import match_page
from scoring.outbox.queries.sent import sent_hand
from scoring.outbox.services import calls
from scoring.rulings.queries.cases import cases_of
from scoring.rulings.queries.pair_records import pair_records
from scoring.rulings.queries.previews import hand_ruling_preview
from scoring.rulings.queries.review import window_minutes
from scoring.rulings.queries.words import words_of_hand
from scoring.rulings.services import rulings as services
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import Refusal
from tournament.matches.queries.matches import match_card
from web.access.next_url import next_url
from web.acting import press
from web.organizer.acting import show
from web.organizer.considering import Matter, consider
from web.organizer.foreseeing import if_stands, would_change
from web.organizer.forms.rulings import (
    CLAIM,
    CLOSE,
    CONFIRM,
    DISMISS,
    Decision,
    Overrule,
)
from web.organizer.guard import actor_of, for_organizers
from web.organizer.match_page import sides_of
from web.organizer.views.appeals import decide_appeal
from web.organizer.views.taking_back import way_back
from web.seen import seen, version_seen


@for_organizers("GET")
def rulings(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """All open questions, and every pair's record of false words."""
    return show(
        request,
        "rulings.html",
        {
            "tournament": tournament,
            "tab": "rulings",
            "live": True,
            "inbox": desk_inbox(tournament_id=tournament.id),
            "records": pair_records(tournament_id=tournament.id),
            "settled": settled_sent(tournament_id=tournament.id),
            "cases": cases_of(tournament_id=tournament.id),
            "minutes": window_minutes(tournament_id=tournament.id),
        },
    )


@for_organizers("GET", "POST")
def rule(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """One question: shows it, shows the consequences of a decision, and decides it."""
    item = inbox_item(ruling_id=ruling_id, tournament_id=tournament.id)
    if item is None:
        raise Http404("no such ruling")
    if not item.ruling.is_open:
        context = {**_context(tournament, item), "take_back": way_back(tournament, item)}
        return show(request, "ruling_decided.html", context)
    if item.ruling.kind == "appeal":
        return decide_appeal(request, tournament, item)
    chosen = _chosen(request, item)
    form = Decision(
        request.POST or None,
        kind=item.ruling.kind,
        pairs=sides_of(item.match),
        words=item.words,
        initial={**_first_choice(item), **({"decision": chosen} if chosen else {})},
    )
    return consider(
        request,
        Matter(
            template="ruling.html",
            context={**_context(tournament, item), **_looked_at(item, chosen)},
            form=form,
            look=lambda _data: would_change(item, form),
            do=lambda data: _decide(request, item, form, data),
            done=_("The decision is on the record."),
            to=reverse("organizer:desk", args=[tournament.slug]),
        ),
    )


@for_organizers("POST")
def confirm(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """Confirms the program's proposal, or closes a call, with one press at the desk."""
    item = inbox_item(ruling_id=ruling_id, tournament_id=tournament.id)
    if item is None:
        raise Http404("no such ruling")
    is_call = item.ruling.kind == "call"
    act: dict[str, Any] = {"ruling_id": ruling_id, "actor": actor_of(request)}
    return press(
        request,
        do=lambda: (
            calls.close(**act)
            if is_call
            else services.confirm(**act, expected_version=version_seen(request) or item.version)
        ),
        done=_("The table has been answered.") if is_call else _("The proposal stands."),
        to=reverse("organizer:desk", args=[tournament.slug]),
    )


@for_organizers("GET")
def enter_sent(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """Redirects to a form filled with a rejected hand, for the match's next hand or for a
    correction."""
    item = inbox_item(ruling_id=ruling_id, tournament_id=tournament.id)
    if item is None or not item.holds_hand:
        raise Http404("no such hand")
    hand = sent_hand(ruling_id=ruling_id, match_id=item.match.id)
    here = reverse("organizer:rule", args=[tournament.slug, ruling_id])
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
    back = next_url(request, default=reverse("organizer:desk", args=[tournament.slug]))
    return HttpResponseRedirect(f"{form}?{urlencode({'sent': ruling_id, 'next': back})}")


@for_organizers("GET", "POST")
def overrule(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int, number: int
) -> HttpResponse:
    """Gives a hand another outcome than the rules."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    hand = _hand(match_id, game, number)
    form = Overrule(
        request.POST or None,
        pairs=sides_of(card),
        words=words_of_hand(hand_id=hand.id),
        initial={"stones_a": hand.stones[0], "stones_b": hand.stones[1]},
    )
    return consider(
        request,
        Matter(
            template="overrule.html",
            context={"tournament": tournament, "tab": "desk", "card": card, "hand": hand},
            form=form,
            look=lambda data: hand_ruling_preview(
                match_id=match_id,
                game=game,
                number=number,
                stones=form.stones() or (0, 0),
                game_winner=data["game_winner"],
                counts=data.get("counts", ()),
            ),
            do=lambda data: services.overrule(
                match_id=match_id,
                game=game,
                number=number,
                actor=actor_of(request),
                reason=data["reason"],
                stones=form.stones(),
                game_winner=data["game_winner"] or None,
                expected_version=version_seen(request) or hand.version,
                counts=data.get("counts", ()),
                sets_aside=seen(request),
            ),
            done=_("The hand is overruled; what followed is counted again."),
            to=reverse("organizer:match", args=[tournament.slug, match_id]),
        ),
    )


def _context(tournament: TournamentView, item: InboxItem) -> dict[str, Any]:
    return {
        "tournament": tournament,
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


def _chosen(request: HttpRequest, item: InboxItem) -> str:
    """The decision on a claim that was chosen on the desk's card. Its consequences are shown at
    once."""
    wanted = request.GET.get("decision", "")
    is_first = request.method == "GET" and item.ruling.kind == "claim"
    return wanted if is_first and wanted in (CONFIRM, CLAIM) else ""


def _looked_at(item: InboxItem, chosen: str) -> dict[str, Any]:
    """The consequences of the chosen decision; empty when they cannot be worked out now."""
    try:
        return {"looked": True, "consequences": if_stands(item, chosen)} if chosen else {}
    except Refusal:
        return {}


def _decide(request: HttpRequest, item: InboxItem, form: Decision, data: dict[str, Any]) -> None:
    decision, kind = data["decision"], item.ruling.kind
    act: dict[str, Any] = {
        "ruling_id": item.ruling.id,
        "actor": actor_of(request),
        "reason": data["reason"],
    }
    if decision == CLOSE:
        calls.close(**act)
        return
    act["expected_version"] = version_seen(request) or item.version
    if decision == DISMISS:
        services.dismiss(**act)
        return
    act["sets_aside"] = seen(request)
    if decision == CLAIM or (kind == "claim" and decision == CONFIRM):
        services.decide_claim(**act, stands="claim" if decision == CLAIM else "engine")
    elif decision == CONFIRM:
        services.confirm(**act, counts=data.get("counts", ()))
    else:
        services.replace(
            **act,
            stones=form.stones(),
            game_winner=data["game_winner"] or None,
            counts=data.get("counts", ()),
        )


def _hand(match_id: int, game: int, number: int) -> HandPage:
    for one in match_page(match_id=match_id).games:
        for hand in one.hands:
            if (one.number, hand.number) == (game, number):
                return hand
    raise Http404("no such hand")
