"""Sentences on a match's recorded hands and games, before an official ends it without them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rulings.queries.deciding import Recorded
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard
from tournament.tables.queries import tables_overview


def recorded_words(tournament: TournamentView, card: MatchCard, so_far: Recorded) -> list[str]:
    """Sentences on the state of a match, who is entering it now, and what a result may not
    change."""
    if not so_far:
        return []
    games = {"a": so_far.games[0], "b": so_far.games[1]}
    says = [_("Recorded so far: %(a)s – %(b)s in games.") % games]
    if so_far.score is not None:
        score = {"a": so_far.score[0], "b": so_far.score[1]}
        says.append(_("The game being played stands at %(a)s – %(b)s.") % score)
    says += _at_the_table(tournament, card)
    says += settled_words(so_far)
    if any(so_far.games):
        says.append(
            _(
                "A game already won is not taken away by a result: for that, decide the match, or "
                "correct its hands."
            )
        )
    return says


def settled_words(so_far: Recorded) -> list[str]:
    """Sentences on what an ending does to open questions."""
    if not so_far.questions:
        return []
    return [
        ngettext(
            "%(n)s question about its hands is open: this settles it.",
            "%(n)s questions about its hands are open: this settles them.",
            so_far.questions,
        )
        % {"n": so_far.questions}
    ]


def _at_the_table(tournament: TournamentView, card: MatchCard) -> list[str]:
    if card.status != "playing" or card.table is None:
        return []
    says = [_("Table %(number)s is playing it now.") % {"number": card.table}]
    unsent = [
        table.unsent
        for table in tables_overview(tournament_id=tournament.id)
        if table.number == card.table and table.unsent
    ]
    return says + [
        ngettext(
            "Its tablet last reported %(n)s hand not sent yet.",
            "Its tablet last reported %(n)s hands not sent yet.",
            n,
        )
        % {"n": n}
        for n in unsent
    ]
