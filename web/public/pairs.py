"""A pair: its way, its next match, earlier meetings; and the line about a pair that readers
follow."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from delivery.marks import ITS_PAIR, published
from scoring.course.queries.likely import title_chances
from scoring.course.queries.states import live_scores, stones_played
from scoring.explain.queries.account import decisions
from scoring.matchdays.queries.calendar import open_meetings
from tournament.championship.queries.meetings import meetings_of
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_list
from tournament.matches.queries.advancing import Step, Way, way_of
from tournament.seatings.queries import SeatOfPlayer, day_of_individuals
from tournament.standings.queries import StandingLine, consolation_standings, standings
from web.methods import one_of
from web.public.page import of_tournament, show

OUT = ("beaten", "semi_finalist", "runner_up", "out")
"""Titles in the standings of pairs that have nothing left to play for."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How far a pair that is out came; `beaten`: the championship match that it lost last, if that
    was its last one."""

    line: StandingLine
    beaten: Step | None


@published(shows=ITS_PAIR)
@of_tournament
def pair(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """One pair and its way through the tournament. 404 for an unknown number."""
    entry = one_of(pairs_list(tournament_id=tournament.id), number=number)
    scores = live_scores(tournament_id=tournament.id)
    chances = title_chances(tournament_id=tournament.id)
    way = way_of(pair_id=entry.id, tournament_id=tournament.id)
    standing = _standing(tournament, number)
    return show(
        request,
        tournament,
        "pair.html",
        "pairs",
        pair=entry,
        title_chance=next((chance.chance for chance in chances if chance.number == number), None),
        way=way,
        pictured=_pictured(way),
        exit=_exit(tournament, number, way, standing),
        seats=_seats(tournament, number),
        standing=standing,
        fell_to=_fell_to(way),
        prize=tournament.prizes.of_place(standing.place) if standing and standing.place else "",
        **_in_consolation(tournament, number),
        dates={meeting.match.id: meeting for meeting in open_meetings(tournament_id=tournament.id)},
        scores=scores,
        decided=decisions(tournament_id=tournament.id),
        played=stones_played(tournament_id=tournament.id),
    )


def _pictured(way: Way) -> int | None:
    """The id of the match whose picture is that of the pair: the one that it plays or plays next,
    else its last one. None before the draw."""
    if way.next is not None:
        return way.next.match.id
    return way.steps[-1].match.id if way.steps else None


def _seats(tournament: TournamentView, number: int) -> tuple[SeatOfPlayer, ...]:
    """The player's tables on a day of individuals."""
    if not tournament.is_individual:
        return ()
    return day_of_individuals(tournament_id=tournament.id).seats_of(number)


def _standing(tournament: TournamentView, number: int) -> StandingLine | None:
    """The pair's line in the standings once the tournament has ended."""
    if tournament.status != "finished":
        return None
    return _line(tournament, number)


def _line(tournament: TournamentView, number: int) -> StandingLine | None:
    lines = standings(tournament_id=tournament.id)
    return next((line for line in lines if line.pair.number == number), None)


def _in_consolation(tournament: TournamentView, number: int) -> dict[str, Any]:
    """The pair's place in the consolation and what it wins there, once that has ended."""
    if not tournament.consolation_ended:
        return {}
    lines = consolation_standings(tournament_id=tournament.id)
    line = next((line for line in lines if line.pair.number == number), None)
    if line is None or not line.place:
        return {}
    prize = tournament.prizes.of_place(line.place, consolation=True)
    return {"in_consolation": line, "consolation_prize": prize}


def _exit(
    tournament: TournamentView, number: int, way: Way, standing: StandingLine | None
) -> Exit | None:
    """How the pair went out; None while it may play on, and at the end where a table decides."""
    is_over = tournament.status == "finished"
    if way.state != "over" or (is_over and tournament.has_table):
        return None
    line = standing or _line(tournament, number)
    if line is None or line.title not in OUT:
        return None
    steps = [step for step in way.steps if step.match.kind == "championship"]
    return Exit(line, steps[-1] if steps and steps[-1].outcome == "lost" else None)


def _fell_to(way: Way) -> Step | None:
    """The championship match that a pair lost last, if it now plays in the consolation."""
    if way.next is None or way.next.match.kind != "consolation":
        return None
    lost = [one for one in way.steps if one.match.kind == "championship" and one.outcome == "lost"]
    return lost[-1] if lost else None


@published(shows=ITS_PAIR)
@of_tournament
def strip(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """The pair's present state in one line, which js/mine.js puts on every page."""
    entry = one_of(pairs_list(tournament_id=tournament.id), number=number)
    way = way_of(pair_id=entry.id, tournament_id=tournament.id)
    standing = _standing(tournament, number)
    whole = {
        "tournament": tournament,
        "pair": entry,
        "way": way,
        "exit": _exit(tournament, number, way, standing),
        "standing": standing,
    }
    return render(request, "public/strip.html", whole)


# Like the records, it changes with every tournament of the organizers, so it uses the stamp of all
# tournaments.
@published()
@require_safe
def met(request: HttpRequest, of: str, number: int) -> HttpResponse:
    """A pair's results against each other pair, in this and the organizers' other tournaments. 404
    for an unknown number."""
    return render(request, "public/met.html", {"found": meetings_of(slug=of, number=number)})
