"""Replacing the result of a finished match, with all consequences (T3)."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulings.services import endings
from scoring.rulings.services.previews import result_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.organizer.considering import Matter, consider
from web.organizer.forms.matches import Games
from web.organizer.guard import actor_of, for_organizers
from web.organizer.match_page import sides_of
from web.seen import seen, version_seen


@for_organizers("GET", "POST")
def replace_result(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes the games won, shows the consequences, then replaces the result. With `?swap`, the
    two numbers are exchanged and the consequences are shown at once."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    asked = {"games_a": card.games_a, "games_b": card.games_b} | request.GET.dict()
    swapped = {
        "games_a": card.games_b,
        "games_b": card.games_a,
        "reason": _("The two numbers were entered the wrong way round."),
    }
    filled = request.POST or (swapped if "swap" in request.GET else None)
    form = Games(filled, names=dict(sides_of(card)), initial=asked)

    def act(data: dict[str, Any], **agreed: Any) -> object:
        return endings.replace_result(
            match_id=match_id,
            games=(data["games_a"], data["games_b"]),
            reason=data["reason"],
            actor=actor_of(request),
            **agreed,
        )

    return consider(
        request,
        Matter(
            template="replace_result.html",
            context={"tournament": tournament, "tab": "desk", "card": card},
            form=form,
            look=lambda data: result_preview(partial(act, data), match_id=match_id),
            do=lambda data: act(
                data,
                expected_version=version_seen(request) or card.version,
                sets_aside=seen(request),
            ),
            done=_("The result is replaced."),
            to=reverse("organizer:match", args=[tournament.slug, match_id]),
        ),
    )
