"""Tables, their links and devices, and the referees who have them: for organizers."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.authentication import require_write_scope
from api.base import SignedIn, for_organizers
from api.shapes import shape_of
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.referees.queries import team
from tournament.tables.queries import TableView, join_tokens, tables_overview

TableAtDesk = shape_of(TableView)


class JoinLink(serializers.Serializer[Any]):
    """The link of a table: its holder can bind a device to the table."""

    number = serializers.IntegerField()
    token = serializers.CharField()
    url = serializers.CharField(help_text="What the table's code leads to.")


class Referee(serializers.Serializer[Any]):
    """A referee, and the numbers of their tables."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    tables = serializers.ListField(child=serializers.IntegerField())


class RefereeTeam(serializers.Serializer[Any]):
    """All referees, and the tables without one."""

    referees = Referee(many=True)
    unassigned = serializers.ListField(child=serializers.IntegerField())


class TableViewSet(SignedIn):
    tag = "tables"

    @for_organizers(TableAtDesk, many=True, operation_id="tables.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the tables: current match, next match, devices, and actions they have still to
        send."""
        return tables_overview(tournament_id=tournament.id)

    @for_organizers(JoinLink, many=True)
    def links(self, tournament: TournamentView) -> object:
        """List the tables' links, to print: whoever has one can enter hands there. A token needs
        the scope `write`."""
        require_write_scope(self.request)
        rows = join_tokens(tournament_id=tournament.id)
        return [link_of(self.request, number, token) for number, token in rows]


def link_of(request: Request, number: int, token: str) -> dict[str, Any]:
    url = absolute_url(request, f"/referee/join/{token}/")
    return {"number": number, "token": token, "url": url}


class RefereeViewSet(SignedIn):
    tag = "referees"

    @for_organizers(RefereeTeam, operation_id="referees.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the referees and their tables."""
        return team(tournament_id=tournament.id)
