"""For search engines: which pages there are, and which are not for them."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from delivery.marks import published
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView, tournament_list
from tournament.entries.queries import pairs_list
from tournament.log.queries.log import last_times, times_of_matches
from tournament.matches.queries.matches import bracket, consolation
from web.public.page import of_tournament

PAGES = ("bracket", "standings", "pairs", "statistics", "rules")
CLOSED = ("/organizer/", "/referee/", "/operator/", "/accounts/", "/api/", "/live/")


@dataclass(frozen=True, slots=True)
class Entry:
    """An address of a sitemap, and when what stands there changed last."""

    address: str
    at: datetime | None = None


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What programs may fetch: the public pages, in every language."""
    starts = ["", *(f"/{code}" for code, _name in settings.LANGUAGES)]
    lines = ["User-agent: *", *(f"Disallow: {start}{path}" for path in CLOSED for start in starts)]
    lines.append(f"Sitemap: {absolute_url(request, reverse('public:sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The index of all sitemaps: that of the front page, and of every tournament that is not a
    rehearsal, with when it changed last."""
    tournaments = tournament_list()
    times = last_times(tournament_ids=[tournament.id for tournament in tournaments])
    entries = [Entry(absolute_url(request, reverse("public:sitemap-site")))]
    for tournament in tournaments:
        to = reverse("public:sitemap-tournament", args=[tournament.slug])
        entries.append(Entry(absolute_url(request, to), times.get(tournament.id)))
    return _xml(request, "sitemap_index.xml", entries)


@require_safe
def sitemap_site(request: HttpRequest) -> HttpResponse:
    """The pages that belong to no tournament."""
    return _xml(request, "sitemap.xml", [Entry(absolute_url(request, reverse("public:home")))])


@published()
@of_tournament
def sitemap_tournament(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The pages of a tournament, of its pairs and of its matches, each with when it changed last.
    The pages themselves name their addresses in other languages. None of a rehearsal."""
    if tournament.is_rehearsal or tournament.is_hidden:
        return _xml(request, "sitemap.xml", [])
    changed = last_times(tournament_ids=[tournament.id]).get(tournament.id)
    matches = times_of_matches(tournament_id=tournament.id)

    def entry(name: str, *of: int, at: datetime | None = changed) -> Entry:
        to = reverse(f"public:{name}", args=[tournament.slug, *of])
        return Entry(absolute_url(request, to), at)

    view = bracket(tournament_id=tournament.id)
    played = [
        match
        for match in (
            *(match for round_ in view.rounds for match in round_.matches),
            *consolation(tournament_id=tournament.id),
        )
        if match.pair_a and match.pair_b
    ]
    entries = [
        *map(entry, PAGES),
        *(() if tournament.prizes.is_empty else [entry("prizes")]),
        *(entry("pair", pair.number) for pair in pairs_list(tournament_id=tournament.id)),
        *(entry("match", match.id, at=matches.get(match.id, changed)) for match in played),
    ]
    return _xml(request, "sitemap.xml", entries)


def _xml(request: HttpRequest, template: str, entries: list[Entry]) -> HttpResponse:
    return render(request, f"public/{template}", {"entries": entries}, "application/xml")
