"""A match as a file: exported as text or as records, and imported."""

from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import (
    OneForm,
    Open,
    SignedIn,
    by_key,
    not_modified_or,
    on_one,
    public,
)
from api.fields import SIDES, Choice, Input, Text, reason, version
from api.schema import HAND_RECORD
from api.shapes import Fault, two_numbers
from api.views.hands import Question, SettledHand
from delivery.marks import published
from scoring.course.queries.states import Answer
from scoring.matchfiles.queries.files import LONGEST_TEXT, match_records
from scoring.matchfiles.queries.files import SIDES as WAYS
from scoring.matchfiles.queries.importing import match_import
from scoring.matchfiles.queries.notation import match_file
from scoring.matchfiles.services import import_match
from tournament.championship.queries.tournaments import TournamentView, get_public
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import match_card
from tournament.matches.services.results import try_out


class FileText(Input):
    """A match as one text in the notation (docs/notation.md)."""

    text = Text(max_length=LONGEST_TEXT, trim_whitespace=False)
    sides = Choice(
        list(WAYS),
        required=False,
        help_text="AB: the file's A is this match's A, whatever the pairs are called; BA: its A "
        "is this match's B. Left out: by the names in the file, either way round.",
    )
    reason = reason(required=False)


class ImportRequest(FileText):
    """`reason` is for official decisions in the text that have none of their own (D7)."""

    expected_version = version()


class FileHand(SettledHand):
    """A hand of the file, settled at its score in the match; `line` is where the text has it."""

    line = serializers.IntegerField()
    questions = serializers.ListField(
        child=serializers.CharField(), help_text="The rulings that it opens at the desk."
    )


class FileGame(serializers.Serializer[Any]):
    """A game of the file; `decided`: its winner by an official's decision."""

    number = serializers.IntegerField()
    hands = FileHand(many=True)
    score = two_numbers("Of A and of B.")
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    decided = serializers.ChoiceField(SIDES, allow_null=True)


class MatchToImport(serializers.Serializer[Any]):
    """What importing the text records. `waits`: the match is won, but needs a ruling before it
    ends; `notes`: what differs in the text, line by line."""

    sides = serializers.ChoiceField(list(WAYS))
    names = serializers.ListField(child=serializers.CharField(), help_text="In the text: A and B.")
    pairs = serializers.ListField(child=serializers.CharField(), help_text="In the match: A and B.")
    players = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    seating = serializers.DictField()
    first_mano = serializers.IntegerField()
    four_kings = serializers.BooleanField()
    games = FileGame(many=True)
    games_won = two_numbers("Of A and of B.")
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    waits = serializers.BooleanField()
    notes = Fault(many=True)


class ImportedMatch(MatchToImport):
    """What was recorded, the questions it opened, and the state of the match."""

    rulings = Question(many=True)
    state = serializers.DictField()


TEXT = "text/plain; charset=utf-8"


class MatchTextViewSet(Open):
    tag = "match_files"
    content_negotiation_class = OneForm

    @published()
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def text(self, request: Request, slug: str, match_id: int) -> HttpResponseBase:
        """Export a match as one text in the notation (`.mus`), to be imported elsewhere."""
        tournament = get_public(slug=slug)
        match_card(match_id=match_id, tournament_id=tournament.id)
        return not_modified_or(request, tournament, lambda: _download(match_id))


class MatchFileViewSet(Open):
    tag = "match_files"

    @public({"type": "array", "items": HAND_RECORD})
    def records(self, tournament: TournamentView, match_id: int) -> object:
        """List the hands that count as hand records, in order, ready for `POST /settle/`.

        Each record settles to what the hand paid, except where an official has ruled. A hand
        entered without its cards has only `quick`, its outcome.
        """
        match_card(match_id=match_id, tournament_id=tournament.id)
        return Response(list(match_records(match_id=match_id)))


class MatchImportViewSet(SignedIn):
    tag = "match_files"

    @on_one(MatchToImport, body=FileText)
    def import_preview(self, *, actor: Actor, **arguments: Any) -> object:
        """Preview an import: what the `.mus` text would record, or every fault of it by its line.

        Saves nothing.
        """
        try_out(partial(import_match, actor=actor, **arguments))
        return match_import(**arguments).to_json()

    @by_key(ImportedMatch, body=ImportRequest)
    def bring_in(self, **arguments: Any) -> Answer:
        """Import a `.mus` text into a match that has not begun: all of it, or nothing.

        The match is started, every hand is settled again, games and match end as they did, and what
        the rules leave to an official waits at the desk.
        """
        return import_match(**arguments)


def _download(match_id: int) -> HttpResponse:
    file = match_file(match_id=match_id)
    name = f'attachment; filename="{file.name}"'
    return HttpResponse(file.text, content_type=TEXT, headers={"Content-Disposition": name})
