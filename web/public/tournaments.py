"""The pages of a tournament: bracket, today, standings, consolation, pairs, rules, statistics."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from delivery.marks import FRAME, published
from scoring.course.queries.likely import title_chances
from scoring.course.queries.states import live_scores, stones_played
from scoring.explain.queries.account import decisions
from scoring.explain.queries.ordagos import last_ordagos
from scoring.matchdays.queries.calendar import league, open_meetings
from scoring.rulings.queries.review import under_review, window_minutes
from scoring.statements.models import ResultTerms
from scoring.statements.queries import terms_of
from scoring.statistics.queries import records_of, tournament_statistics
from tournament.championship.queries.tournaments import TournamentView
from tournament.consolation.queries import propose
from tournament.entries.queries import pairs_list
from tournament.matches.queries import matches as matches_queries
from tournament.matches.queries.matches import BracketView, today
from tournament.seatings.queries import day_of_individuals
from tournament.signup.queries import offer
from tournament.standings import queries as standings_queries
from tournament.standings.queries import consolation_standings, group_tables
from web import formatwords, words
from web.formatwords import section_name
from web.public.page import of_tournament, show
from web.templatetags.formatwords import entrants_name


@published()
@of_tournament
def bracket(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The bracket with live scores; before the draw, the pairs entered."""
    if tournament.is_individual and tournament.is_drawn:
        return show(
            request,
            tournament,
            "bracket.html",
            "bracket",
            day=day_of_individuals(tournament_id=tournament.id),
        )
    view = matches_queries.bracket(tournament_id=tournament.id)
    days = () if view.is_one_bracket else open_meetings(tournament_id=tournament.id)
    return show(
        request,
        tournament,
        "bracket.html",
        "bracket",
        rounds=view.rounds,
        **parts_of(tournament, view),
        now=view.now,
        meetings={one.match.id: one for one in days},
        scores=live_scores(tournament_id=tournament.id),
        played=stones_played(tournament_id=tournament.id),
        reviews=under_review(tournament_id=tournament.id) if view.rounds else (),
        decided=decisions(tournament_id=tournament.id) if view.rounds else (),
        pairs=() if view.rounds else pairs_list(tournament_id=tournament.id),
        can_sign_up=_can_sign_up(tournament),
        offer=offer(tournament_id=tournament.id) if tournament.status == "entry" else None,
    )


def parts_of(tournament: TournamentView, view: BracketView) -> dict[str, Any]:
    """What `public/sections.html` shows of a championship that is not one bracket."""
    groups = tournament.format == "groups"
    return {
        "sections": () if view.is_one_bracket else view.sections,
        "at_tables": view.at_tables,
        "tables": group_tables(tournament_id=tournament.id) if groups else (),
        "tie_breaks": words.tie_breaks_of(tournament),
    }


# Results alone: a hand changes neither a place nor a chance for the title.
@published(shows=FRAME)
@of_tournament
def standings(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    lines = standings_queries.standings(tournament_id=tournament.id)
    groups = group_tables(tournament_id=tournament.id) if tournament.format == "groups" else ()
    return show(
        request,
        tournament,
        "standings.html",
        "standings",
        lines=lines,
        groups=[(section_name("group", group.number), group.lines) for group in groups],
        in_groups=bool(groups) and any(line.is_in_groups for line in lines),
        tie_breaks=words.tie_breaks_of(tournament),
        ties=standings_queries.open_ties(tournament_id=tournament.id)
        if tournament.status == "running" and tournament.has_table
        else (),
        decided=standings_queries.decided_ties(tournament_id=tournament.id)
        if tournament.has_table
        else (),
        chances=title_chances(tournament_id=tournament.id),
    )


@published()
@of_tournament
def match_days(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The calendar of a league, and what each pair can still reach."""
    match_calendar = league(tournament_id=tournament.id)
    return show(request, tournament, "match_days.html", "match_days", league=match_calendar)


@published()
@of_tournament
def consolation(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The consolation: its matches, standings, who could meet next, and in the end who won it."""
    lines = consolation_standings(tournament_id=tournament.id)
    winners = ", ".join(one.pair.name for one in lines if one.title == "consolation_winner")
    won = {"shared_title": f"{winners} · {_('Winner of the consolation')} · {tournament.name}"}
    return show(
        request,
        tournament,
        "consolation.html",
        "consolation",
        matches=matches_queries.consolation(tournament_id=tournament.id),
        decided=decisions(tournament_id=tournament.id),
        scores=live_scores(tournament_id=tournament.id),
        played=stones_played(tournament_id=tournament.id),
        lines=lines,
        proposal=propose(tournament_id=tournament.id),
        **(won if winners else {}),
    )


@published(shows=FRAME)
@of_tournament
def pairs(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    entered = pairs_list(tournament_id=tournament.id)
    return show(
        request,
        tournament,
        "pairs.html",
        "pairs",
        shared_title=f"{entrants_name(tournament)} · {tournament.name}",
        pairs=entered,
        can_sign_up=_can_sign_up(tournament),
    )


def _can_sign_up(tournament: TournamentView) -> bool:
    return tournament.status == "entry" and offer(tournament_id=tournament.id).takes


@published(shows=FRAME)
@of_tournament
def prizes(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """What there is to win, and when what begins."""
    return show(request, tournament, "prizes.html", "prizes")


@published(shows=FRAME)
@of_tournament
def rules(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    settings = words.settings_of(tournament)
    return show(
        request,
        tournament,
        "rules.html",
        "rules",
        format=formatwords.in_words(tournament),
        chosen=formatwords.chosen(tournament.format_options, vaca=tournament.vaca),
        tie_breaks=words.tie_breaks_of(tournament),
        regulation=(
            words.regulation_name(tournament.regulation),
            words.regulation_means(tournament.regulation),
        ),
        settings=settings,
        differs=any(line.differs for line in settings),
        entered_by=ResultTerms.By(terms_of(tournament_id=tournament.id).entered_by).label,
        courtesy=words.courtesy_words(tournament),
        appeals=words.appeal_words(window_minutes(tournament_id=tournament.id)),
        clauses=words.clauses_of(tournament),
        signals=words.signals_of(tournament),
        hands_alone=words.HANDS_ALONE,
    )


@published()
@of_tournament
def now(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Live tables, called matches, matches that can begin, the last results and órdagos."""
    return show(
        request,
        tournament,
        "now.html",
        "now",
        day=today(tournament_id=tournament.id),
        decided=decisions(tournament_id=tournament.id),
        scores=live_scores(tournament_id=tournament.id),
        played=stones_played(tournament_id=tournament.id),
        ordagos=last_ordagos(tournament_id=tournament.id),
    )


@published()
@of_tournament
def statistics(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The statistics of a tournament, as far as it has been played."""
    numbers = tournament_statistics(tournament_id=tournament.id, head=tournament.event_hash)
    return show(request, tournament, "statistics.html", "statistics", statistics=numbers)


# It changes with every tournament of the organizers. So its parameter is called `of`, not `slug`,
# and it uses the stamp of all tournaments.
@published()
@require_safe
def records(request: HttpRequest, of: str) -> HttpResponse:
    """Records over all tournaments that share an organizer with one. 404 when there is none."""
    return render(request, "public/records.html", {"records": records_of(slug=of), "of": of})
