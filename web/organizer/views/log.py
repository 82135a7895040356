"""The log: everything that happened, its check, and its exports."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from scoring.matchfiles.queries.files import match_json_lines, tournament_json_lines
from scoring.proof.services.files import write_file
from tournament.championship.queries.tournaments import TournamentView
from tournament.log.queries.log import event_page, export_log, verify_log
from tournament.matches.queries.matches import match_card
from web.files import download
from web.organizer.acting import show
from web.organizer.guard import for_organizers
from web.seen import whole


@for_organizers("GET")
def log(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The event log, newest first, and whether its chain holds."""
    number = whole(request.GET.get("before", ""), 9)
    return show(
        request,
        "log.html",
        tab="log",
        page=event_page(tournament_id=tournament.id, before=number),
        check=verify_log(tournament_id=tournament.id),
        is_newest=number is None,
    )


@for_organizers("GET")
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The whole log as a file, one event per line."""
    return download(export_log(tournament_id=tournament.id), name=f"{tournament.slug}-log.jsonl")


@for_organizers("GET")
def export_tournament(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The whole tournament as one file, with the contacts that only organizers see."""
    content = write_file(tournament_id=tournament.id, contacts=True)
    return download(content, name=f"{tournament.slug}-private.mustour")


@for_organizers("GET")
def export_hands(
    request: HttpRequest, tournament: TournamentView, match_id: int
) -> HttpResponseBase:
    """The hands of one match in the open format, one record per line."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    name = f"{tournament.slug}-match-{card.label}-hands.jsonl"
    return download(match_json_lines(match_id=match_id), name=name)


@for_organizers("GET")
def export_all_hands(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The hands of every match, the championship first."""
    lines = tournament_json_lines(tournament_id=tournament.id)
    return download(lines, name=f"{tournament.slug}-hands.jsonl")
