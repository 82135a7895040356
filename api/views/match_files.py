"""A match as a file: exported as text or as records, and imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, SignedIn, given, organized_match, organizer, shown, unless_known
from api.schema import HAND_RECORD, described
from api.serializers.match_files import FileText, ImportedMatch, ImportRequest, MatchToImport
from api.views.hands import KEY
from publication.marks import published
from scoring.matchfiles.queries.files import match_records
from scoring.matchfiles.queries.importing import match_import
from scoring.matchfiles.queries.notation import match_file
from scoring.matchfiles.services import import_match
from tournament.championship.queries.tournaments import get_public
from tournament.matches.queries.matches import match_card

TEXT = "text/plain; charset=utf-8"


class OneForm(BaseContentNegotiation):
    """The answer has one form, whatever is accepted; a refusal is JSON as everywhere."""

    def select_parser(self, request: Request, parsers: Sequence[Any]) -> Any:
        return parsers[0] if parsers else None

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class text(Open):  # noqa: N801
    content_negotiation_class = OneForm

    @published()
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """A match as one text in the notation (`.mus`), ready to be imported elsewhere."""
        found = get_public(slug=slug)
        match_card(match_id=match_id, tournament_id=found.id)
        return unless_known(request, found, lambda: _download(match_id))


class records(Open):  # noqa: N801
    @published()
    @described({"type": "array", "items": HAND_RECORD})
    def get(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """The hands of a match that count, as hand records in order: what `POST /settle/` takes.

        Each settles by itself to what it paid, except where an official has ruled. A hand entered
        without its cards has only `quick`, its outcome.
        """
        found = get_public(slug=slug)
        match_card(match_id=match_id, tournament_id=found.id)
        return unless_known(
            request, found, lambda: Response(list(match_records(match_id=match_id)))
        )


class import_preview(SignedIn):  # noqa: N801
    @described(MatchToImport, body=FileText)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """What importing a `.mus` text would record, or every fault of it by its line.

        Saves nothing.
        """
        organized_match(request, slug, match_id)
        found = match_import(match_id=match_id, **given(request, FileText))
        return shown(MatchToImport, found.to_json())


class bring_in(SignedIn):  # noqa: N801
    @described(
        ImportedMatch,
        body=ImportRequest,
        status=201,
        conflict=True,
        also={200: ImportedMatch},
        parameters=[KEY],
    )
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Import a `.mus` text into a match that has not begun: all of it, or nothing.

        The match is started, every hand is settled again, games and match end as they did, and what
        the rules leave to an official waits at the desk.
        """
        organized_match(request, slug, match_id)
        answer = import_match(
            match_id=match_id,
            actor=organizer(request),
            key=request.headers.get("Idempotency-Key", ""),
            **given(request, ImportRequest),
        )
        return Response(answer.body, status=200 if answer.repeated else 201)


def _download(match_id: int) -> HttpResponse:
    file = match_file(match_id=match_id)
    name = f'attachment; filename="{file.name}"'
    return HttpResponse(file.text, content_type=TEXT, headers={"Content-Disposition": name})
