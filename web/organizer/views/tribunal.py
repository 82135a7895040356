"""A case of the Disciplinary Tribunal: heard, its consequences shown, decided (G1, T6)."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from scoring.desk.declared.advancing import words_if_won
from scoring.desk.declared.own_pages import HEAR, JUDGE
from scoring.rulings.queries.cases import case_line
from scoring.rulings.services.previews import VerdictPreview, verdict_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.organizer.acting import page_of, show
from web.organizer.considering import consider
from web.organizer.forms.rulings import CaseForm
from web.organizer.guard import actor_of, for_organizers
from web.seen import agreed, version_seen


@for_organizers("GET", "POST")
def case(request: HttpRequest, tournament: TournamentView, case_id: int) -> HttpResponse:
    """Takes what was said, and the verdict after showing its consequences."""
    place = {"case_id": case_id, "tournament_id": tournament.id}
    line = case_line(**place)
    context = {
        "tab": "rulings",
        "case": line,
        "card": match_card(match_id=line.match_id, tournament_id=tournament.id),
    }
    if line.is_decided:
        return show(request, "case_decided.html", **context)

    leaves: list[str] = []

    def look(*, verdict: str, reason: str) -> VerdictPreview | None:
        if not verdict:
            return None
        would = verdict_preview(**place, verdict=verdict, actor=actor_of(request))
        leaves.extend(words_if_won(would.leaves))
        return would

    def put_down(*, verdict: str, reason: str) -> None:
        act: dict[str, Any] = {"case_id": case_id, "actor": actor_of(request)}
        if verdict:
            act |= agreed(request, line.version)
            JUDGE.do(**act, verdict=verdict, reason=reason)
        else:
            version = version_seen(request) or line.version
            HEAR.do(**act, expected_version=version, note=reason)

    return consider(
        request,
        "case.html",
        CaseForm(request.POST or None),
        look=look,
        do=put_down,
        done=JUDGE.done,
        to=page_of(tournament, "rulings"),
        leaves=leaves,
        **context,
    )
