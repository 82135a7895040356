"""The clock of a day: the pace of its tables, the forecast of its finish, and changes that would
shorten it.

The forecast itself is pure (`tournament.clock.rules`); this file reads the rows for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.course.models import Game
from scoring.pace.rules import (
    DaySoFar,
    TimedGame,
    TimedMatch,
    minutes_of,
    seen_of,
)
from tournament.championship.models import Tournament
from tournament.clock import rules as clock
from tournament.entries.models import Pair
from tournament.formats.bouts import Place
from tournament.formats.registry import format_of
from tournament.formats.regulations import REGULATIONS
from tournament.matches.models import Match
from tournament.matches.queries.cascades import gone_of
from tournament.pauses.queries import spans_by_tournament, spans_of
from tournament.pauses.rules import Span, put_off, rested
from tournament.tables.models import count_in_service

DAYS_BEFORE = 10
MOST_ROUNDS = 4
QUICK = 80


@dataclass(frozen=True, slots=True)
class TablePace:
    """A table where a match is being played. `minutes`: since its start; `minutes_a_hand`: None
    with too few hands; `slower`: factor on the day's minutes per hand."""

    table: int | None
    match_id: int
    match: str
    minutes: int
    hands: int
    minutes_a_hand: float | None
    slower: float | None


@dataclass(frozen=True, slots=True)
class Finish:
    """When the day will be over: the median, and the range that holds the end four times in
    five."""

    low: datetime
    middle: datetime
    high: datetime


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A change, and the finish it would bring. `kind`: "games" (best of `best_of` from round
    `since` on), "tables" (`tables` of them) or "pauses" (half as long). `saves`: minutes."""

    kind: str
    finish: Finish
    saves: int
    best_of: int = 0
    since: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True)
class ClockNow:
    """The pace and the forecast of the day. `learned_from`: matches of this day; `days_before`:
    days that were learned from; `minutes_between`: two matches at a table."""

    left: int
    playing: int
    hands_a_game: float
    minutes_a_hand: float
    minutes_between: float
    learned_from: int
    days_before: int
    finish: Finish | None
    tables: tuple[TablePace, ...]
    what_if: tuple[WhatIf, ...]


def clock_now(*, tournament_id: int, now: datetime) -> ClockNow:
    """The clock of the day at `now`; before its first match the rest is reckoned from the start
    that was announced. Announced pauses do not count as time of play. Seven queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    matches = list(
        Match.objects.filter(tournament=tournament)
        .exclude(kind="set_aside")
        .select_related("table")
        .order_by("kind", "round", "slot")
    )
    games = _games(Game.objects.filter(match__tournament=tournament))
    before = _days_before(tournament)
    pauses = spans_of(tournament_id=tournament_id)
    room = clock.Room(count_in_service(tournament))
    day = _so_far(tournament, matches, games, pauses, room) if tournament.best_of else None
    begun_with = clock.prior(before, tournament.target)
    pace = day.pace(begun_with) if day else begun_with
    plans = day.plans() if day else []
    forecast = clock.forecast(plans, pace, room, seed=tournament.pk)
    begun = any(match.started_at for match in matches)
    since = now if begun else max(now, tournament.starts_at)
    return ClockNow(
        left=forecast.matches,
        playing=sum(match.status == "playing" for match in matches),
        hands_a_game=round(pace.hands.usual, 1),
        minutes_a_hand=round(pace.minutes.usual, 1),
        minutes_between=round(pace.between.usual, 1),
        learned_from=pace.matches,
        days_before=len(before),
        finish=_finish(forecast, since, pauses) if forecast.matches else None,
        tables=tuple(
            _table_pace(match, games.get(match.pk, ()), pace, now, pauses)
            for match in matches
            if match.status == "playing"
        ),
        what_if=_what_if(plans, pace, room, forecast, since, pauses) if forecast.matches else (),
    )


def _games(rows: Iterable[Game]) -> dict[int, list[Game]]:
    by_match: dict[int, list[Game]] = {}
    for game in sorted(rows, key=lambda game: game.number):
        by_match.setdefault(game.match_id, []).append(game)
    return by_match


def _timed(match: Match, games: Sequence[Game]) -> TimedMatch:
    return TimedMatch(
        place=Place(match.round, match.slot),
        status=match.status,
        ended_by=match.ended_by,
        games=sum(match.games),
        table=match.table_id,
        started=match.started_at,
        finished=match.finished_at,
        played=tuple(
            TimedGame(game.hand_count, game.finished_at if game.winner else None) for game in games
        ),
        pairs=(match.pair_a_id, match.pair_b_id),
        in_play=match.is_championship,
    )


