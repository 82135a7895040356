"""The round just drawn, changed by hand, and changed back."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import Refusal
from tournament.matches.queries.pairing import RoundByHand, Warned, checked, to_change
from tournament.matches.services import pairing
from web.organizer.acting import ask
from web.organizer.considering import consider
from web.organizer.forms.rounds import RoundByHandForm
from web.organizer.guard import actor_of, for_organizers


@for_organizers("GET", "POST")
def pair_by_hand(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The program's own matches beside lists to choose others; what speaks against these is shown
    before they are made."""
    found = _round(request, tournament)
    desk = reverse("organizer:desk", args=[tournament.slug])
    if found is None:
        return HttpResponseRedirect(desk)
    form = RoundByHandForm(request.POST or None, found=found)

    def look(**_: Any) -> tuple[Warned, ...]:
        warned = found.warnings(checked(found, form.asked()))
        form.look()
        return warned

    return consider(
        request,
        "pair_by_hand.html",
        form,
        look=look,
        do=lambda **data: pairing.pair_by_hand(
            tournament_id=tournament.id,
            round=found.round,
            matches=form.asked(),
            instead_of=form.seen_matches(),
            despite_warnings=form.was_looked_at(),
            reason=data["reason"],
            actor=actor_of(request),
        ),
        done=_("The round is changed, and marked as changed by hand. Tell the room."),
        to=desk,
        tournament=tournament,
        tab="desk",
        found=found,
    )


@for_organizers("GET", "POST")
def take_back_pairing(
    request: HttpRequest, tournament: TournamentView, number: int
) -> HttpResponse:
    """Asks, then gives the round the program's own matches again."""
    desk = reverse("organizer:desk", args=[tournament.slug])
    if _round(request, tournament) is None:
        return HttpResponseRedirect(desk)
    act = partial(pairing.take_back_pairing, tournament_id=tournament.id, round=number)
    return ask(
        request,
        tournament,
        title=_("Take back the change by hand"),
        button=_("Change it back"),
        says=[_("The round gets the matches that the program makes. The log keeps both.")],
        danger=False,
        do=partial(act, actor=actor_of(request)),
        done=_("The round has the program's matches again. Tell the room."),
        to=desk,
    )


def _round(request: HttpRequest, tournament: TournamentView) -> RoundByHand | None:
    """The round that may be changed now; None, with a message, where there is none."""
    try:
        return to_change(tournament_id=tournament.id)
    except Refusal as refusal:
        for problem in refusal.problems:
            messages.error(request, str(problem.message))
        return None
