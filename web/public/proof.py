"""The page on which anybody can check a tournament, and the files for it: signed heads of the log
and their proofs, for witnesses and for anybody who keeps a head."""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from delivery.marks import published
from scoring.proof.queries.verify import CHECK_NAMES, left_out_words
from scoring.proof.services.checking import check_as_read
from scoring.proof.services.files import write_file
from tournament.championship.queries.tournaments import TournamentView
from tournament.witness import queries
from tournament.witness.queries import public_key
from web.files import download
from web.public.page import of_tournament, show
from web.qr import qr_svg

CHECKED_SECONDS = 30
PLAIN = "text/plain; charset=utf-8"
T = TypeVar("T")


@of_tournament
def proof(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Whether all stored rows agree with the log, and how to check it elsewhere."""
    report = for_a_moment(
        f"proof:{tournament.id}", lambda: check_as_read(tournament_id=tournament.id)
    )
    checks = [(CHECK_NAMES[check.name], check) for check in report.checks]
    note = queries.signed_head(tournament_id=tournament.id)
    return show(
        request,
        tournament,
        "proof.html",
        "log",
        report=report,
        checks=checks,
        wrong=report.first,
        left_out=list(map(left_out_words, report.left_out)),
        heads=queries.heads_to_keep(tournament_id=tournament.id),
        key=public_key(),
        svg=qr_svg(note, title=_("The newest checkpoint")),
    )


@of_tournament
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The whole tournament as one file, to be checked or rebuilt anywhere; without contacts."""
    content = for_a_moment(
        f"mustour:{tournament.id}:{tournament.event_hash}",
        lambda: write_file(tournament_id=tournament.id),
    )
    return download(content, name=f"{tournament.slug}.mustour")


def for_a_moment(key: str, make: Callable[[], T]) -> T:
    """What `make` returns, cached for half a minute: after a change many readers ask at the same
    moment, and each check hashes the whole log."""
    result: T = caches["here"].get_or_set(key, make, CHECKED_SECONDS)
    return result


@published()
@of_tournament
def head(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The newest head, signed: a checkpoint in a signed note (C2SP)."""
    return HttpResponse(queries.signed_head(tournament_id=tournament.id), content_type=PLAIN)


@of_tournament
def head_at(request: HttpRequest, tournament: TournamentView, size: int) -> HttpResponse:
    """The signed head after `size` events. 404 for more events than there are."""
    note = queries.signed_head(tournament_id=tournament.id, size=size)
    return HttpResponse(note, content_type=PLAIN)


@of_tournament
def key(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The server's public key, in the form that witnesses expect."""
    return HttpResponse(public_key() + "\n", content_type=PLAIN)


@of_tournament
def follows(
    request: HttpRequest, tournament: TournamentView, size: int, first: int
) -> HttpResponse:
    """The proof that the head of `first` events is a beginning of that of `size` (RFC 9162)."""
    proof = queries.consistency_proof(tournament_id=tournament.id, first=first, second=size)
    return JsonResponse(proof)


@of_tournament
def holds(request: HttpRequest, tournament: TournamentView, size: int, number: int) -> HttpResponse:
    """The proof that event `number` is in the head of `size` events (RFC 9162)."""
    proof = queries.inclusion_proof(tournament_id=tournament.id, number=number, size=size)
    return JsonResponse(proof)
