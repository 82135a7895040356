"""Paper for the day: each sheet as a PDF, in the chosen language."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scoring.explain.queries.pages import match_page
from tournament import paper as papers
from tournament.addresses import absolute_url, base_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import bracket, match_card, next_up, playing
from web.acting import press
from web.files import download
from web.organizer.acting import page_of, show
from web.organizer.guard import for_organizers
from web.paper.sizes import sheet_for


@for_organizers("GET")
def paper(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    ready = next_up(tournament_id=tournament.id)
    return show(
        request,
        "paper.html",
        tab="paper",
        languages_here=settings.LANGUAGES,
        language_now=get_language(),
        poster=sheet_for(bracket(tournament_id=tournament.id)).name,
        made=(files := papers.asked_for(tournament_id=tournament.id)),
        is_coming=any(file.is_coming for file in files),
        ready=ready,
        matches=[
            *ready,
            *playing(tournament_id=tournament.id),
        ],
    )


@for_organizers("POST")
def bind(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Queues the job that makes one file of every acta, or of all paper."""
    what, wanted = request.POST.get("what", ""), request.POST.get("language", "")
    if what not in papers.WHAT:
        raise Http404("no such file")
    language, base = _language(wanted), base_url(request)
    return press(
        request,
        do=lambda: papers.ask_for(tournament=tournament, what=what, language=language, base=base),
        done=_("The file is being made. You will find it below when it is ready."),
        to=page_of(tournament, "paper") + "#made",
    )


@for_organizers("GET")
def file_of_job(request: HttpRequest, tournament: TournamentView, job_id: int) -> HttpResponseBase:
    name, content = papers.content_of(tournament_id=tournament.id, job_id=job_id)
    return download(content, name=name, kind="application/pdf")


@for_organizers("GET")
def sheet(request: HttpRequest, tournament: TournamentView, name: str) -> HttpResponse:
    from web.paper.everything import sheets_of  # imported here: drawing costs memory

    makers = sheets_of(tournament, base=base_url(request))
    if name not in makers or (name == "seats" and not tournament.is_individual):
        raise Http404("no such sheet")
    if name == "actas" and not next_up(tournament_id=tournament.id):
        messages.warning(request, _("No match is ready to play, so there is no sheet to print."))
        return HttpResponseRedirect(page_of(tournament, "paper"))
    return _pdf(request, f"{tournament.slug}-{name}", makers[name])


@for_organizers("GET")
def acta(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """The acta of a match; blank before it begins, or when `blank` is asked for."""
    from web.paper import acta as actas  # imported here: drawing costs memory

    card = match_card(match_id=match_id, tournament_id=tournament.id)
    path = reverse("public:match", args=[tournament.slug, match_id])
    address = absolute_url(request, path)

    def make() -> bytes:
        if "blank" in request.GET or card.status in ("waiting", "ready"):
            return actas.blank_acta(tournament, card, address=address)
        head = actas.head_of(tournament, base=base_url(request))
        return actas.acta(tournament, match_page(match_id=match_id), address=address, head=head)

    return _pdf(request, f"{tournament.slug}-acta-{card.label}", make)


def _language(wanted: str) -> str:
    """`wanted` if it is one of the site's languages; otherwise the reader's."""
    return wanted if wanted in dict(settings.LANGUAGES) else (get_language() or "es")


def _pdf(request: HttpRequest, name: str, make: Callable[[], bytes]) -> HttpResponse:
    """The file that `make` makes in the language of `?language=`, or the reader's."""
    language = _language(request.GET.get("language", ""))
    with override(language):
        content = make()
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}-{language}.pdf"'
    return response
