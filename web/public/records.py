"""The log, for anybody to read, check and take away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from tournament import queries
from tournament.queries.tournaments import TournamentView
from web.public.page import of_tournament, show

MOST_DIGITS = 9


@of_tournament
def log(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    asked = request.GET.get("before", "")
    before = int(asked) if asked.isdecimal() and len(asked) <= MOST_DIGITS else None
    return show(
        request,
        tournament,
        "log.html",
        "log",
        page=queries.event_page(tournament_id=tournament.id, before=before),
        check=queries.verify_log(tournament_id=tournament.id),
        is_newest=before is None,
    )


@of_tournament
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    lines = queries.export_log(tournament_id=tournament.id)
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-log.jsonl"'
    return response  # type: ignore[return-value]
