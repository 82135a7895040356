"""A hand to step through. Every step has its own address, with scripts and without."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from delivery.marks import published
from scoring.explain.queries.pages import match_page
from scoring.explain.queries.replay import hand_replay
from tournament.championship.queries.tournaments import TournamentView
from web.public.page import not_kept, of_tournament, show
from web.templatetags.matchwords import hand_name, headline


@published()
@of_tournament
def hand(
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
    )
    return not_kept(response) if replay.waits else response
