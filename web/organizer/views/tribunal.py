"""A case of the Disciplinary Tribunal: heard, its consequences shown, decided (G1, T6)."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulings.queries.cases import CaseLine, case_line
from scoring.rulings.services import tribunal as services
from scoring.rulings.services.previews import VerdictPreview, verdict_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from tournament.matches.services.results import REASON
from web.organizer.acting import Question, ask, show
from web.organizer.advancing import if_given
from web.organizer.considering import Matter, consider
from web.organizer.foreseeing import foreseen
from web.organizer.forms.reasons import Reason
from web.organizer.forms.rulings import CaseForm
from web.organizer.guard import actor_of, for_organizers
from web.seen import seen, version_seen


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
            case_id=case_id,
            tournament_id=tournament.id,
            verdict=data["verdict"],
            actor=actor_of(request),
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


@for_organizers("GET", "POST")
def take_back(request: HttpRequest, tournament: TournamentView, case_id: int) -> HttpResponse:
    """Takes a verdict back, or says what stands in the way."""
    found = case_line(case_id=case_id, tournament_id=tournament.id)
    to = reverse("organizer:rulings", args=[tournament.slug])
    act = partial(services.take_back, **_place(found, tournament), actor=actor_of(request))
    return ask(
        request,
        tournament,
        Question(
            title=_("Take the verdict back"),
            says=[
                _("The case of %(pair)s is open again, as it was heard.") % {"pair": found.pair},
                _("Later false claims of the pair are counted anew (G1)."),
            ],
            button=_("Take the verdict back"),
            back=to,
            tab="rulings",
            more={
                **foreseen(partial(act, reason=REASON), tournament_id=tournament.id),
                "version": found.version,
            },
        ),
        form=Reason,
        do=lambda data: act(
            reason=data["reason"],
            expected_version=version_seen(request) or found.version,
        ),
        done=_("The verdict is taken back: the case is open again."),
        to=to,
    )


def _place(case: CaseLine, tournament: TournamentView) -> dict[str, int]:
    return {"case_id": case.id, "tournament_id": tournament.id}


def _put_down(request: HttpRequest, case: CaseLine, data: dict[str, Any]) -> None:
    act: dict[str, Any] = {
        "case_id": case.id,
        "actor": actor_of(request),
        "expected_version": version_seen(request) or case.version,
    }
    if not data["verdict"]:
        services.hear(**act, note=data["reason"])
        return
    services.judge(
        **act,
        verdict=data["verdict"],
        reason=data["reason"],
        sets_aside=seen(request),
    )
