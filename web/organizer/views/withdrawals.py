"""Withdrawing several pairs at once before the draw, for example after pasting a wrong list."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_list
from tournament.entries.services import departures as withdrawals
from web.organizer.acting import ask
from web.organizer.guard import actor_of, for_organizers


@for_organizers("GET", "POST")
def withdraw_several(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Withdraws the pairs ticked on the entry list. Their numbers are in the address, so a reload
    does not lose them."""
    here = reverse("organizer:entries", args=[tournament.slug])
    ticked = set(request.GET.getlist("number"))
    leaving = [
        pair for pair in pairs_list(tournament_id=tournament.id) if str(pair.number) in ticked
    ]
    if not leaving:
        messages.error(request, _("No pair is ticked. Tick those that leave, then press again."))
        return HttpResponseRedirect(here)
    count = {"n": len(leaving)}
    return ask(
        request,
        tournament,
        title=ngettext("Withdraw %(n)s pair", "Withdraw %(n)s pairs", len(leaving)) % count,
        button=_("Withdraw them"),
        says=[
            *(f"{pair.number}. {pair.name}" for pair in leaving),
            _("Pairs that are withdrawn are not drawn. Their numbers stay empty."),
        ],
        tab="entries",
        do=partial(
            withdrawals.withdraw_several,
            tournament_id=tournament.id,
            numbers=[pair.number for pair in leaving],
            actor=actor_of(request),
        ),
        done=ngettext("%(n)s pair is withdrawn.", "%(n)s pairs are withdrawn.", len(leaving))
        % count,
        to=here,
    )
