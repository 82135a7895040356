"""The Disciplinary Tribunal's cases (G1, T6): read, opened, heard, decided, for organizers."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.schema import described
from api.serializers.answers import AnyCase, Verdict
from api.serializers.inputs import CaseRequest, Heard, VerdictBack, VerdictChoice, VerdictRequest
from scoring.rulings.queries.cases import case_line, cases_of, must_ask_here
from scoring.rulings.services import rulings, tribunal, verdicts
from scoring.rulings.services.previews import verdict_preview


class TribunalViewSet(SignedIn):
    tag = "tribunal"

    @described(AnyCase(many=True), operation_id="tribunal.index.get")
    def index(self, request: Request, slug: str) -> Response:
        """Every case of the tournament, the first first."""
        return shown(AnyCase, cases_of(tournament_id=organized(request, slug).id))

    @described(
        AnyCase, body=CaseRequest, status=201, conflict=True, operation_id="tribunal.index.post"
    )
    def open(self, request: Request, slug: str) -> Response:
        """Let a third or later false claim count, which opens its case."""
        found = organized(request, slug)
        body = given(request, CaseRequest)
        must_ask_here(ruling_id=body["ruling"], tournament_id=found.id)
        case = rulings.pass_on(
            ruling_id=body["ruling"],
            reason=body.get("reason", ""),
            expected_version=body.get("expected_version"),
            actor=organizer(request),
        )
        opened = case_line(case_id=case.pk, tournament_id=found.id)
        return shown(AnyCase, opened, status=201)

    @described(AnyCase, operation_id="tribunal.detail")
    def read(self, request: Request, slug: str, case_id: int) -> Response:
        """One case: how it stands, who said what and why."""
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=organized(request, slug).id))

    @described(AnyCase, body=Heard, conflict=True)
    def hear(self, request: Request, slug: str, case_id: int) -> Response:
        """The Tribunal has heard the pair; it may be heard again."""
        found = organized(request, slug)
        case_line(case_id=case_id, tournament_id=found.id)
        tribunal.hear(case_id=case_id, actor=organizer(request), **given(request, Heard))
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))

    @described(Verdict, body=VerdictChoice)
    def preview(self, request: Request, slug: str, case_id: int) -> Response:
        """What a verdict would do to the match and to those after it. Saves nothing."""
        found = organized(request, slug)
        verdict = given(request, VerdictChoice)["verdict"]
        return shown(
            Verdict,
            verdict_preview(
                case_id=case_id,
                tournament_id=found.id,
                verdict=verdict,
                actor=organizer(request),
            ),
        )

    @described(AnyCase, body=VerdictRequest, conflict=True)
    def decide(self, request: Request, slug: str, case_id: int) -> Response:
        """The verdict, and what follows. Later matches fall when `sets_aside` names them."""
        found = organized(request, slug)
        case_line(case_id=case_id, tournament_id=found.id)
        tribunal.judge(case_id=case_id, actor=organizer(request), **given(request, VerdictRequest))
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))

    @described(AnyCase, body=VerdictBack, conflict=True)
    def take_back(self, request: Request, slug: str, case_id: int) -> Response:
        """Take back a verdict on which nothing hangs: the case waits again."""
        found = organized(request, slug)
        verdicts.take_back(
            case_id=case_id,
            tournament_id=found.id,
            actor=organizer(request),
            **given(request, VerdictBack),
        )
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))
