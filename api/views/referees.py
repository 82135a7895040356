"""The referee team and its tables: for organizers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.fields import Input, Nothing, Text, Whole
from api.schema import described
from tournament.referees import services
from tournament.referees.queries import team

NUMBERS = {"child": Whole(min_value=1), "max_length": 500}


class Referee(serializers.Serializer[Any]):
    """Somebody of the team, and the numbers of their tables."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    tables = serializers.ListField(child=serializers.IntegerField())


class RefereeTeam(serializers.Serializer[Any]):
    """Everybody of the team, and the tables that nobody has."""

    referees = Referee(many=True)
    nobodys = serializers.ListField(child=serializers.IntegerField())


class NewReferee(Input):
    name = Text(max_length=services.LONGEST_NAME, help_text="Never in the log.")


class HandOver(Input):
    tables = serializers.ListField(**NUMBERS, help_text="Their numbers.")
    to = Whole(min_value=1, allow_null=True, help_text="A referee's number; null: nobody.")


class RefereeViewSet(SignedIn):
    tag = "referees"

    @described(RefereeTeam, operation_id="referees.index.get")
    def index(self, request: Request, slug: str) -> Response:
        """Who is in the team, and who has which table."""
        return _team(organized(request, slug).id)

    @described(RefereeTeam, body=NewReferee, status=201, operation_id="referees.index.post")
    def add(self, request: Request, slug: str) -> Response:
        """Take somebody into the team."""
        found = organized(request, slug)
        services.add(tournament_id=found.id, actor=organizer(request), **given(request, NewReferee))
        return _team(found.id, status=201)

    @described(RefereeTeam, body=Nothing)
    def remove(self, request: Request, slug: str, number: int) -> Response:
        """Remove a referee: the name is erased, and their tables have no referee."""
        given(request, Nothing)
        found = organized(request, slug)
        services.remove(tournament_id=found.id, number=number, actor=organizer(request))
        return _team(found.id)

    @described(RefereeTeam, body=HandOver)
    def hand_over(self, request: Request, slug: str) -> Response:
        """Give tables to a referee, or to nobody."""
        found = organized(request, slug)
        asked = given(request, HandOver)
        services.hand_over(tournament_id=found.id, actor=organizer(request), **asked)
        return _team(found.id)


def _team(tournament_id: int, *, status: int = 200) -> Response:
    return shown(RefereeTeam, team(tournament_id=tournament_id), status=status)
