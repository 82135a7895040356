"""A tournament's paper as one PDF: ordered, followed while it is made, downloaded."""

from datetime import UTC
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import is_read_only, require_write_scope
from api.base import OneForm, SignedIn, for_organizers, parse, require_tournament, respond
from api.fields import Input
from api.schema import described
from tournament import paper
from tournament.addresses import base_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.paper import WHAT


class PaperWanted(Input):
    """Which paper, in which language."""

    what = serializers.ChoiceField(
        choices=list(WHAT), help_text="`actas`: of every match; `everything`: all sheets there are."
    )
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES],
        required=False,
        help_text="Left out: the language of the request.",
    )


class PaperFile(serializers.Serializer[Any]):
    """A file and its progress: `done` of `of` sheets; `size` in bytes, 0 until it is ready."""

    id = serializers.IntegerField(source="job")
    file_name = serializers.CharField()
    state = serializers.CharField(source="look", help_text="queued, running, done, failed, stuck")
    done = serializers.IntegerField()
    of = serializers.IntegerField()
    size = serializers.IntegerField()
    asked_at = serializers.DateTimeField(default_timezone=UTC)


class PaperViewSet(SignedIn):
    tag = "paper"

    @for_organizers(PaperFile, many=True, operation_id="paper.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the files requested today, latest first, with their progress."""
        return paper.asked_for(tournament_id=tournament.id)

    @described(PaperFile, body=PaperWanted, status=202, operation_id="paper.index.post")
    def order(self, request: Request, slug: str) -> Response:
        """Request every acta, or all paper, as one PDF, made in the background. The same request
        gets the same file until something changes."""
        tournament = require_tournament(request, slug)
        body = parse(PaperWanted, request.data)
        job = paper.ask_for(
            tournament=tournament,
            what=body["what"],
            language=body.get("language") or get_language() or "es",
            base=base_url(request),
        )
        return respond(
            PaperFile, paper.file_of(tournament_id=tournament.id, job_id=job), status=202
        )

    @for_organizers(PaperFile, operation_id="paper.detail")
    def read(self, tournament: TournamentView, job_id: int) -> object:
        """Read the progress of a file."""
        return paper.file_of(tournament_id=tournament.id, job_id=job_id)


class PaperContentViewSet(SignedIn):
    tag = "paper"
    content_negotiation_class = OneForm

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def content(self, request: Request, slug: str, job_id: int) -> HttpResponseBase:
        """Download a finished file; 404 with the code `not_ready` until then. All paper contains
        the tables' codes: a token needs the scope `write` for it."""
        tournament = require_tournament(request, slug)
        if is_read_only(request):
            row = paper.file_of(tournament_id=tournament.id, job_id=job_id)
            if row.asked_for.get("what") != paper.ACTAS:
                require_write_scope(request)
        name, content = paper.content_of(tournament_id=tournament.id, job_id=job_id)
        answer = HttpResponse(content, content_type="application/pdf")
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        answer["Cache-Control"] = "private, no-store"
        return answer
