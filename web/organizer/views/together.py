"""Acts for the whole room with one press, and taking them back."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.hands.queries import begun_together
from scoring.hands.services import hands
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard
from tournament.matches.services import matches, together
from web.acting import press
from web.organizer.acting import ask
from web.organizer.guard import actor_of, for_organizers


@for_organizers("POST")
def assign_free(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Assigns every free table to the matches that could start."""
    return press(
        request,
        do=lambda: matches.assign_free_tables(tournament_id=tournament.id, actor=actor_of(request)),
        done=lambda given: (
            ngettext("%(n)s match has a table now.", "%(n)s matches have a table now.", len(given))
            % {"n": len(given)}
        ),
        to=reverse("organizer:desk", args=[tournament.slug]),
    )


@for_organizers("POST")
def start_called(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Begins every match that was called to a free table."""
    return press(
        request,
        do=lambda: together.start_called(tournament_id=tournament.id, actor=actor_of(request)),
        done=lambda begun: (
            ngettext("%(n)s match has begun.", "%(n)s matches have begun.", len(begun))
            % {"n": len(begun)}
        ),
        to=reverse("organizer:desk", args=[tournament.slug]),
    )


@for_organizers("POST")
def free_tables(request: HttpRequest, tournament: TournamentView, event: int) -> HttpResponse:
    """Takes back the tables that one press assigned."""
    return press(
        request,
        do=lambda: together.take_tables_back(
            tournament_id=tournament.id, event=event, actor=actor_of(request)
        ),
        done=lambda freed: (
            ngettext(
                "%(n)s match has no table any more.",
                "%(n)s matches have no table any more.",
                len(freed),
            )
            % {"n": len(freed)}
        ),
        to=reverse("organizer:desk", args=[tournament.slug]),
    )


@for_organizers("GET", "POST")
def undo_started(request: HttpRequest, tournament: TournamentView, first: int) -> HttpResponse:
    """Shows which matches begin again and which are played on, then takes the starts back."""
    begun = begun_together(tournament_id=tournament.id, first=first)
    back = reverse("organizer:desk", args=[tournament.slug])
    says = [_("Ready to play again: %(matches)s.") % {"matches": _named(begun.untouched)}]
    with_hands = tuple(card for card in begun.stay if card not in begun.stood_on)
    if with_hands:
        says.append(
            _("Not taken back, because hands have been entered: %(matches)s.")
            % {"matches": _named(with_hands)}
        )
    if begun.stood_on:
        says.append(
            _(
                "Not taken back, because later matches would fall: %(matches)s. Take the start "
                "back on the match’s own page."
            )
            % {"matches": _named(begun.stood_on)}
        )
    return ask(
        request,
        tournament,
        title=_("Take the starts back"),
        button=_("Take back"),
        says=says,
        do=partial(
            hands.undo_together, tournament_id=tournament.id, first=first, actor=actor_of(request)
        ),
        done=lambda undone: (
            ngettext("%(n)s start is taken back.", "%(n)s starts are taken back.", len(undone))
            % {"n": len(undone)}
        ),
        to=back,
    )


def _named(cards: tuple[MatchCard, ...]) -> str:
    return ", ".join(card.label for card in cards) or "–"
