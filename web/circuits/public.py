"""Circuits for everybody: the list, a ranking, the ratings, one pair or player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring.course.queries.states import live_scores_everywhere
from season.queries import calendar
from season.queries import ranking as queries
from season.queries.circuits import CircuitView, circuit_list, may_run
from season.queries.latest import MOST_LATEST, latest
from season.queries.published import latest_published, published_heads
from season.queries.published import published as published_query
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import get_public as get_tournament
from tournament.championship.queries.tournaments import tournament_list
from tournament.matches.queries.matches import playing_everywhere
from web.circuits.guard import for_everybody, of_circuit
from web.files import csv_file
from web.once import new_once
from web.public.exports import add_result, calendar_events, calendar_file, feed_file, new_feed
from web.seen import whole
from web.templatetags.eventwords import why
from web.templatetags.matchwords import event_words, match_title

if TYPE_CHECKING:
    from icalendar import Event

LINES = 100
"""How many lines of a ranking are on one page."""
COLUMNS = ("rank", "name", "club", "points", "counted", "results")


@for_everybody
def circuits(request: HttpRequest) -> HttpResponse:
    return render(request, "circuits/list.html", {"circuits": circuit_list()})


@of_circuit
def ranking(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The ranking and the tournaments it comes from; `after`: only those up to this one."""
    part, after = _part(request), request.GET.get("after", "")
    page = queries.ranking(circuit=circuit, part=part, after=after)
    last = page.tournaments[-1].name if after else ""
    context = {
        "ranking": page,
        "pages": _pages(page.count, part),
        "after": after,
        "last": last,
        "published": published_heads(circuit_id=circuit.id),
    }
    counted = {tournament.id for tournament in page.tournaments}
    running = (
        []
        if after
        else [one for one in tournament_list() if one.id in counted and one.stage == "running"]
    )
    if running:
        context |= {
            "running": running,
            "playing": playing_everywhere(),
            "scores": live_scores_everywhere(),
        }
    return show(request, circuit, "ranking", **context)


@of_circuit
def ratings(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The ratings, and how often the favourites won."""
    part = _part(request)
    page = queries.ratings(circuit=circuit, part=part)
    return show(request, circuit, "ratings", ratings=page, pages=_pages(page.count, part))


@of_circuit
def published(request: HttpRequest, circuit: CircuitView, number: int) -> HttpResponse:
    """A ranking as it was published, and in what it would differ today."""
    page = published_query(circuit=circuit, number=number)
    return show(request, circuit, "published", page=page)


@of_circuit
def person(request: HttpRequest, circuit: CircuitView, person: str) -> HttpResponse:
    """The results and ratings of one pair or player. 404 for nobody of the circuit."""
    page = queries.person_page(circuit=circuit, key=person)
    return show(request, circuit, "person", page=page, once=new_once())


@of_circuit
def ranking_csv(request: HttpRequest, circuit: CircuitView) -> HttpResponseBase:
    """The ranking as CSV for a spreadsheet."""
    rows = queries.ranking_rows(circuit=circuit)
    return csv_file(f"{circuit.slug}-ranking.csv", COLUMNS, rows)


@of_circuit
def match_days(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The match days of the leagues of the circuit, on one calendar."""
    return show(request, circuit, "match_days", days=calendar.match_days(circuit_id=circuit.id))


@of_circuit
def match_days_calendar(request: HttpRequest, circuit: CircuitView) -> HttpResponseBase:
    """The match days of the leagues of the circuit, and when pairs meet, as a calendar file."""
    days = calendar.match_days(circuit_id=circuit.id)
    slugs = dict.fromkeys(division.slug for day in days for division in day.divisions)
    tournaments = [get_tournament(slug=slug) for slug in slugs]

    def events() -> Iterator[Event]:
        for tournament in tournaments:
            own = [(day.until, division) for day in days for division in day.divisions]
            of_it = [(until, one) for until, one in own if one.slug == tournament.slug]
            agreed = {m.match.id: m for _until, one in of_it for m in one.meetings if m.meets_at}
            dates = [(one.number, until) for until, one in of_it]
            yield from calendar_events(request, tournament, (), agreed, dates)

    starts = [tournament.starts_at.year for tournament in tournaments]
    return calendar_file(
        events(),
        title=circuit.name,
        year=max(starts, default=timezone.now().year),
        name=f"{circuit.slug}.ics",
    )


@of_circuit
def feed(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """A feed of the last results of the circuit's tournaments, and of corrections after their ends,
    newest first."""
    atom_feed = new_feed(request, circuit.name, reverse("circuits:ranking", args=[circuit.slug]))
    _add_published(atom_feed, request, circuit)
    for entry in latest(circuit_id=circuit.id):
        if entry.result is not None:
            where = f"{entry.name} · {match_title(entry.result)}"
            add_result(atom_feed, request, entry.slug, entry.result, where)
        elif entry.correction is not None:
            to = absolute_url(request, reverse("public:standings", args=[entry.slug]))
            atom_feed.add_item(
                title=entry.name,
                link=to,
                description=" · ".join(
                    filter(None, (str(event_words(entry.correction)), why(entry.correction.reason)))
                ),
                pubdate=entry.at,
                updateddate=entry.at,
                unique_id=f"{to}#{entry.correction.kind}-{entry.at.isoformat()}",
            )
    return feed_file(atom_feed)


def _add_published(atom_feed: Any, request: HttpRequest, circuit: CircuitView) -> None:
    """The rankings that were published, and what of the last one has changed since."""

    def add(number: int, text: str, at: datetime, part: str = "") -> None:
        to = reverse("circuits:published", args=[circuit.slug, number])
        link = absolute_url(request, to)
        atom_feed.add_item(
            title=f"{circuit.name} · {text}", link=link, description=text, pubdate=at,
            updateddate=at, unique_id=link + part,
        )  # fmt: skip

    last = latest_published(circuit=circuit)
    if last and last.changes:
        text = gettext("Ranking no. %(number)s has changed since it was published")
        add(last.number, text % {"number": last.number}, last.changed_at, f"#{last.digest}")
    for head in published_heads(circuit_id=circuit.id)[:MOST_LATEST]:
        text = gettext("Ranking no. %(number)s published")
        add(head.number, text % {"number": head.number}, head.at)


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of one page of a ranking, counted from 1."""

    first: int
    last: int
    is_current: bool


def _part(request: HttpRequest) -> slice:
    """The lines of the page that `from` names; of the first one for anything else."""
    number = whole(request.GET.get("from", ""), 6) or 1
    start = (number - 1) // LINES * LINES
    return slice(start, start + LINES)


def _pages(count: int, part: slice) -> list[Page]:
    """The first page of so many lines, this one with its neighbours, and the last one; none where
    one page has them all."""
    last = (count - 1) // LINES * LINES
    if count <= LINES:
        return []
    near = {part.start - LINES, part.start, part.start + LINES} & set(range(0, count, LINES))
    starts = sorted({0, last} | near)
    return [Page(start + 1, min(start + LINES, count), start == part.start) for start in starts]


def show(request: HttpRequest, circuit: CircuitView, tab: str, **context: object) -> HttpResponse:
    """Renders a public page of a circuit, with `tab` marked."""
    runs = may_run(user=request.user, circuit_id=circuit.id)
    has_days = calendar.has_match_days(circuit_id=circuit.id)
    whole = {"circuit": circuit, "tab": tab, "may_run": runs, "has_days": has_days, **context}
    return render(request, f"circuits/{tab}.html", whole)
