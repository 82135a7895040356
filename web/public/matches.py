"""One match: who sits where, the score as stones, every hand with its reasons."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from scoring.queries.chances import hand_chances, sure_things
from scoring.queries.notation import match_file
from scoring.queries.pages import HandPage, match_page
from tournament import queries
from tournament.queries.tournaments import TournamentView, may_organize
from web.public.page import of_tournament, show
from web.seats import seats_of


@of_tournament
def match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    card = queries.match_card(match_id=match_id, tournament_id=tournament.id)
    page = match_page(match_id=card.id)
    latest = next((game.hands[-1] for game in reversed(page.games) if game.hands), None)
    return show(
        request,
        tournament,
        "match.html",
        "bracket",
        match=card,
        page=page,
        latest=latest,
        sure=sure_things(hand=latest) if latest else (),
        seats=seats_of(card),
        may_referee=may_organize(user=request.user, tournament_id=tournament.id),
    )


@of_tournament
def hand(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int, number: int
) -> HttpResponse:
    """One hand with what each holding could hope for, before and after the partner's was known."""
    card = queries.match_card(match_id=match_id, tournament_id=tournament.id)
    found = _hand(card.id, game, number)
    return show(
        request,
        tournament,
        "hand.html",
        "bracket",
        match=card,
        hand=found,
        chances=hand_chances(record=found.record),
    )


@of_tournament
def text(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """The match as one text file in the notation."""
    card = queries.match_card(match_id=match_id, tournament_id=tournament.id)
    file = match_file(match_id=card.id)
    response = HttpResponse(file.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response


def _hand(match_id: int, game: int, number: int) -> HandPage:
    for played in match_page(match_id=match_id).games:
        for hand in played.hands:
            if (played.number, hand.number) == (game, number):
                return hand
    raise Http404
