"""The table's matches, where one of them stands, and beginning it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.queries.pages import match_page
from scoring.queries.states import match_state
from scoring.rules import PRESETS
from tournament.errors import Refusal
from tournament.queries.matches import MatchCard, matches_at_table
from tournament.queries.tables import DeviceIdentity
from tournament.queries.tournaments import tournament_detail
from tournament.rules.actors import Actor
from tournament.services import devices, matches
from web.referee.access import for_match, for_table, link_of
from web.seats import players_of, seats_of
from web.signalwords import signals_in_words
from web.startform import StartForm


@for_table("GET")
def table(request: HttpRequest, device: DeviceIdentity) -> HttpResponse:
    devices.seen(device_id=device.id)
    return render(
        request,
        "referee/table.html",
        {
            "device": device,
            "link": link_of(request, device),
            "tournament": tournament_detail(tournament_id=device.tournament_id),
            "matches": matches_at_table(
                tournament_id=device.tournament_id, number=device.table_number
            ),
        },
    )


@for_match("GET")
def match(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    if match.status == "ready":
        return redirect("referee:start", match.id)
    tournament = tournament_detail(tournament_id=match.tournament_id)
    return render(
        request,
        "referee/match.html",
        {
            "match": match,
            "actor": actor,
            "tournament": tournament,
            "signals": signals_in_words(PRESETS[tournament.regulation.key]),
            "state": match_state(match_id=match.id),
            "page": match_page(match_id=match.id),
            "seats": seats_of(match),
        },
    )


@for_match("GET", "POST")
def start(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    if match.status != "ready":
        return redirect("referee:match", match.id)
    tournament = tournament_detail(tournament_id=match.tournament_id)
    four_kings = tournament.regulation.offers_four_kings(tournament.settings)
    form = StartForm(request.POST or None, players=players_of(match), four_kings=four_kings)
    if request.method == "POST" and form.is_valid():
        try:
            matches.start(
                match_id=match.id,
                table_number=None,
                seating=form.seating(),
                first_mano=form.first_mano(),
                four_kings=form.wants_four_kings(),
                actor=actor,
            )
        except Refusal as refusal:
            for problem in refusal.problems:
                form.add_error(None, str(problem.message))
        else:
            messages.success(request, _("The match has begun."))
            return redirect("referee:hand", match.id)
    return render(
        request,
        "referee/start.html",
        {"match": match, "actor": actor, "tournament": tournament, "form": form},
        status=400 if form.errors else 200,
    )
