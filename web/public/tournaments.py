"""A tournament as the room follows it: bracket, standings, consolation, pairs, rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from scoring.queries.live import live_scores
from scoring.rules import PRESETS
from tournament import queries
from tournament.queries.tournaments import TournamentView
from web import words
from web.public.page import of_tournament, show
from web.signalwords import signals_in_words


@of_tournament
def bracket(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    view = queries.bracket(tournament_id=tournament.id)
    return show(
        request,
        tournament,
        "bracket.html",
        "bracket",
        rounds=view.rounds,
        scores=live_scores(tournament_id=tournament.id),
        pairs=() if view.rounds else queries.pairs_list(tournament_id=tournament.id),
    )


@of_tournament
def standings(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    lines = queries.standings(tournament_id=tournament.id)
    return show(request, tournament, "standings.html", "standings", lines=lines)


@of_tournament
def consolation(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return show(
        request,
        tournament,
        "consolation.html",
        "consolation",
        matches=queries.consolation(tournament_id=tournament.id),
        scores=live_scores(tournament_id=tournament.id),
        lines=queries.consolation_standings(tournament_id=tournament.id),
        proposal=queries.propose(tournament_id=tournament.id),
    )


@of_tournament
def pairs(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    entered = queries.pairs_list(tournament_id=tournament.id)
    return show(request, tournament, "pairs.html", "pairs", pairs=entered)


@of_tournament
def pair(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    entered = queries.pairs_list(tournament_id=tournament.id)
    found = next((pair for pair in entered if pair.number == number), None)
    if found is None:
        raise Http404
    return show(
        request,
        tournament,
        "pair.html",
        "pairs",
        pair=found,
        matches=queries.matches_of_pair(pair_id=found.id),
    )


@of_tournament
def rules(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return show(
        request,
        tournament,
        "rules.html",
        "rules",
        regulation=words.REGULATIONS[tournament.regulation.key],
        settings=words.settings_of(tournament),
        signals=signals_in_words(PRESETS[tournament.regulation.key]),
    )
