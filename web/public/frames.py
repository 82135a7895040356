"""Pages that other sites may show in frames, and the page that explains how."""

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from delivery.looks import THEMES, known
from delivery.marks import ITS_MATCH, published
from scoring.course.queries.states import live_scores, stones_played
from scoring.explain.queries.account import decisions
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries import matches as queries
from tournament.matches.queries.matches import staged_match
from tournament.pauses.queries import pauses_ahead
from tournament.seatings.queries import day_of_individuals
from web.public.page import of_tournament, show
from web.public.tournaments import parts_of
from web.templatetags.matchwords import headline

HOST = settings.BASE_DIR / "static/js/embed-host.js"
framed = csp_replace({"frame-ancestors": ["*"]})


@published("theme")
@xframe_options_exempt
@framed
@of_tournament
def bracket(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The bracket, or the tables of individuals, alone for a frame."""
    view = queries.bracket(tournament_id=tournament.id)
    whole = {
        "tournament": tournament,
        "rounds": view.rounds,
        **parts_of(tournament, view),
        "now": view.now,
        "scores": live_scores(tournament_id=tournament.id),
        "decided": decisions(tournament_id=tournament.id),
        "pauses": pauses_ahead(tournament_id=tournament.id),
        **_looks(request),
        "to": reverse("public:bracket", args=[tournament.slug]),
    }
    if tournament.is_individual and tournament.is_drawn:
        whole["day"] = day_of_individuals(tournament_id=tournament.id)
    return render(request, "public/embed.html", whole)


@published("theme", shows=ITS_MATCH)
@xframe_options_exempt
@framed
@of_tournament
def match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """One match with its score, for a frame. 404 for a match of another tournament."""
    card, stage = staged_match(match_id=match_id, tournament_id=tournament.id)
    whole = {
        "tournament": tournament,
        "match": card,
        "stage": stage,
        "scores": live_scores(tournament_id=tournament.id),
        "decided": decisions(tournament_id=tournament.id),
        "pauses": pauses_ahead(tournament_id=tournament.id),
        "played": stones_played(tournament_id=tournament.id),
        **_looks(request),
        "to": reverse("public:match", args=[tournament.slug, card.id]),
    }
    return render(request, "public/embed.html", whole)


@require_safe
def host_script(request: HttpRequest) -> HttpResponse:
    """The script for the page around a frame: it gives the frame its height, and tells it whether
    the page is light or dark. Its address stays, because other sites have it."""
    response = HttpResponse(HOST.read_text("utf-8"), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "public, max-age=3600"
    return response


@of_tournament
def share_match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Links and codes for sharing a match. 404 for a match of another tournament."""
    card, stage = staged_match(match_id=match_id, tournament_id=tournament.id)
    of_match = [tournament.slug, card.id]
    whole = {
        "match": card,
        "stage": stage,
        "shared_title": headline(card, stage),
        "address": absolute_url(request, reverse("public:match", args=of_match)),
        **_frame(request, reverse("public:match-embed", args=of_match), headline(card, stage), 220),
    }
    return show(request, tournament, "share_match.html", "share", **whole)


@of_tournament
def share(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Links and codes for sharing the tournament. Addresses have the host of the request."""

    def address(name: str) -> str:
        return reverse(f"public:{name}", args=[tournament.slug])

    whole = {
        "address": absolute_url(request, address("bracket")),
        **_frame(request, address("embed"), tournament.name, 640),
        "feed": absolute_url(request, address("feed")),
        "calendar": absolute_url(request, address("calendar")),
    }
    return show(request, tournament, "share.html", "share", **whole)


def _looks(request: HttpRequest) -> dict[str, str]:
    """The appearance that the address of a frame asks for; none: the reader's own."""
    theme = request.GET.get("theme")
    return {} if theme is None else {"theme": known(theme, THEMES)}


def _frame(request: HttpRequest, path: str, title: str, height: int) -> dict[str, str]:
    """`code`: the HTML that shows `path` in a page of another site, in the appearance and language
    chosen by the query; `looks`, `in_language`: what was chosen."""
    looks, language = known(request.GET.get("theme"), THEMES), request.GET.get("language", "")
    if language in dict(settings.LANGUAGES):
        path = f"/{language}{path}"
    if looks != THEMES[0]:
        path = f"{path}?theme={looks}"
    code = format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" style="border:0" loading="lazy">'
        '</iframe><script async src="{}"></script>',
        absolute_url(request, path),
        title,
        height,
        absolute_url(request, reverse("public:embed-host")),
    )
    return {"code": code, "looks": looks, "in_language": language}
