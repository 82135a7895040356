"""Substitutions: another person takes a player's seat. This is not the correction of a name."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.desk.declared.own_pages import SUBSTITUTE
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import Substitutes, pair_substitutes
from tournament.errors import Conflict
from web.organizer.acting import ask, page_of
from web.organizer.forms.entries import SubstituteForm
from web.organizer.guard import for_organizers
from web.organizer.views.entries import pair_of


@for_organizers("GET", "POST")
def substitute(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """Takes who leaves, who comes and why, and makes the substitution."""
    pair = pair_of(tournament, number)
    back = page_of(tournament, "change_pair", number)
    allowed = pair_substitutes(pair_id=pair.id, tournament_id=tournament.id)
    filled: list[SubstituteForm] = []

    def form(*args: Any, **kwargs: Any) -> SubstituteForm:
        names = (pair.player_1, pair.player_2)
        pair_form = SubstituteForm(*args, players=names, **kwargs)
        filled.append(pair_form)
        return pair_form

    def do(**data: Any) -> object:
        try:
            return SUBSTITUTE.do(pair_id=pair.id, **data)
        except Conflict as conflict:
            now = conflict.current
            filled[-1].see_anew(now["player_1"], now["player_2"])
            raise

    return ask(
        request,
        title=str(SUBSTITUTE.title) % {"pair": pair.name},
        button=SUBSTITUTE.button_for(tournament.entrants),
        says=[
            _("Another person takes the seat from now on. Both names stay in the log."),
            _("To fix a misspelt name, change the pair instead."),
            *_allowed_words(allowed),
        ],
        danger=False,
        tab="entries",
        form=form,
        initial={"out": request.GET.get("out", "")},
        do=do,
        done=SUBSTITUTE.done,
        to=back,
    )


def _allowed_words(allowed: Substitutes) -> list[str]:
    """Sentences on the substitutions that the rules still allow this pair, when they limit them."""
    says = []
    if allowed.most is not None:
        says.append(
            ngettext(
                "The rules allow %(most)s substitute in a pair; this one has had %(used)s.",
                "The rules allow %(most)s substitutes in a pair; this one has had %(used)s.",
                allowed.most,
            )
            % {"most": allowed.most, "used": allowed.used}
        )
    if allowed.until == 0:
        says.append(_("The rules allow none once the pair has begun to play."))
    elif allowed.until is not None:
        says.append(_("The rules allow none after round %(n)s.") % {"n": allowed.until})
    return says
