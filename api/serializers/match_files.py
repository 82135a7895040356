"""The shapes of requests and answers about match files."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Choice, Input, Text
from api.serializers.errors import Fault
from api.serializers.hands import Question, SettledHand
from api.serializers.inputs import SIDES, reason, version
from api.serializers.settlements import two_numbers
from scoring.matchfiles.queries.files import LONGEST_TEXT
from scoring.matchfiles.queries.files import SIDES as WAYS


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
    """`reason` is for the official decisions in the text that have no reason of their own (D7)."""

    expected_version = version()


class FileHand(SettledHand):
    """A hand of the file, settled where the match stands; `line` is where the text has it."""

    line = serializers.IntegerField()
    questions = serializers.ListField(
        child=serializers.CharField(), help_text="The rulings that it opens at the desk."
    )


class FileGame(serializers.Serializer[Any]):
    """A game of the file; `decided` when an official's word ended it."""

    number = serializers.IntegerField()
    hands = FileHand(many=True)
    score = two_numbers("Of A and of B.")
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    decided = serializers.ChoiceField(SIDES, allow_null=True)


class MatchToImport(serializers.Serializer[Any]):
    """What importing the text records. `waits`: the match is won, and an official has to rule
    before it ends; `notes`: what differs in the text, line by line."""

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
    """What was recorded, the rulings that are open with it, and where the match stands."""

    rulings = Question(many=True)
    state = serializers.DictField()