def _days_before(tournament: Tournament) -> list[clock.DayBefore]:
    """The last tournaments that were played to their end, rehearsals left out."""
    ended = Tournament.objects.filter(status="finished", is_rehearsal=False)
    last = list(ended.exclude(pk=tournament.pk).order_by("-starts_at")[:DAYS_BEFORE])
    rows = Game.objects.filter(match__tournament__in=last).select_related("match")
    pauses = spans_by_tournament(tournament_ids=[one.pk for one in last])
    by_day: dict[int, list[clock.Seen]] = {}
    for games in _games(rows).values():
        match = games[0].match
        rested_in = pauses.get(match.tournament_id, ())
        seen = seen_of(_timed(match, games), rested_in)
        if seen is not None:
            by_day.setdefault(match.tournament_id, []).append(seen)
    return [day for seen in by_day.values() if (day := clock.of_a_day(seen)) is not None]


def _so_far(
    tournament: Tournament,
    matches: Sequence[Match],
    games: Mapping[int, Sequence[Game]],
    pauses: Sequence[Span],
    room: clock.Room,
) -> DaySoFar:
    in_play = [match for match in matches if match.is_championship]
    return DaySoFar(
        format=format_of(tournament),
        bouts=[match.to_rules() for match in in_play],
        gone=gone_of(Pair.objects.filter(tournament=tournament)),
        lengths=tournament.lengths,
        matches=[_timed(match, games.get(match.pk, ())) for match in matches],
        pauses=pauses,
        tables=room.tables,
        all_played=REGULATIONS[tournament.regulation].plays_all(tournament.settings),
        vaca=REGULATIONS[tournament.regulation].vaca(tournament.settings),
    )


def _what_if(
    plans: Sequence[Sequence[clock.Task]],
    pace: clock.Pace,
    room: clock.Room,
    stands: clock.Forecast,
    now: datetime,
    pauses: Sequence[Span],
) -> tuple[WhatIf, ...]:
    """The effect of each change, simulated at the same paces as the day without it. `stands`: the
    forecast without changes, with which each is compared."""
    base = clock.forecast(plans, pace, room, most=QUICK)

    def saved(other: clock.Forecast) -> int:
        return max(0, round(base.middle - other.middle))

    def finish(other: clock.Forecast) -> Finish:
        low, middle, high = (
            max(0.0, getattr(stands, at) - max(0.0, getattr(base, at) - getattr(other, at)))
            for at in ("low", "middle", "high")
        )
        return _finish(clock.Forecast(low, middle, high, other.matches), now, pauses)

    changes = []
    rounds = sorted({task.place.round for plan in plans for task in plan})[:MOST_ROUNDS]
    most = max(task.best_of for plan in plans for task in plan)
    for best_of in (number for number in (3, 1) if number < most):
        for since in rounds:
            forecast = clock.forecast(clock.shorter(plans, best_of, since), pace, room, most=QUICK)
            changes.append(
                WhatIf("games", finish(forecast), saved(forecast), best_of=best_of, since=since)
            )
    more = room.tables + max(1, room.tables // 4)
    forecast = clock.forecast(plans, pace, clock.Room(more), most=QUICK)
    changes.append(WhatIf("tables", finish(forecast), saved(forecast), tables=more))
    forecast = clock.forecast(plans, pace, clock.Room(room.tables, between=0.5), most=QUICK)
    changes.append(WhatIf("pauses", finish(forecast), saved(forecast)))
    return tuple(changes)


def _table_pace(
    match: Match, games: Sequence[Game], pace: clock.Pace, now: datetime, pauses: Sequence[Span]
) -> TablePace:
    hands = sum(game.hand_count for game in games)
    since = match.started_at or now
    minutes = minutes_of(now - since - rested(pauses, since, now))
    each = minutes / hands if hands >= 3 else None
    return TablePace(
        table=match.table.number if match.table else None,
        match_id=match.pk,
        match=match.label,
        minutes=round(minutes),
        hands=hands,
        minutes_a_hand=round(each, 1) if each else None,
        slower=round(each / pace.minutes.usual, 1) if each else None,
    )


def _finish(forecast: clock.Forecast, now: datetime, pauses: Sequence[Span]) -> Finish:
    low, middle, high = (
        put_off(pauses, now, timedelta(minutes=minutes))
        for minutes in (forecast.low, forecast.middle, forecast.high)
    )
    return Finish(low, middle, high)
