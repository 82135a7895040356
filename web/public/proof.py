"""The page on which anybody can check a tournament, and the files for it."""

from __future__ import annotations

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from scoring.proof.queries.verify import CHECK_NAMES, Report, left_out_words
from scoring.proof.services.checking import check_as_read
from scoring.proof.services.files import write_file
from tournament.championship.queries.tournaments import TournamentView
from tournament.witness.queries import heads_to_keep, public_key, signed_head
from web.public.page import of_tournament, show
from web.qr import qr_svg

CHECKED_SECONDS = 30


@of_tournament
def proof(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Whether all stored rows agree with the log, and how to check it elsewhere."""
    report = _report(tournament)
    checks = [(CHECK_NAMES[check.name], check) for check in report.checks]
    note = signed_head(tournament_id=tournament.id)
    return show(
        request,
        tournament,
        "proof.html",
        "log",
        report=report,
        checks=checks,
        wrong=report.first,
        left_out=list(map(left_out_words, report.left_out)),
        heads=heads_to_keep(tournament_id=tournament.id),
        key=public_key(),
        svg=qr_svg(note, title=gettext("The newest head")),
    )


@of_tournament
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The whole tournament as one file, to be checked or rebuilt anywhere; without contacts."""
    content: bytes = caches["here"].get_or_set(
        f"mustour:{tournament.id}:{tournament.event_hash}",
        lambda: write_file(tournament_id=tournament.id),
        CHECKED_SECONDS,
    )
    return file_answer(tournament.slug, content)


def file_answer(slug: str, content: bytes) -> HttpResponse:
    """A `.mustour` file as a download."""
    answer = HttpResponse(content, content_type="application/x-ndjson; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.mustour"'
    return answer


def _report(tournament: TournamentView) -> Report:
    """The result of a check, cached for half a minute: many readers may ask at the same moment."""
    report: Report = caches["here"].get_or_set(
        f"proof:{tournament.id}",
        lambda: check_as_read(tournament_id=tournament.id),
        CHECKED_SECONDS,
    )
    return report
