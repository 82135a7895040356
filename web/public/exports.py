"""Exports for everybody: results as CSV and JSON, a feed, calendars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from delivery.marks import published
from scoring.matchdays.queries import Meeting, league, meetings_of
from tournament.addresses import absolute_url, own_host
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairView, pairs_list
from tournament.log.rules.events import stamp
from tournament.matches.queries.matches import MatchCard, matches_of_pair, results
from web.files import csv_file, download
from web.methods import one_of
from web.public.page import of_tournament
from web.templatetags.matchwords import match_title

if TYPE_CHECKING:
    from icalendar import Event

COLUMNS = (
    "id", "match", "kind", "round", "pair_a", "club_a", "pair_b", "club_b", "games_a", "games_b",
    "winner", "ended_by", "table", "started_at", "finished_at",
)  # fmt: skip
A_DAY, A_MATCH = timedelta(hours=6), timedelta(minutes=45)
"""The length of a calendar entry for a championship, and for a match that has not ended."""


@published()
@of_tournament
def results_csv(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """Every result, one per line, as CSV for a spreadsheet."""
    rows = ([row[name] for name in COLUMNS] for row in _rows(tournament))
    return csv_file(f"{tournament.slug}-results.csv", COLUMNS, rows)


@published()
@of_tournament
def results_json(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every result as JSON."""
    whole = {"tournament": tournament.slug, "name": tournament.name, "results": _rows(tournament)}
    return JsonResponse(whole, json_dumps_params={"ensure_ascii": False})


