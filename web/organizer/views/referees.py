"""The referee team: who has which table, and the head referee's view of all of them."""

from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import HAND_OVER
from scoring.desk.declared.tables import ADD_REFEREE
from scoring.desk.queries.now import desk_inbox, desk_now
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import next_up, playing
from tournament.referees.queries import team
from tournament.tables.queries import tables_overview
from web.acting import next_url
from web.organizer.acting import page_of, press, show
from web.organizer.declared import form_on_page, send
from web.organizer.guard import for_organizers
from web.seen import whole

NOBODY = "0"
"""The value of the button that takes tables from every referee."""


@for_organizers("GET")
def referees(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every table with its referee, its state and its open questions."""
    return _page(request, tournament, form_on_page(ADD_REFEREE, tournament))


@for_organizers("POST")
def add(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return send(request, ADD_REFEREE, tournament, partial(_page, request, tournament))


@for_organizers("POST")
def hand_over(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Gives the ticked tables to the referee whose button was pressed."""
    to = request.POST.get("to", "")
    return press(
        request,
        do=partial(
            HAND_OVER.do,
            tournament_id=tournament.id,
            tables=_ticked(request.POST),
            to=None if to == NOBODY else _number(to),
        ),
        done=HAND_OVER.done,
        to=next_url(request, default=page_of(tournament, "referees")),
    )


def _ticked(posted: QueryDict) -> list[int]:
    return [_number(number) for number in posted.getlist("tables")]


def _number(text: str) -> int:
    """A referee's number from the page; 0, which no referee has, for anything else."""
    return whole(text, 5) or 0


def _page(
    request: HttpRequest, tournament: TournamentView, form: forms.Form, *, status: int = 200
) -> HttpResponse:
    tables = tables_overview(tournament_id=tournament.id)
    context: dict[str, Any] = {
        "tab": "tables",
        "crumb": _("Referees"),
        "live": True,
        "form": form,
        "team": team(tournament_id=tournament.id, tables=[table.number for table in tables]),
        "inbox": (inbox := desk_inbox(tournament_id=tournament.id)),
        "now": desk_now(
            tournament_id=tournament.id,
            tables=tables,
            open_matches=[
                *next_up(tournament_id=tournament.id),
                *playing(tournament_id=tournament.id),
            ],
            inbox=inbox,
            courtesy=timedelta(minutes=tournament.minutes_of_grace),
            match_minutes=tournament.match_minutes,
            late=tournament.late_rule,
        ),
    }
    return show(request, "referees.html", status=status, **context)
