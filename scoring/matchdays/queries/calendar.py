"""The match days of a league as everybody, its pairs and its organizers see them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import QuerySet
from django.utils import timezone

from mus.sides import Side
from scoring.matchdays.models import Appointment, MatchDay, Postponement
from scoring.matchdays.rules import MOST_EXACT, Lapse, Reach, most_exact, reach
from scoring.statements.queries import WaitingResult, waiting_results
from tournament.championship.models import Tournament
from tournament.formats.registry import format_of
from tournament.formats.setting import Points
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, championship_matches
from tournament.standings.queries import StandingLine, standings

LATER = ("appointment", "postponement")


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of a league. `until`: its last day, also where it was postponed, None without match
    days; `postponed`: why it may be played later, "" otherwise; `meets_at`, `venue`: when and
    where its pairs agreed to meet; `new_at`, `new_venue`, `new_by`: what the pair of that side
    proposes."""

    match: MatchCard
    until: datetime | None
    postponed: str
    meets_at: datetime | None
    venue: str
    new_at: datetime | None
    new_venue: str
    new_by: str

    @property
    def is_open(self) -> bool:
        """Whether the match has not ended."""
        return self.match.status != "finished"

    def is_overdue(self, now: datetime) -> bool:
        """Whether the match should have been played by `now`."""
        return self.is_open and self.until is not None and self.until < now


@dataclass(frozen=True, slots=True)
class Day:
    """A round with its last day (None: not set) and its matches."""

    number: int
    until: datetime | None
    meetings: tuple[Meeting, ...]

    @property
    def done(self) -> int:
        """How many of its matches have ended."""
        return sum(not meeting.is_open for meeting in self.meetings)


@dataclass(frozen=True, slots=True)
class Chance:
    """A line of the table with what the pair can still reach; `reach` is None for a pair that has
    left. `left`: its matches that are drawn and not played."""

    line: StandingLine
    left: int
    reach: Reach | None


@dataclass(frozen=True, slots=True)
class League:
    """The calendar of a league. `chances`: empty where no table decides, and before the draw;
    `undrawn`: rounds to come that are not drawn yet; `exact_from`: as `most_exact`."""

    days: tuple[Day, ...]
    chances: tuple[Chance, ...]
    undrawn: int
    exact_from: int = MOST_EXACT

    @property
    def has_dates(self) -> bool:
        return any(day.until for day in self.days)

    def day_now(self, now: datetime) -> int:
        """The number of the first match day that is not over by its date or its matches; without
        one, that of the last one; 0 where there are none."""
        ahead = [
            day.number
            for day in self.days
            if day.done < len(day.meetings) and (day.until is None or day.until >= now)
        ]
        return ahead[0] if ahead else self.days[-1].number if self.days else 0

    @property
    def is_exact(self) -> bool:
        """Whether the places in reach are exact, and not bounds."""
        return all(chance.reach.is_exact for chance in self.chances if chance.reach)


def dates_of(*, tournament_id: int) -> dict[int, datetime]:
    """Round → its last day. One query."""
    rows = MatchDay.objects.filter(tournament_id=tournament_id)
    return dict(rows.order_by("round").values_list("round", "until"))


def unplayed_rule(tournament: Tournament) -> str:
    """What becomes of matches not played by their last day: "fault" (who is at fault loses), "both"
    (both lose), "point" (as "fault", and a point comes off); "" where the rules say nothing."""
    rule = tournament.format_options.get("unplayed", "")
    return str(rule) if format_of(tournament).is_league else ""


def rounds_of(*, tournament_id: int) -> int:
    """How many rounds the tournament has, or about how many; 0 for fewer than two pairs."""
    tournament = Tournament.objects.get(pk=tournament_id)
    pairs = tournament.drawn_pairs or tournament.pairs.filter(status="entered").count()
    if pairs < 2:
        return 0
    return format_of(tournament).rounds(pairs)


def league(*, tournament_id: int) -> League:
    """The calendar of a tournament. Five queries at most."""
    dates = dates_of(tournament_id=tournament_id)
    rows = list(championship_matches(tournament_id=tournament_id).select_related(*LATER))
    days = _days(rows, dates)
    if not rows or not (format_ := format_of(rows[0].tournament)).is_league:
        return League(days, (), 0)
    tournament = rows[0].tournament
    undrawn = max(0, format_.rounds(tournament.drawn_pairs or 0) - max(r.round for r in rows))
    lapse = _lapse(tournament) if dates else None
    each = format_.setting.brings
    chances = _chances(tournament_id, rows, undrawn, lapse, each)
    return League(days, chances, undrawn, most_exact(each))


def days_of(*, tournament_ids: Iterable[int]) -> dict[int, tuple[Day, ...]]:
    """Tournament → its match days, for those that have any. Two queries."""
    dates: dict[int, dict[int, datetime]] = {}
    of_all = MatchDay.objects.filter(tournament__in=list(tournament_ids)).order_by("round")
    for pk, number, until in of_all.values_list("tournament_id", "round", "until"):
        dates.setdefault(pk, {})[number] = until
    rows: dict[int, list[Match]] = {pk: [] for pk in dates}
    played = _matches().filter(tournament__in=list(dates), kind="championship")
    for row in played.order_by("tournament_id", "round", "slot") if dates else ():
        rows[row.tournament_id].append(row)
    return {pk: _days(rows[pk], dates[pk]) for pk in dates}


def meetings_of(*, match_ids: Iterable[int]) -> dict[int, Meeting]:
    """Match → what is agreed about it. Two queries at most."""
    rows = list(_matches().filter(pk__in=list(match_ids)))
    dates = dates_of(tournament_id=rows[0].tournament_id) if rows else {}
    return {row.pk: _meeting(row, dates) for row in rows}


