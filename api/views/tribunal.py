"""The Disciplinary Tribunal's cases (G1, T6): read, opened, heard, decided, for organizers."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.schema import described
from api.serializers.answers import AnyCase, Verdict
from api.serializers.inputs import CaseRequest, Heard, VerdictBack, VerdictChoice, VerdictRequest
from scoring.rulings.queries.cases import case_line, cases_of, must_ask_here
from scoring.rulings.services import rulings, tribunal
from scoring.rulings.services import tribunal as verdicts
from scoring.rulings.services.previews import verdict_preview


class index(SignedIn):  # noqa: N801
    @described(AnyCase(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Every case of the tournament, the first first."""
        return shown(AnyCase, cases_of(tournament_id=organized(request, slug).id))

    @described(AnyCase, body=CaseRequest, status=201, conflict=True)
    def post(self, request: Request, slug: str) -> Response:
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


class detail(SignedIn):  # noqa: N801
    @described(AnyCase)
    def get(self, request: Request, slug: str, case_id: int) -> Response:
        """One case: how it stands, who said what and why."""
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=organized(request, slug).id))


class hear(SignedIn):  # noqa: N801
    @described(AnyCase, body=Heard, conflict=True)
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        """The Tribunal has heard the pair; it may be heard again."""
        found = organized(request, slug)
        case_line(case_id=case_id, tournament_id=found.id)
        tribunal.hear(case_id=case_id, actor=organizer(request), **given(request, Heard))
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))


class preview(SignedIn):  # noqa: N801
    @described(Verdict, body=VerdictChoice)
    def post(self, request: Request, slug: str, case_id: int) -> Response:
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


class decide(SignedIn):  # noqa: N801
    @described(AnyCase, body=VerdictRequest, conflict=True)
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        """The verdict, and what follows. Later matches fall when `sets_aside` names them."""
        found = organized(request, slug)
        case_line(case_id=case_id, tournament_id=found.id)
        tribunal.judge(case_id=case_id, actor=organizer(request), **given(request, VerdictRequest))
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))


class take_back(SignedIn):  # noqa: N801
    @described(AnyCase, body=VerdictBack, conflict=True)
    def post(self, request: Request, slug: str, case_id: int) -> Response:
        """Take back a verdict on which nothing hangs: the case waits again."""
        found = organized(request, slug)
        verdicts.take_back(
            case_id=case_id,
            tournament_id=found.id,
            actor=organizer(request),
            **given(request, VerdictBack),
        )
        return shown(AnyCase, case_line(case_id=case_id, tournament_id=found.id))
