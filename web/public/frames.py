"""Pages that other sites may show in frames, and the page that explains how."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt

from publication.marks import published
from scoring.course.queries.states import live_scores, stones_played
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries import matches as queries
from tournament.matches.queries.matches import staged_match
from web.public.page import of_tournament, show
from web.templatetags.matchwords import headline

framed = csp_replace({"frame-ancestors": ["*"]})


@published()
@xframe_options_exempt
@framed
@of_tournament
def bracket(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The bracket alone, for a frame."""
    view = queries.bracket(tournament_id=tournament.id)
    whole = {
        "tournament": tournament,
        "rounds": view.rounds,
        "now": view.now,
        "scores": live_scores(tournament_id=tournament.id),
        "played": stones_played(tournament_id=tournament.id),
        "to": reverse("public:bracket", args=[tournament.slug]),
    }
    return render(request, "public/embed.html", whole)


@published()
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
        "played": stones_played(tournament_id=tournament.id),
        "to": reverse("public:match", args=[tournament.slug, card.id]),
    }
    return render(request, "public/embed.html", whole)


@of_tournament
def share_match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Links and codes for sharing a match. 404 for a match of another tournament."""
    card, stage = staged_match(match_id=match_id, tournament_id=tournament.id)
    address, frame = (
        absolute_url(request, reverse(f"public:{name}", args=[tournament.slug, card.id]))
        for name in ("match", "match-embed")
    )
    code = frame_code(frame, headline(card, stage), height=220)
    whole = {"match": card, "stage": stage, "address": address, "code": code}
    return show(request, tournament, "share_match.html", "share", **whole)


@of_tournament
def share(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Links and codes for sharing the tournament. Addresses have the host of the request."""

    def whole(name: str) -> str:
        return absolute_url(request, reverse(f"public:{name}", args=[tournament.slug]))

    return show(
        request,
        tournament,
        "share.html",
        "share",
        address=whole("bracket"),
        code=frame_code(whole("embed"), tournament.name, height=640),
        feed=whole("feed"),
        calendar=whole("calendar"),
    )


def frame_code(address: str, title: str, *, height: int) -> str:
    """The HTML that shows `address` in a page of another site."""
    return format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" style="border:0" loading="lazy">'
        "</iframe>",
        address,
        title,
        height,
    )
