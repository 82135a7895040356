"""Takes a change that affected later matches back as a whole."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulings.services import cascades as services
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.undone import CascadeOnRecord, cascade_on_record
from tournament.matches.services.results import REASON
from web.organizer.acting import ask
from web.organizer.foreseeing import foreseen
from web.organizer.guard import actor_of, for_organizers
from web.seen import seen


@for_organizers("GET", "POST")
def undo(request: HttpRequest, tournament: TournamentView, cascade_id: int) -> HttpResponse:
    """Shows what is restored and what was played meanwhile, asks for a reason, and takes the
    cascade back."""
    found = cascade_on_record(cascade_id=cascade_id, tournament_id=tournament.id)
    back = _page_of(tournament, found)
    act = partial(services.take_back, cascade_id=cascade_id, actor=actor_of(request))
    would = foreseen(partial(act, reason=REASON), tournament_id=tournament.id, but=found.match_id)
    falls = would["cascade"].sets_aside
    stands = [match for match in found.kept if match.id not in falls]
    return ask(
        request,
        tournament,
        title=_("Take the whole change back"),
        button=_("Take it all back"),
        says=[
            _("What was changed, and every match that fell with it, is as it was before."),
            _("What was played in their place since is kept for the record."),
        ],
        template="undo_cascade.html",
        do=partial(act, sets_aside=seen(request)),
        done=_("The change is taken back, with all that followed from it."),
        to=back,
        kept=found,
        stands=stands,
        **would,
    )


def _page_of(tournament: TournamentView, found: CascadeOnRecord) -> str:
    if found.match_id is not None:
        return reverse("organizer:match", args=[tournament.slug, found.match_id])
    return reverse("organizer:change_pair", args=[tournament.slug, found.pair_number])
