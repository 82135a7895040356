"""Deciding a game by an official, and taking the decision back (G1, D7)."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulings.queries.deciding import game_in_progress
from scoring.rulings.services import games as services
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard, match_card
from web.organizer.considering import Matter, consider
from web.organizer.foreseeing import would_change
from web.organizer.forms.reasons import Reason
from web.organizer.forms.rulings import Forfeit, RuledGame
from web.organizer.guard import actor_of, for_organizers
from web.organizer.match_page import sides_of
from web.seen import seen, version_seen


@for_organizers("GET", "POST")
def forfeit(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Makes a pair lose the game in progress (G1). Two officials who do so forfeit one game: the
    form keeps the number of the game that it showed."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    form = Forfeit(
        request.POST or None,
        pairs=sides_of(card),
        initial={
            "game": game_in_progress(match_id=match_id),
            "clause": request.GET.get("clause", "G1"),
        },
    )

    def act(data: dict[str, Any], **agreed: Any) -> object:
        return services.forfeit(
            match_id=match_id,
            game=data["game"],
            loser=data["loser"],
            clause=data["clause"],
            reason=data["reason"],
            actor=actor_of(request),
            **agreed,
        )

    return consider(
        request,
        Matter(
            template="forfeit.html",
            context={"tournament": tournament, "tab": "desk", "card": card},
            form=form,
            look=lambda data: would_change(partial(act, data), match_id=match_id),
            do=lambda data: act(data, **_agreed(request, card)),
            done=_("The game is forfeited."),
            to=reverse("organizer:match", args=[tournament.slug, match_id]),
        ),
    )


@for_organizers("GET", "POST")
def rule(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int
) -> HttpResponse:
    """Gives a game to a pair, whatever its hands say (D7)."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)

    def act(data: dict[str, Any], **agreed: Any) -> object:
        return services.rule(
            match_id=match_id,
            game=game,
            winner=data["winner"],
            reason=data["reason"],
            actor=actor_of(request),
            **agreed,
        )

    return consider(
        request,
        Matter(
            template="rule_game.html",
            context={"tournament": tournament, "tab": "desk", "card": card, "game": game},
            form=RuledGame(request.POST or None, pairs=sides_of(card)),
            look=lambda data: would_change(partial(act, data), match_id=match_id),
            do=lambda data: act(data, **_agreed(request, card)),
            done=_("The game is ruled."),
            to=reverse("organizer:match", args=[tournament.slug, match_id]),
        ),
    )


@for_organizers("GET", "POST")
def take_back(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int
) -> HttpResponse:
    """Takes an official's decision on a game back: its hands decide again."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)

    def act(data: dict[str, Any], **agreed: Any) -> object:
        return services.take_back(
            match_id=match_id,
            game=game,
            reason=data["reason"],
            actor=actor_of(request),
            **agreed,
        )

    return consider(
        request,
        Matter(
            template="take_back.html",
            context={"tournament": tournament, "tab": "desk", "card": card, "game": game},
            form=Reason(request.POST or None),
            look=lambda data: would_change(partial(act, data), match_id=match_id),
            do=lambda data: act(data, **_agreed(request, card)),
            done=_("The decision is taken back."),
            to=reverse("organizer:match", args=[tournament.slug, match_id]),
        ),
    )


def _agreed(request: HttpRequest, card: MatchCard) -> dict[str, Any]:
    """The later matches that the official has agreed to set aside, and the version seen."""
    version = version_seen(request) or card.version
    return {"sets_aside": seen(request), "expected_version": version}