def open_meetings(*, tournament_id: int) -> tuple[Meeting, ...]:
    """The matches of the championship that have not ended, the oldest match day first; none where
    there are no match days. One query, and one more where there are."""
    dates = dates_of(tournament_id=tournament_id)
    if not dates:
        return ()
    rows = _matches().filter(tournament_id=tournament_id, kind="championship")
    unfinished = rows.exclude(status="finished").order_by("round", "slot")
    return tuple(_meeting(row, dates) for row in unfinished)


def overdue(*, tournament_id: int, now: datetime | None = None) -> tuple[Meeting, ...]:
    """The matches that should have been played, the oldest match day first. One query, and one more
    where there are match days."""
    moment = now or timezone.now()
    known = open_meetings(tournament_id=tournament_id)
    return tuple(one for one in known if one.is_overdue(moment))


def has_dates(*, tournament_id: int) -> bool:
    """Whether the tournament is played over weeks: match days are set. One query."""
    return MatchDay.objects.filter(tournament_id=tournament_id).exists()


def over_weeks(*, tournament_ids: Iterable[int]) -> frozenset[int]:
    """Those of these tournaments that have match days. One query."""
    rows = MatchDay.objects.filter(tournament__in=list(tournament_ids))
    return frozenset(rows.values_list("tournament_id", flat=True).distinct())


Want = Literal["decide", "overdue", "unanswered", "no_date"]
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class WeekLine:
    """A match of a league that somebody has to see to: the organizers, where its pairs contradict
    each other; or its pairs, where it was not played in time, where one (`silent`: its side) has
    not answered a result, or where it is due within a week without a date. `said`: the results
    that were entered."""

    meeting: Meeting
    want: Want
    silent: str = ""
    said: WaitingResult | None = None

    @property
    def is_of_pairs(self) -> bool:
        """Whether its pairs are reminded of it, and not the organizers."""
        return self.want != "decide"


def week(*, tournament_id: int, now: datetime | None = None) -> tuple[WeekLine, ...]:
    """What somebody has to see to in a league, the oldest match day first; none without match
    days. Eight queries at most."""
    moment = now or timezone.now()
    spoken = {one.match.id: one for one in waiting_results(tournament_id=tournament_id)}
    lines = []
    for meeting in open_meetings(tournament_id=tournament_id):
        said = spoken.get(meeting.match.id)
        if said is not None and said.is_answered:
            lines.append(WeekLine(meeting, "decide", said=said))
        elif said is not None:
            silent = Side(said.statements[0].side).other.value
            lines.append(WeekLine(meeting, "unanswered", silent, said))
        elif meeting.is_overdue(moment):
            lines.append(WeekLine(meeting, "overdue"))
        elif meeting.until and meeting.until <= moment + WEEK and meeting.meets_at is None:
            lines.append(WeekLine(meeting, "no_date"))
    return tuple(lines)


def last_day_of(match: Match) -> datetime | None:
    """Until when a match is to be played; None where that is not set. Two queries at most."""
    later = Postponement.objects.filter(match=match).values_list("until", flat=True).first()
    days = MatchDay.objects.filter(tournament_id=match.tournament_id, round=match.round)
    return later or days.values_list("until", flat=True).first()


def _days(rows: Iterable[Match], dates: dict[int, datetime]) -> tuple[Day, ...]:
    by_round: dict[int, list[Meeting]] = {number: [] for number in sorted(dates)}
    for row in rows:
        by_round.setdefault(row.round, []).append(_meeting(row, dates))
    return tuple(
        Day(number, dates.get(number), tuple(meetings))
        for number, meetings in sorted(by_round.items())
    )


def _matches() -> QuerySet[Match]:
    return Match.objects.select_related("pair_a", "pair_b", "table", "tournament", *LATER)


def _meeting(row: Match, dates: dict[int, datetime]) -> Meeting:
    agreed: Appointment = getattr(row, "appointment", None) or Appointment()
    later: Postponement | None = getattr(row, "postponement", None)
    is_playable = row.pair_a_id is not None and row.pair_b_id is not None
    until = (later.until if later else dates.get(row.round)) if is_playable else None
    return Meeting(
        match=card_of(row),
        until=until,
        postponed=later.reason if later else "",
        meets_at=agreed.meets_at,
        venue=agreed.venue,
        new_at=agreed.new_at,
        new_venue=agreed.new_venue,
        new_by=agreed.new_by,
    )


def _lapse(tournament: Tournament) -> Lapse:
    """What a match not played by its last day may cost, as `services.not_played` allows it."""
    return Lapse.POINT if unplayed_rule(tournament) == "point" else Lapse.NOTHING


def _chances(
    tournament_id: int, rows: list[Match], undrawn: int, lapse: Lapse | None, each: Points
) -> tuple[Chance, ...]:
    lines = standings(tournament_id=tournament_id)
    stay = {line.pair.id: line.points or 0 for line in lines if line.pair.status == "entered"}
    unfinished = [row for row in rows if row.status != "finished"]
    left = [
        (row.pair_a_id, row.pair_b_id)
        for row in unfinished
        if row.pair_a_id is not None and row.pair_b_id is not None
    ]
    if left or undrawn:
        games = max((row.best_of for row in rows), default=0)
        by_pair = reach(stay, left, undrawn, lapse, each, games)
    else:  # nothing can change: the places are those of the table
        by_pair = {
            line.pair.id: Reach(line.place, line.place, is_exact=True)
            for line in lines
            if line.place and line.pair.id in stay
        }
    return tuple(
        Chance(line, sum(line.pair.id in both for both in left), by_pair.get(line.pair.id))
        for line in lines
    )
