"""The desk: what needs the organizer now, and the state of everything."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs import queries as jobs
from scoring.course.queries.states import live_scores
from scoring.desk.queries.latest import latest
from scoring.desk.queries.now import desk_inbox, desk_now
from scoring.matchdays.queries.calendar import dates_of, overdue
from scoring.outbox.queries.at_table import not_agreed
from scoring.rulings.queries.review import window_minutes
from scoring.statements.queries import waiting_results
from tournament.arrivals.queries import roll
from tournament.championship.queries.tournaments import TournamentView
from tournament.consolation.queries import propose
from tournament.formats.bouts import ENDINGS
from tournament.formats.registry import made_for
from tournament.formats.regulations import hours_of_day
from tournament.matches.queries.matches import BracketView, bracket, open_now
from tournament.pauses.queries import day_pauses
from tournament.referees.queries import team
from tournament.standings.queries import OpenTie, consolation_winners, open_ties, standings
from tournament.tables.queries import TableView, tables_overview
from web.organizer.acting import show
from web.organizer.guard import for_organizers
from web.organizer.views import seatings
from web.templatetags.matchwords import round_name

USUAL_PAUSES = (10, 15, 30)  # minutes, each one press
MOST_NAMED = 12  # matches with games not agreed to that are named; all are counted


@for_organizers("GET")
def desk(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The desk: what waits, what is played, what could begin; before the draw, the entry."""
    if not tournament.is_drawn:
        return show(
            request, "desk_entry.html", **_base(tournament), roll=roll(tournament_id=tournament.id)
        )
    if tournament.is_individual:
        return seatings.desk(request, tournament)
    rounds = bracket(tournament_id=tournament.id)
    tables = tables_overview(tournament_id=tournament.id)
    ready, under_way = open_now(tournament_id=tournament.id)
    inbox = desk_inbox(tournament_id=tournament.id)
    scores = live_scores(tournament_id=tournament.id)
    without_word = not_agreed(tournament_id=tournament.id)
    waiting = waiting_results(tournament_id=tournament.id)
    reported = {one.match.id for one in waiting}
    late = [one for one in overdue(tournament_id=tournament.id) if one.match.id not in reported]
    return show(
        request,
        "desk.html",
        **_base(tournament, rounds),
        inbox=inbox,
        waiting=waiting,
        overdue=late,
        ties=_ties(tournament),
        team=team(tournament_id=tournament.id, tables=[table.number for table in tables]),
        jobs=jobs.troubles_of(tournament_id=tournament.id),
        now=desk_now(
            tournament_id=tournament.id,
            tables=tables,
            open_matches=[*ready, *under_way],
            inbox=inbox,
            scores=scores,
            courtesy=timedelta(minutes=tournament.minutes_of_grace),
            match_minutes=tournament.match_minutes,
            late=tournament.late_rule,
        ),
        not_agreed=without_word[:MOST_NAMED],
        games_not_agreed=sum(len(one.games) for one in without_word),
        scores=scores,
        rounds=rounds.rounds,
        is_one_bracket=rounds.is_one_bracket,
        can_be_changed=_can_be_changed(rounds),
        progress=_progress(rounds),
        tables=tables,
        to_give=[table for table in tables if _can_be_given(table)],
        ready=ready,
        playing_without_table=[card for card in under_way if card.table is None],
        unassigned=[card for card in ready if card.table is None],
        can_start=any(card.table for card in ready),
        may_appeal=tournament.status != "finished"
        or window_minutes(tournament_id=tournament.id) > 0,
        latest=latest(tournament_id=tournament.id),
        consolation=propose(tournament_id=tournament.id) if _is_under_way(rounds) else None,
        podium=_podium(tournament),
    )


def _ties(tournament: TournamentView) -> tuple[OpenTie, ...]:
    """The ties that the day waits for (T9)."""
    if not tournament.has_table or tournament.status != "running":
        return ()
    return tuple(tie for tie in open_ties(tournament_id=tournament.id) if tie.decides)


