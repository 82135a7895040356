"""The notices sent to pairs, for the desk."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.notices.queries import asked_count, sent
from web.organizer.acting import show
from web.organizer.guard import for_organizers


@for_organizers("GET")
def notices(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The record of sent notices, the newest first."""
    return show(
        request,
        "notices.html",
        tournament=tournament,
        tab="entries",
        crumb=_("Notices"),
        notices=sent(tournament_id=tournament.id),
        asked=asked_count(tournament_id=tournament.id),
        mail_is_set_up=bool(settings.EMAIL_HOST),
    )
