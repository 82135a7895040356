"""Another person in a player's seat: no mended name, but an act of its own."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_at_desk
from tournament.entries.services import pairs as services
from web.organizer.acting import Question, ask
from web.organizer.forms.entries import SubstituteForm
from web.organizer.guard import actor_of, for_organizers


@for_organizers("GET", "POST")
def substitute(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """Who leaves, who comes, and why."""
    found = pairs_at_desk(tournament_id=tournament.id)
    pair = next((one for one in found if one.number == number), None)
    if pair is None:
        raise Http404("no such pair")
    back = reverse("organizer:change_pair", args=[tournament.slug, number])
    return ask(
        request,
        tournament,
        Question(
            title=_("Substitute a player of %(pair)s") % {"pair": pair.name},
            says=[
                _("Another person takes the seat from now on. Both names stay in the log."),
                _("To mend a misspelt name, change the pair instead."),
            ],
            button=_("Substitute"),
            back=back,
            danger=False,
            tab="entries",
        ),
        form=partial(SubstituteForm, players=(pair.player_1, pair.player_2)),
        do=lambda data: services.substitute(pair_id=pair.id, actor=actor_of(request), **data),
        done=_("The player is substituted."),
        to=back,
        initial={"out": request.GET.get("out", "")},
    )