def _base(tournament: TournamentView, rounds: BracketView | None = None) -> dict[str, Any]:
    under_way = rounds is not None and _is_under_way(rounds)
    is_league = made_for(tournament.format, {}).is_league
    # In a league over weeks neither the time of the day counts, nor is a match called to a table.
    over_weeks = is_league and bool(dates_of(tournament_id=tournament.id))
    clock = _clock(tournament, under_way=under_way)
    clock["resting"] |= over_weeks
    return {
        "tournament": tournament,
        "tab": "desk",
        "live": True,
        "clock": clock,
        "over_weeks": over_weeks,
    }


def _can_be_changed(rounds: BracketView) -> bool:
    """Whether the last round drawn is not the first and has not begun."""
    drawn = [round_ for round_ in rounds.rounds if any(card.pair_a for card in round_.matches)]
    return len(drawn) > 1 and not any(
        card.status == "playing"
        or (card.status == "finished" and (card.started_at or ENDINGS[card.ended_by].by_people))
        for card in drawn[-1].matches
    )


def _is_under_way(rounds: BracketView) -> bool:
    return any(
        card.status == "playing" or (card.status == "finished" and not card.is_bye)
        for round_ in rounds.rounds
        for card in round_.matches
    )


def _clock(tournament: TournamentView, *, under_way: bool) -> dict[str, Any]:
    """The clock: before the start, within the time of the day, or past it. `resting`: there is
    nothing to count, because the day is over or far away, or play began before the start."""
    now = timezone.now()
    length = hours_of_day(tournament.settings)
    pauses = day_pauses(
        tournament_id=tournament.id, starts_at=tournament.starts_at, length=length, now=now
    )
    end = pauses.ends_at
    far = abs(now - tournament.starts_at) > timedelta(hours=24)
    early = under_way and now < tournament.starts_at
    return {
        "starts_at": tournament.starts_at,
        "ends_at": end,
        "begun": now >= tournament.starts_at,
        "over": now >= end,
        "since": _hours(now - tournament.starts_at),
        "left": _hours(pauses.left),
        "stops": " ".join(f"{a.isoformat()}/{b.isoformat()}" for a, b in pauses.stopped),
        "pause": pauses.running,
        "next_pause": pauses.next,
        "pauses": USUAL_PAUSES,
        "stands": pauses.running is not None and pauses.running.stops_clock,
        "until": _hours(tournament.starts_at - now),
        "resting": far or early or tournament.status == "finished",
        "words": _("%(hours)s h %(minutes)s min"),
        "percent": min(100, max(0, round(100 * (1 - pauses.left / length)))),
        "hurry": now < end and pauses.left < timedelta(minutes=90),
    }


def _hours(span: timedelta) -> str:
    """A duration as "1 h 05 min", never negative."""
    minutes = max(0, int(span.total_seconds() // 60))
    return _("%(hours)s h %(minutes)s min") % {
        "hours": minutes // 60,
        "minutes": f"{minutes % 60:02d}",
    }


def _can_be_given(table: TableView) -> bool:
    """Whether nobody plays at the table and no match that could start is assigned to it."""
    return table.match is None and not any(card.status == "ready" for card in table.waiting)


def _progress(rounds: BracketView) -> list[dict[str, Any]]:
    """Each round with how many of its matches are over; matches for third place are a line of their
    own. Byes are not counted."""
    third = [
        card
        for section in rounds.sections
        if section.kind == "third_place"
        for round_view in section.rounds
        for card in round_view.matches
    ]
    named = [
        (round_name(round_view), [card for card in round_view.matches if card not in third])
        for round_view in rounds.rounds
    ]
    named += [(_("Third place"), third)] if third else []
    lines = []
    for name, cards in named:
        real = [card for card in cards if not card.is_bye]
        done = sum(card.status == "finished" for card in real)
        lines.append({"name": name, "done": done, "all": len(real)})
    return lines


PRIZES = ("champion", "runner_up", "third", "semi_finalist", "bracket_champion")


def _podium(tournament: TournamentView) -> list[Any]:
    """Whoever has a prize once the final has ended: champion, runner-up, the third or the beaten
    semi-finalists, the champions of the other brackets, and who won the consolation."""
    if tournament.status != "finished":
        return []
    lines = [line for line in standings(tournament_id=tournament.id) if line.title in PRIZES]
    if tournament.consolation_ended:
        lines += consolation_winners(tournament_id=tournament.id)
    return lines
