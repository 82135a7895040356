"""Signed heads of the log and their proofs, for witnesses and for whoever keeps one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse

from publication.marks import published
from tournament.championship.queries.tournaments import TournamentView
from tournament.witness import queries
from web.public.page import of_tournament

PLAIN = "text/plain; charset=utf-8"


@published()
@of_tournament
def head(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The newest head, signed: a checkpoint in a signed note (C2SP)."""
    return HttpResponse(queries.signed_head(tournament_id=tournament.id), content_type=PLAIN)


@of_tournament
def head_at(request: HttpRequest, tournament: TournamentView, size: int) -> HttpResponse:
    """The head after so many events. Answers 404 for more than there are."""
    note = queries.signed_head(tournament_id=tournament.id, size=size)
    return HttpResponse(note, content_type=PLAIN)


@of_tournament
def key(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The server's public key, as witnesses take it."""
    return HttpResponse(queries.public_key() + "\n", content_type=PLAIN)


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
