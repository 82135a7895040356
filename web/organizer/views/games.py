"""Deciding a game by an official, and taking the decision back (G1, D7)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.desk.declared.matches import sides_of
from scoring.rulings.queries.deciding import game_in_progress
from scoring.rulings.services import games as services
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard, match_card
from web.organizer.acting import page_of
from web.organizer.considering import consider, would_change
from web.organizer.forms.reasons import Reason
from web.organizer.forms.rulings import Forfeit, RuledGame
from web.organizer.guard import actor_of, for_organizers
from web.seen import agreed


@for_organizers("GET", "POST")
def forfeit(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Makes a pair lose the game in progress (G1). Two officials who do so forfeit one game: the
    form keeps the number of the game that it showed."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    clause = request.GET.get("clause", "G1")
    initial = {"game": game_in_progress(match_id=match_id), "clause": clause}
    form = Forfeit(request.POST or None, pairs=sides_of(card), initial=initial)
    done = _("The game is forfeited.")
    return _decide(request, tournament, card, "forfeit.html", form, services.forfeit, done)


@for_organizers("GET", "POST")
def rule(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int
) -> HttpResponse:
    """Gives a game to a pair, whatever its hands say (D7)."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    form = RuledGame(request.POST or None, pairs=sides_of(card))
    act = partial(services.rule, game=game)
    done = _("The game is ruled.")
    return _decide(request, tournament, card, "rule_game.html", form, act, done, game=game)


@for_organizers("GET", "POST")
def take_back(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int
) -> HttpResponse:
    """Takes an official's decision on a game back: its hands decide again."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    act = partial(services.take_back, game=game)
    done = _("The decision is taken back.")
    form = Reason(request.POST or None)
    return _decide(request, tournament, card, "take_back.html", form, act, done, game=game)


def _decide(
    request: HttpRequest,
    tournament: TournamentView,
    card: MatchCard,
    template: str,
    form: forms.Form,
    service: Callable[..., Any],
    done: str,
    **context: Any,
) -> HttpResponse:
    act = partial(service, match_id=card.id, actor=actor_of(request))
    return consider(
        request,
        template,
        form,
        look=lambda **data: would_change(partial(act, **data), match_id=card.id),
        do=partial(act, **agreed(request, card.version)),
        done=done,
        to=page_of(tournament, "match", card.id),
        tab="desk",
        card=card,
        **context,
    )
