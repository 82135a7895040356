"""The log: everything that happened, checked, and taken home."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from scoring.queries.exports import match_json_lines, tournament_json_lines
from tournament.queries import (
    TournamentView,
    event_page,
    export_log,
    match_card,
    verify_log,
)
from web.organizer.acting import show
from web.organizer.guard import for_organizers


@for_organizers("GET")
def log(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdecimal() and len(before) < 10 else None
    return show(
        request,
        "log.html",
        {
            "tournament": tournament,
            "tab": "log",
            "page": event_page(tournament_id=tournament.id, before=number),
            "check": verify_log(tournament_id=tournament.id),
            "newest": number is None,
        },
    )


@for_organizers("GET")
def export(request: HttpRequest, tournament: TournamentView) -> StreamingHttpResponse:
    return _download(export_log(tournament_id=tournament.id), f"{tournament.slug}-log.jsonl")


@for_organizers("GET")
def export_hands(
    request: HttpRequest, tournament: TournamentView, match_id: int
) -> StreamingHttpResponse:
    """The hands of one match in the open format, a record a line."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    name = f"{tournament.slug}-match-{card.label}-hands.jsonl"
    return _download(match_json_lines(match_id=match_id), name)


@for_organizers("GET")
def export_all_hands(request: HttpRequest, tournament: TournamentView) -> StreamingHttpResponse:
    """The hands of every match, the championship first."""
    lines = tournament_json_lines(tournament_id=tournament.id)
    return _download(lines, f"{tournament.slug}-hands.jsonl")


def _download(lines: Iterable[str], name: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
