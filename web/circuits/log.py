"""The log of a circuit, for anybody to read, check and download, and its signed heads."""

from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from season.queries import log as queries
from season.queries.circuits import CircuitView
from tournament.witness.queries import KeptHead, public_key
from web.circuits.guard import of_circuit
from web.circuits.public import show
from web.files import download
from web.public.proof import PLAIN, for_a_moment, heads_feed
from web.seen import whole


@of_circuit
def log(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The log, newest first, and whether it holds."""
    before = whole(request.GET.get("before", ""), 9)
    number, newest = queries.head_of(circuit_id=circuit.id)
    return show(
        request,
        circuit,
        "log",
        page=queries.log_page(circuit_id=circuit.id, before=before),
        check=for_a_moment(
            f"circuit-check:{circuit.id}:{number}:{newest}",
            lambda: queries.verify_log(circuit_id=circuit.id),
        ),
        key=public_key(),
        is_newest=before is None,
    )


@of_circuit
def export(request: HttpRequest, circuit: CircuitView) -> HttpResponseBase:
    """The whole log, one event per line, as it was sealed."""
    return download(queries.export_log(circuit_id=circuit.id), name=f"{circuit.slug}-log.jsonl")


@of_circuit
def head(request: HttpRequest, circuit: CircuitView, size: int | None = None) -> HttpResponse:
    """The head after `size` events, or the newest, signed. 404 for more events than there are."""
    note = queries.signed_head(circuit_id=circuit.id, size=size)
    return HttpResponse(note, content_type=PLAIN)


@of_circuit
def feed(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """A feed of the newest head, complete, so that any feed reader keeps it."""
    (last,) = queries.event_page(circuit_id=circuit.id, size=1).events
    return heads_feed(
        request,
        circuit.name,
        reverse("circuits:log", args=[circuit.slug]),
        [KeptHead(last.number, None, last.hash, last.at)],
        address=lambda size: reverse("circuits:head_at", args=[circuit.slug, size]),
        note=partial(queries.signed_head, circuit_id=circuit.id),
    )


@of_circuit
def key(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The server's public key, in the form that witnesses expect."""
    return HttpResponse(public_key() + "\n", content_type=PLAIN)


@of_circuit
def follows(request: HttpRequest, circuit: CircuitView, size: int, first: int) -> HttpResponse:
    """The proof that the head of `first` events is a beginning of that of `size` (RFC 9162)."""
    proof = queries.consistency_proof(circuit_id=circuit.id, first=first, second=size)
    return JsonResponse(proof)


@of_circuit
def holds(request: HttpRequest, circuit: CircuitView, size: int, number: int) -> HttpResponse:
    """The proof that event `number` is in the head of `size` events (RFC 9162)."""
    proof = queries.inclusion_proof(circuit_id=circuit.id, number=number, size=size)
    return JsonResponse(proof)
