"""The log, for anybody to read, check and take away."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from tournament import queries
from tournament.queries.log import LogCheck
from tournament.queries.tournaments import TournamentView
from web.public.page import of_tournament, show

MOST_DIGITS = 9
CHECKED_SECONDS = 30


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
        check=_check(tournament),
        is_newest=before is None,
    )


def _check(tournament: TournamentView) -> LogCheck:
    """The log as it was checked within half a minute: a hall that watches it change asks for the
    same page at the same moment, and each time the whole log is hashed anew."""
    check: LogCheck = cache.get_or_set(
        f"log-check:{tournament.id}:{tournament.event_hash}",
        lambda: queries.verify_log(tournament_id=tournament.id),
        CHECKED_SECONDS,
    )
    return check


@of_tournament
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    lines = queries.export_log(tournament_id=tournament.id)
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-log.jsonl"'
    return response  # type: ignore[return-value]
