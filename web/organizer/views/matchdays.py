"""A league over weeks: its week, its table, and what its pairs are to be told."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import FILL_MATCH_DAYS, MATCH_DAYS
from scoring.matchdays.queries.calendar import dates_of, league, rounds_of, week
from scoring.matchdays.queries.messages import PairMessage, messages_of
from scoring.statements.queries import unconfirmed
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.standings.queries import open_ties
from web.acting import submit
from web.organizer.acting import page_of, show
from web.organizer.forms.matchdays import EachDay, EveryFewDays
from web.organizer.guard import actor_of, for_organizers


@for_organizers("GET", "POST")
def match_days(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The calendar with what is overdue; POST sets every match day by itself."""
    return _page(request, tournament, fills=False)


@for_organizers("POST")
def fill(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Sets all match days at once, so many days apart."""
    return _page(request, tournament, fills=True)


def _page(request: HttpRequest, tournament: TournamentView, *, fills: bool) -> HttpResponse:
    """The page with both forms; `fills`: the one for all match days was sent."""
    posted = request.POST if request.method == "POST" else None
    rounds, dates = rounds_of(tournament_id=tournament.id), dates_of(tournament_id=tournament.id)
    at_once = EveryFewDays(posted if fills else None)
    each = EachDay(None if fills else posted, rounds=rounds, dates=dates)
    calendar = league(tournament_id=tournament.id)
    lines = week(tournament_id=tournament.id)
    act = FILL_MATCH_DAYS if fills else MATCH_DAYS
    return submit(
        request,
        at_once if fills else each,
        do=lambda **_: act.do(
            tournament_id=tournament.id,
            days=at_once.dates(max(rounds, *dates, 0)) if fills else each.dates,
            actor=actor_of(request),
        ),
        done=act.done,
        to=page_of(tournament, "match_days"),
        again=lambda status: show(
            request,
            "match_days.html",
            status=status,
            tab="week" if calendar.has_dates else "desk",
            crumb=_("Match days"),
            live=True,
            league=calendar,
            open_day=calendar.day_now(timezone.now()),
            lines=lines,
            to_remind=any(line.is_of_pairs for line in lines),
            unconfirmed=unconfirmed(tournament_id=tournament.id),
            at_once=at_once,
            each=each,
            rounds=rounds,
            waits_in_turn=tournament.format == "round_robin"
            and not tournament.format_options.get("any_order"),
        ),
    )


@for_organizers("GET")
def table(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The table of a league, with what each pair can still reach and what an official can do."""
    has_table = tournament.has_table and tournament.is_drawn
    return show(
        request,
        "league_table.html",
        tab="table",
        crumb=_("Table"),
        live=True,
        league=league(tournament_id=tournament.id),
        ties=open_ties(tournament_id=tournament.id) if has_table else (),
    )


@for_organizers("GET")
def messages(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """What each pair has to see to this week, in words to send to those whom no mail reaches."""
    pairs = [
        {"pair": one, "text": _text(request, one)}
        for one in messages_of(tournament_id=tournament.id)
    ]
    return show(request, "messages.html", tab="messages", crumb=_("Messages"), pairs=pairs)


def _text(request: HttpRequest, one: PairMessage) -> str:
    """The message as it is sent, with the address of the pair's page."""
    page = absolute_url(request, reverse("pair:result", args=[one.link])) if one.link else ""
    return "\n".join(filter(None, [*one.lines, page]))
