"""The front page, and the pages of a place and of a club: running, coming and past tournaments."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from delivery.marks import published
from scoring.course.queries.states import live_scores_everywhere
from season.queries.circuits import has_circuits
from tournament.championship.queries import tournaments as editions
from tournament.championship.queries.tournaments import Found, search, tournament_list
from tournament.log.queries.log import events_written
from tournament.matches.queries.advancing import way_of
from tournament.matches.queries.matches import playing_everywhere

LONGEST_SEARCH = 80
MOST_PAIRS = 8  # each takes a query


@published()
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Every tournament that is not a rehearsal: running, drawn, open for entry, finished, called
    off; or the pairs and tournaments found by a search. A search's answer is never cached."""
    text = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    # Read first: the page shows this state or a later one.
    number = "" if text else events_written()
    results = search(text=text) if text else Found((), tournament_list())
    everything = results.tournaments
    running, drawn, entry, finished, called_off = (
        [tournament for tournament in everything if tournament.stage == stage]
        for stage in ("running", "drawn", "entry", "finished", "called_off")
    )
    today = timezone.now().date()  # the day is part of the page's stamp, the hour is not
    past = [tournament for tournament in entry if tournament.ends_at.date() < today]
    entry = [tournament for tournament in entry if tournament not in past]
    return render(
        request,
        "public/home.html",
        {
            "live_number": number,
            "has_circuits": not text and has_circuits(),
            "running": running,
            "others": [
                (_("Drawn, not begun yet"), drawn),
                (_("Entry open"), entry),
                (_("Finished"), finished),
                (pgettext("tournaments", "Called off"), called_off),
                (pgettext("tournaments", "Past, and never drawn"), past),
            ],
            "ahead": [*running, *drawn, *entry],
            "empty": not everything,
            "pairs": [
                (pair, way_of(pair_id=pair.pair.id, tournament_id=pair.tournament.id))
                for pair in results.pairs[:MOST_PAIRS]
            ],
            "more_pairs": len(results.pairs) > MOST_PAIRS,
            "text": text,
            "playing": playing_everywhere() if running else {},
            "scores": live_scores_everywhere() if running else {},
        },
    )


@published()
@require_safe
def place(request: HttpRequest, place: str) -> HttpResponse:
    """The editions of a place. 404 for a place without tournaments."""
    return _editions(request, editions.of_place(key=place), "place")


@published()
@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """The tournaments of a club, with its pairs. 404 for a club without pairs."""
    return _editions(request, editions.of_club(key=club), "club")


def _editions(request: HttpRequest, listing: editions.Editions | None, kind: str) -> HttpResponse:
    if listing is None:
        raise Http404
    return render(request, "public/editions.html", {"found": listing, "kind": kind})
