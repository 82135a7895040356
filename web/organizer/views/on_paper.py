"""Entering a match that was written on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.hands.services import on_paper
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.organizer.acting import Question, ask
from web.organizer.forms.on_paper import PaperMatch
from web.organizer.guard import actor_of, for_organizers
from web.seen import version_seen


@for_organizers("GET", "POST")
def enter_paper(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes one line for each hand, the stones of A and of B; the program counts the rest."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    here = reverse("organizer:match", args=[tournament.slug, match_id])
    names = {
        "a": card.pair_a.name if card.pair_a else "",
        "b": card.pair_b.name if card.pair_b else "",
    }
    return ask(
        request,
        tournament,
        Question(
            title=_("From paper"),
            says=[
                _("A is %(a)s, B is %(b)s.") % names,
                _("Each hand on a line: the stones of A, then those of B, as in 7 1."),
                _("After an órdago put the pair that won it: 2 0 A."),
                _("Games end by themselves at their stones. All lines are entered, or none."),
            ],
            button=_("Enter the hands"),
            back=here,
            danger=False,
            more={"card": card, "version": card.version},
        ),
        template="match_confirm.html",
        form=PaperMatch,
        do=lambda data: on_paper.enter(
            match_id=match_id,
            text=data["text"],
            actor=actor_of(request),
            # Two desks with one sheet: the second would enter its hands once more after them.
            expected_version=version_seen(request) or card.version,
        ),
        done=lambda match: (
            _("The hands are in: games %(a)s – %(b)s.") % {"a": match.games_a, "b": match.games_b}
        ),
        to=here,
    )
