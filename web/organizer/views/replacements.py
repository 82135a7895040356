"""Replacing the result of a finished match, with all consequences (T3)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulings.queries.previews import result_preview
from scoring.rulings.services import endings
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.organizer.considering import Matter, consider
from web.organizer.forms.matches import Games
from web.organizer.guard import actor_of, for_organizers
from web.organizer.match_page import sides_of
from web.seen import seen, version_seen


@for_organizers("GET", "POST")
def replace_result(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes the games won, shows the consequences, then replaces the result."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    stands = {"games_a": card.games_a, "games_b": card.games_b}
    form = Games(request.POST or None, names=dict(sides_of(card)), initial=stands)
    return consider(
        request,
        Matter(
            template="replace_result.html",
            context={"tournament": tournament, "tab": "desk", "card": card},
            form=form,
            look=lambda data: result_preview(
                match_id=match_id, games=(data["games_a"], data["games_b"])
            ),
            do=lambda data: endings.replace_result(
                match_id=match_id,
                games=(data["games_a"], data["games_b"]),
                reason=data["reason"],
                expected_version=version_seen(request) or card.version,
                sets_aside=seen(request),
                actor=actor_of(request),
            ),
            done=_("The result is replaced."),
            to=reverse("organizer:match", args=[tournament.slug, match_id]),
        ),
    )
