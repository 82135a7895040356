"""The table's matches, the state of a match, and beginning it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.course.queries.states import match_state
from scoring.explain.queries.pages import match_page
from scoring.outbox.queries.at_table import open_calls
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import MatchCard, matches_at_table
from tournament.matches.services import matches
from tournament.pauses.queries import pauses_ahead
from tournament.tables.queries import DeviceIdentity
from tournament.tables.services import devices
from web import words
from web.acting import submit
from web.forms import StartForm
from web.referee.access import for_match, for_table, link_of, page
from web.seats import clubs_of, players_of, seats_of


@for_table("GET")
def table(request: HttpRequest, device: DeviceIdentity) -> HttpResponse:
    devices.seen(device_id=device.id)
    here = matches_at_table(tournament_id=device.tournament_id, number=device.table_number)
    return render(
        request,
        "referee/table.html",
        {
            "device": device,
            "link": link_of(request, device),
            "tournament": tournament_detail(tournament_id=device.tournament_id),
            "matches": here,
            "calls": open_calls(match_ids=[match.id for match in here]),
            "pauses": pauses_ahead(tournament_id=device.tournament_id),
        },
    )


@for_match("GET")
def match(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    """The match being played here; a match that has not begun redirects to its start."""
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
            "signals": words.signals_of(tournament),
            "calls": open_calls(match_ids=[match.id]),
            "pauses": pauses_ahead(tournament_id=match.tournament_id),
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
    form = StartForm(
        request.POST or None,
        players=players_of(match),
        clubs=clubs_of(match),
        four_kings=four_kings,
    )
    context = {"match": match, "actor": actor, "tournament": tournament, "form": form}
    return submit(
        request,
        form,
        do=lambda **_: matches.start(
            match_id=match.id,
            table_number=None,
            seating=form.seating(),
            first_mano=form.first_mano(),
            names=form.names(),
            four_kings=form.wants_four_kings(),
            actor=actor,
        ),
        done=_("The match has begun."),
        to=reverse("referee:hand", args=[match.id]),
        again=lambda status: page(request, "start.html", context, status=status),
    )
