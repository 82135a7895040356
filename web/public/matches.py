"""One match: who sits where, the score as stones, every hand with its reasons, and step by step."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from delivery.marks import ITS_MATCH, published
from scoring.explain.queries.account import match_account
from scoring.explain.queries.chances import known_chances
from scoring.explain.queries.pages import match_page
from scoring.explain.queries.replay import Replay, hand_replay
from scoring.matchfiles.queries.notation import match_file
from scoring.rulings.queries.review import finality
from tournament.championship.queries.tournaments import TournamentView, may_organize
from tournament.errors import Conflict
from tournament.log.queries.changes import event_of_hand
from tournament.matches.queries.matches import match_card
from tournament.matches.queries.undone import in_place_of
from web.files import download
from web.public.page import not_kept, of_tournament, show
from web.seats import hand_of, seats_of
from web.templatetags.matchwords import hand_name, headline

PLAIN = "text/plain; charset=utf-8"


@published(shows=ITS_MATCH)
@of_tournament
def match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """A match hand by hand. 404 for a match of another tournament."""
    page = match_page(match_id=match_id, tournament_id=tournament.id)
    card = page.card
    return show(
        request,
        tournament,
        "match.html",
        "bracket",
        match=card,
        stage=page.stage,
        page=page,
        seats=seats_of(card),
        in_place=in_place_of(match_id=card.id) if card.kind == "set_aside" else None,
        finality=finality(page=page),
        account=match_account(page=page, tournament_id=tournament.id),
        may_referee=may_organize(user=request.user, tournament_id=tournament.id),
    )


@published(shows=ITS_MATCH)
@of_tournament
def hand(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int, number: int
) -> HttpResponse:
    """One hand with the chances of each holding, alone and with the partner's cards known. While
    they are being counted, a page that says so and is not cached."""
    page = match_page(match_id=match_id, tournament_id=tournament.id)
    card, hand_page = page.card, hand_of(page, game, number)
    known = known_chances(hand=hand_page)
    response = show(
        request,
        tournament,
        "hand.html",
        "bracket",
        match=card,
        title=f"{hand_name(game, number)} · {headline(card, page.stage)}",
        hand=hand_page,
        event=event_of_hand(
            tournament_id=tournament.id, match_id=card.id, game=game, number=number
        ),
        chances=known.chances,
        chances_are_coming=known.are_coming,
        chances_are_doubtful=known.are_doubtful,
    )
    return not_kept(response) if known.are_coming else response


@of_tournament
def hand_event(
    _request: HttpRequest, tournament: TournamentView, match_id: int, game: int, number: int
) -> HttpResponse:
    """Redirects to the last event that tells of a hand. 404 when there is none."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    event = event_of_hand(tournament_id=tournament.id, match_id=card.id, game=game, number=number)
    if event is None:
        raise Http404
    return redirect("public:event", tournament.slug, event)


@published(shows=ITS_MATCH)
@of_tournament
def text(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponseBase:
    """The match as one text file in the notation."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    try:
        file = match_file(match_id=card.id)
    except Conflict as refusal:
        return HttpResponse(f"{refusal.problems[0].message}\n", content_type=PLAIN, status=409)
    return download(file.text, name=file.name, kind=PLAIN)


@published(shows=ITS_MATCH)
@of_tournament
def replay(
    request: HttpRequest,
    tournament: TournamentView,
    match_id: int,
    game: int,
    number: int,
    step: int = 1,
) -> HttpResponse:
    """A hand at one of its steps; without a step in the address, the first. 404 for a step after
    the last."""
    page = match_page(match_id=match_id, tournament_id=tournament.id)
    replay = hand_replay(page=page, game=game, number=number)
    if not 1 <= step <= len(replay.steps):
        raise Http404
    at = replay.steps[step - 1]
    score = " – ".join(map(str, at.moment.score))
    response = show(
        request,
        tournament,
        "replay.html",
        "bracket",
        match=page.card,
        title=f"{hand_name(game, number)} · {headline(page.card, page.stage)}",
        description=f"{at.moment.lance_name} {at.moment.text} {score}",
        replay=replay,
        at=at,
        before=replay.steps[step - 2] if step > 1 else None,
        after=replay.steps[step] if step < len(replay.steps) else None,
        mano=next((seat for seat in replay.seats if seat.is_mano), None),
        version=_version(replay),
    )
    return not_kept(response) if replay.waits else response


def _version(replay: Replay) -> str:
    """Another text whenever an open replay has to load itself again: its script has made steps of
    what the page said. Chances, which come later, are put in without."""
    moments = [step.moment for step in replay.steps]
    told = [f"{moment.lance_name} {moment.text} {moment.score}" for moment in moments]
    return hashlib.sha256(repr((told, replay.previous, replay.next)).encode()).hexdigest()[:16]