@of_tournament
def feed(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """A feed of the results, newest first."""
    made = new_feed(request, tournament.name, reverse("public:bracket", args=[tournament.slug]))
    for card in reversed(results(tournament_id=tournament.id)):
        add_result(made, request, tournament.slug, card, match_title(card))
    return feed_file(made)


def new_feed(request: HttpRequest, title: str, home: str) -> Atom1Feed:
    """A feed of results without entries, of the page with the path `home`."""
    return Atom1Feed(
        title=title,
        link=absolute_url(request, home),
        description=_("Results"),
        language=get_language(),
        feed_url=absolute_url(request),
    )


def add_result(
    made: Atom1Feed, request: HttpRequest, slug: str, card: MatchCard, description: str
) -> None:
    """Adds the result of a match to a feed. A corrected match is a new entry."""
    home = absolute_url(request, reverse("public:bracket", args=[slug]))
    made.add_item(
        title=_said(card),
        link=absolute_url(request, reverse("public:match", args=[slug, card.id])),
        description=description,
        pubdate=card.finished_at,
        updateddate=card.finished_at,
        unique_id=f"{home}#match-{card.id}-{card.version}",
    )


def feed_file(made: Atom1Feed) -> HttpResponse:
    """The answer with a feed."""
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml")


@of_tournament
def calendar(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The day as a calendar file; of a league also its match days, and when pairs meet."""
    days = league(tournament_id=tournament.id).days if tournament.is_drawn else ()
    agreed = {one.match.id: one for day in days for one in day.meetings if one.meets_at}
    dates = [(day.number, day.until) for day in days if day.until]
    return _calendar(request, tournament, (), meetings=agreed, dates=dates)


@of_tournament
def pair_calendar(
    request: HttpRequest, tournament: TournamentView, number: int
) -> HttpResponseBase:
    """The day and the matches of one pair as a calendar file. 404 for an unknown number."""
    found = one_of(pairs_list(tournament_id=tournament.id), number=number)
    matches = matches_of_pair(pair_id=found.id)
    meetings = meetings_of(match_ids=[one.id for one in matches])
    return _calendar(request, tournament, matches, found, meetings=meetings)


def _rows(tournament: TournamentView) -> list[dict[str, Any]]:
    return [_row(card) for card in results(tournament_id=tournament.id)]


def _row(card: MatchCard) -> dict[str, Any]:
    return {
        "id": card.id, "match": card.label, "kind": card.kind, "round": card.round,
        "pair_a": card.pair_a.name if card.pair_a else "",
        "club_a": card.pair_a.club if card.pair_a else "",
        "pair_b": card.pair_b.name if card.pair_b else "",
        "club_b": card.pair_b.club if card.pair_b else "",
        "games_a": card.games_a, "games_b": card.games_b,
        "winner": card.winner, "ended_by": card.ended_by, "table": card.table,
        "started_at": stamp(card.started_at) if card.started_at else None,
        "finished_at": stamp(card.finished_at) if card.finished_at else None,
    }  # fmt: skip


def _said(card: MatchCard) -> str:
    a, b = (pair.name if pair else "–" for pair in (card.pair_a, card.pair_b))
    return f"{a} {card.games_a}–{card.games_b} {b}"


def _calendar(
    request: HttpRequest,
    tournament: TournamentView,
    matches: tuple[MatchCard, ...],
    pair: PairView | None = None,
    *,
    meetings: Mapping[int, Meeting],
    dates: Sequence[tuple[int, datetime]] = (),
) -> HttpResponseBase:
    return calendar_file(
        calendar_events(request, tournament, matches, meetings, dates),
        title=f"{pair.name} · {tournament.name}" if pair else tournament.name,
        year=tournament.starts_at.year,
        name=f"{tournament.slug}-{pair.number}.ics" if pair else f"{tournament.slug}.ics",
    )


def calendar_file(events: Iterable[Event], *, title: str, year: int, name: str) -> HttpResponseBase:
    """A calendar file of these events, which are in or beside this year."""
    from icalendar import Calendar  # imported here: it costs memory

    from web.public.icaltext import Said

    made = Calendar()
    made.add("prodid", "-//Mus tournaments//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", Said(title))
    for event in events:
        made.add_component(event)
    made.add_missing_timezones(date(year - 1, 1, 1), date(year + 1, 12, 31))
    return download(made.to_ical(), name=name, kind="text/calendar; charset=utf-8")


def calendar_events(
    request: HttpRequest,
    tournament: TournamentView,
    matches: tuple[MatchCard, ...],
    meetings: Mapping[int, Meeting],
    dates: Sequence[tuple[int, datetime]],
) -> Iterator[Event]:
    """A tournament's start, the matches of a pair, when pairs meet, and the ends of match days."""
    from icalendar import Event

    from web.public.icaltext import Said

    zone = ZoneInfo(tournament.time_zone)
    home = absolute_url(request, reverse("public:bracket", args=[tournament.slug]))

    def event(
        what: str, uid: str, start: datetime, end: datetime, to: str, where: str = tournament.place
    ) -> Event:
        one = Event()
        one.add("uid", f"{uid}@{own_host(request)}")
        one.add("summary", Said(what))
        one.add("dtstamp", start)
        one.add("dtstart", start.astimezone(zone))
        one.add("dtend", end.astimezone(zone))
        one.add("location", Said(where))
        one.add("url", to)
        return one

    # A league goes on for weeks: its start is a moment, and its days are the match days below.
    is_over_weeks = bool(dates) or any(one.until for one in meetings.values())
    begins = tournament.starts_at
    ends = begins if is_over_weeks else begins + A_DAY
    yield event(tournament.name, f"t{tournament.id}", begins, ends, home)
    for card in matches:
        if card.started_at and card.kind != "set_aside":
            to = reverse("public:match", args=[tournament.slug, card.id])
            end = card.finished_at or card.started_at + A_MATCH
            yield event(_said(card), f"m{card.id}", card.started_at, end, absolute_url(request, to))
    for one in meetings.values():
        if not one.is_open or one.match.started_at:
            continue
        pairs = " · ".join(pair.name for pair in (one.match.pair_a, one.match.pair_b) if pair)
        to = absolute_url(request, reverse("public:match", args=[tournament.slug, one.match.id]))
        if one.meets_at:
            end = one.meets_at + A_MATCH
            yield event(pairs, f"m{one.match.id}", one.meets_at, end, to, one.venue)
        elif one.until:
            what = _("Last day: %(pairs)s") % {"pairs": pairs}
            yield event(what, f"m{one.match.id}", one.until, one.until, to, "")
    for number, until in dates:
        what = _("Match day %(number)s ends") % {"number": number}
        to = absolute_url(request, reverse("public:match-days", args=[tournament.slug]))
        yield event(what, f"t{tournament.id}-{number}", until, until, to, "")
