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
from scoring.matchdays.queries.calendar import Meeting, league, meetings_of
from tournament.addresses import absolute_url, own_host
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairView, pairs_list
from tournament.log.queries.log import last_times
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
A_MATCH = timedelta(minutes=45)
"""The length of a calendar entry for a match that has not ended."""


@published()
@of_tournament
def results_csv(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """Every result, one per line, as CSV for a spreadsheet."""
    rows = ([row[name] for name in COLUMNS] for row in _rows(tournament))
    return csv_file(f"{tournament.slug}-results.csv", COLUMNS, rows)


@published()
@of_tournament
def results_json(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    whole = {"tournament": tournament.slug, "name": tournament.name, "results": _rows(tournament)}
    return JsonResponse(whole, json_dumps_params={"ensure_ascii": False})


@of_tournament
def feed(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """A feed of the results, newest first."""
    atom_feed = new_feed(
        request, tournament.name, reverse("public:bracket", args=[tournament.slug])
    )
    for card in reversed(results(tournament_id=tournament.id)):
        add_result(atom_feed, request, tournament.slug, card, match_title(card))
    return feed_file(atom_feed)


def new_feed(request: HttpRequest, title: str, home: str, *, description: str = "") -> Atom1Feed:
    """A feed without entries, of results if nothing else is said, for the page with the path
    `home`."""
    return Atom1Feed(
        title=title,
        link=absolute_url(request, home),
        description=description or _("Results"),
        language=get_language(),
        feed_url=absolute_url(request),
        author_name=title,  # Atom asks for one, of the feed or of each entry
    )


def add_result(
    atom_feed: Atom1Feed, request: HttpRequest, slug: str, card: MatchCard, description: str
) -> None:
    """Adds the result of a match to a feed. A corrected match is a new entry."""
    home = absolute_url(request, reverse("public:bracket", args=[slug]))
    atom_feed.add_item(
        title=_result_line(card),
        link=absolute_url(request, reverse("public:match", args=[slug, card.id])),
        description=description,
        pubdate=card.finished_at,
        updateddate=card.finished_at,
        unique_id=f"{home}#match-{card.id}-{card.version}",
    )


def feed_file(atom_feed: Atom1Feed) -> HttpResponse:
    return HttpResponse(atom_feed.writeString("utf-8"), content_type="application/atom+xml")


@of_tournament
def calendar(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The day as a calendar file; of a league also its match days, and when pairs meet."""
    days = league(tournament_id=tournament.id).days if tournament.is_drawn else ()
    agreed = {
        meeting.match.id: meeting for day in days for meeting in day.meetings if meeting.meets_at
    }
    dates = [(day.number, day.until) for day in days if day.until]
    return _calendar(request, tournament, (), meetings=agreed, dates=dates)


@of_tournament
def pair_calendar(
    request: HttpRequest, tournament: TournamentView, number: int
) -> HttpResponseBase:
    """The day and the matches of one pair as a calendar file. 404 for an unknown number."""
    pair = one_of(pairs_list(tournament_id=tournament.id), number=number)
    matches = matches_of_pair(pair_id=pair.id)
    meetings = meetings_of(match_ids=[match.id for match in matches])
    return _calendar(request, tournament, matches, pair, meetings=meetings)


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


def _result_line(card: MatchCard) -> str:
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

    file = Calendar()
    file.add("prodid", "-//Mus tournaments//EN")
    file.add("version", "2.0")
    file.add("x-wr-calname", Said(title))
    for event in events:
        file.add_component(event)
    file.add_missing_timezones(date(year - 1, 1, 1), date(year + 1, 12, 31))
    return download(file.to_ical(), name=name, kind="text/calendar; charset=utf-8")


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
    changed = last_times(tournament_ids=[tournament.id]).get(tournament.id, tournament.starts_at)

    def event(
        what: str, uid: str, start: datetime, end: datetime, to: str, where: str = tournament.place
    ) -> Event:
        entry = Event()
        entry.add("uid", f"{uid}@{own_host(request)}")
        entry.add("summary", Said(what))
        entry.add("dtstamp", changed)
        entry.add("last-modified", changed)
        entry.add("dtstart", start.astimezone(zone))
        entry.add("dtend", end.astimezone(zone))
        entry.add("location", Said(where))
        # Every event of the log is a revision: calendars take over the one with the highest number.
        entry.add("sequence", tournament.event_number)
        entry.add("status", "CANCELLED" if tournament.is_called_off else "CONFIRMED")
        entry.add("url", to)
        return entry

    # A league goes on for weeks: its start is a moment, and its days are the match days below.
    is_over_weeks = bool(dates) or any(meeting.until for meeting in meetings.values())
    begins = tournament.starts_at
    ends = begins if is_over_weeks else tournament.ends_at
    yield event(tournament.name, f"t{tournament.id}", begins, ends, home)
    for card in matches:
        if card.started_at and card.kind != "set_aside":
            to = reverse("public:match", args=[tournament.slug, card.id])
            end = card.finished_at or card.started_at + A_MATCH
            yield event(
                _result_line(card), f"m{card.id}", card.started_at, end, absolute_url(request, to)
            )
    for meeting in meetings.values():
        if not meeting.is_open or meeting.match.started_at:
            continue
        pairs = " · ".join(
            pair.name for pair in (meeting.match.pair_a, meeting.match.pair_b) if pair
        )
        to = absolute_url(
            request, reverse("public:match", args=[tournament.slug, meeting.match.id])
        )
        if meeting.meets_at:
            end = meeting.meets_at + A_MATCH
            yield event(pairs, f"m{meeting.match.id}", meeting.meets_at, end, to, meeting.venue)
        elif meeting.until:
            what = _("Last day: %(pairs)s") % {"pairs": pairs}
            yield event(what, f"m{meeting.match.id}", meeting.until, meeting.until, to, "")
    for number, until in dates:
        what = _("Match day %(number)s ends") % {"number": number}
        to = absolute_url(request, reverse("public:match-days", args=[tournament.slug]))
        yield event(what, f"t{tournament.id}-{number}", until, until, to, "")
