"""The log of a circuit, for anybody to read, check and download, and its signed heads."""

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from season.queries import log as queries
from season.queries.circuits import CircuitView
from tournament.addresses import absolute_url
from tournament.log.queries.log import LogCheck
from tournament.witness.queries import public_key
from web.circuits.guard import of_circuit
from web.circuits.public import show
from web.files import download
from web.seen import whole

CHECKED_SECONDS = 30
PLAIN = "text/plain; charset=utf-8"


@of_circuit
def log(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The log, newest first, and whether it holds."""
    before = whole(request.GET.get("before", ""), 9)
    return show(
        request,
        circuit,
        "log",
        page=queries.log_page(circuit_id=circuit.id, before=before),
        check=_check(circuit),
        key=public_key(),
        is_newest=before is None,
    )


def _check(circuit: CircuitView) -> LogCheck:
    """The result of a check of the log, cached for half a minute."""
    number, head = queries.head_of(circuit_id=circuit.id)
    check: LogCheck = caches["here"].get_or_set(
        f"circuit-check:{circuit.id}:{number}:{head}",
        lambda: queries.verify_log(circuit_id=circuit.id),
        CHECKED_SECONDS,
    )
    return check


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
    page = absolute_url(request, reverse("circuits:log", args=[circuit.slug]))
    atom_feed = Atom1Feed(
        title=_("Signed heads of %(tournament)s") % {"tournament": circuit.name},
        link=page,
        description=public_key(),
        language=get_language(),
        feed_url=absolute_url(request),
    )
    (last,) = queries.event_page(circuit_id=circuit.id, size=1).events
    to = reverse("circuits:head_at", args=[circuit.slug, last.number])
    atom_feed.add_item(
        title=_("event %(number)s") % {"number": last.number},
        link=absolute_url(request, to),
        description=queries.signed_head(circuit_id=circuit.id, size=last.number),
        pubdate=last.at,
        updateddate=last.at,
        unique_id=f"{page}#{last.number}-{last.hash}",
    )
    return HttpResponse(atom_feed.writeString("utf-8"), content_type="application/atom+xml")


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
