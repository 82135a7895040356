"""The log of a circuit, for anybody to read, check and download."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from season.queries import log as queries
from season.queries.circuits import CircuitView
from tournament.witness.queries import public_key
from web.circuits.guard import of_circuit
from web.circuits.public import show
from web.files import download
from web.public.proof import for_a_moment
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
