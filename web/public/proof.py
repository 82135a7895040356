"""The page on which anybody can check a tournament, and the files for it: signed heads of the log
and their proofs, for witnesses and for anybody who keeps a head."""

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _

from delivery.marks import published
from operations.federation.queries import origin_of
from scoring.proof.queries.verify import CHECK_NAMES, Report, left_out_words
from scoring.proof.services.checking import check_as_read
from scoring.proof.services.files import write_file
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.witness import queries
from tournament.witness.queries import heads_to_keep, public_key, signed_head
from web.files import download
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
        origin=origin_of(tournament_id=tournament.id),
        svg=qr_svg(note, title=gettext("The newest head")),
    )


@of_tournament
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The whole tournament as one file, to be checked or rebuilt anywhere; without contacts."""
    content: bytes = caches["here"].get_or_set(
        f"mustour:{tournament.id}:{tournament.event_hash}",
        lambda: write_file(tournament_id=tournament.id),
        CHECKED_SECONDS,
    )
    return download(content, name=f"{tournament.slug}.mustour")


def _report(tournament: TournamentView) -> Report:
    """The result of a check, cached for half a minute: many readers may ask at the same moment."""
    report: Report = caches["here"].get_or_set(
        f"proof:{tournament.id}",
        lambda: check_as_read(tournament_id=tournament.id),
        CHECKED_SECONDS,
    )
    return report


PLAIN = "text/plain; charset=utf-8"


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
def feed(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """A feed of the heads worth keeping, the newest first, each complete, so that any feed reader
    keeps them."""
    page = absolute_url(request, reverse("public:proof", args=[tournament.slug]))
    atom_feed = Atom1Feed(
        title=_("Signed heads of %(tournament)s") % {"tournament": tournament.name},
        link=page,
        description=queries.public_key(),
        language=get_language(),
        feed_url=absolute_url(request),
    )
    for checkpoint in queries.heads_to_keep(tournament_id=tournament.id):
        to = reverse("public:head-at", args=[tournament.slug, checkpoint.size])
        atom_feed.add_item(
            title=_("event %(number)s") % {"number": checkpoint.size},
            link=absolute_url(request, to),
            description=queries.signed_head(tournament_id=tournament.id, size=checkpoint.size),
            pubdate=checkpoint.at,
            updateddate=checkpoint.at,
            unique_id=f"{page}#{checkpoint.size}-{checkpoint.head}",
        )
    return HttpResponse(atom_feed.writeString("utf-8"), content_type="application/atom+xml")


@of_tournament
def key(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The server's public key, in the form that witnesses expect."""
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
