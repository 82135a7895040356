"""A case of the Disciplinary Tribunal: heard, its consequences shown, decided (G1, T6)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulings.queries.cases import CaseLine, case_line
from scoring.rulings.queries.verdicts import VerdictPreview, verdict_preview
from scoring.rulings.services import tribunal as services
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.organizer.acting import show
from web.organizer.advancing import if_given
from web.organizer.considering import Matter, consider
from web.organizer.forms.rulings import CaseForm
from web.organizer.guard import actor_of, for_organizers
from web.seen import seen


@for_organizers("GET", "POST")
def case(request: HttpRequest, tournament: TournamentView, case_id: int) -> HttpResponse:
    """Takes what was said, and the verdict after showing its consequences."""
    found = case_line(case_id=case_id, tournament_id=tournament.id)
    context = {
        "tournament": tournament,
        "tab": "rulings",
        "case": found,
        "card": match_card(match_id=found.match_id, tournament_id=tournament.id),
    }
    if found.is_decided:
        return show(request, "case_decided.html", context)

    def look(data: dict[str, Any]) -> VerdictPreview | None:
        if not data["verdict"]:
            return None
        would = verdict_preview(
            case_id=case_id, tournament_id=tournament.id, verdict=data["verdict"]
        )
        context["leaves"] = if_given(would.leaves)
        return would

    return consider(
        request,
        Matter(
            template="case.html",
            context=context,
            form=CaseForm(request.POST or None),
            look=look,
            do=lambda data: _put_down(request, found, data),
            done=_("The case is on the record."),
            to=reverse("organizer:rulings", args=[tournament.slug]),
        ),
    )


def _put_down(request: HttpRequest, case: CaseLine, data: dict[str, Any]) -> None:
    actor = actor_of(request)
    if not data["verdict"]:
        services.hear(case_id=case.id, actor=actor, note=data["reason"])
        return
    services.judge(
        case_id=case.id,
        actor=actor,
        verdict=data["verdict"],
        reason=data["reason"],
        sets_aside=seen(request),
    )
