"""The match days of a league: set, looked through, and matches postponed."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.matchdays import services as matchdays
from scoring.matchdays.queries import dates_of, league, rounds_of, week
from scoring.statements.queries import waiting_results
from tournament.championship.queries.tournaments import TournamentView
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
    waiting = waiting_results(tournament_id=tournament.id)
    lines = week(tournament_id=tournament.id)
    return submit(
        request,
        at_once if fills else each,
        do=lambda **_: matchdays.set_days(
            tournament_id=tournament.id,
            days=at_once.dates(max(rounds, *dates, 0)) if fills else each.dates,
            actor=actor_of(request),
        ),
        done=_("Saved."),
        to=page_of(tournament, "match_days"),
        again=lambda status: show(
            request,
            "match_days.html",
            status=status,
            tab="desk",
            crumb=_("Match days"),
            live=True,
            league=calendar,
            overdue=[line.meeting for line in lines if line.want == "overdue"],
            undated=[line.meeting for line in lines if line.want == "no_date"],
            to_remind=len(lines),
            waiting=waiting,
            at_once=at_once,
            each=each,
            rounds=rounds,
            waits_in_turn=tournament.format == "round_robin"
            and not tournament.format_options.get("any_order"),
        ),
    )
