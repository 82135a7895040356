"""Tables, their links and devices, and the referees who have them: for organizers."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from api.authentication import require_write_scope
from api.base import SignedIn, for_organizers
from api.fields import Input, Listing, Nothing, Text, Whole
from api.shapes import shape_of
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import NotFound
from tournament.referees import services as referees
from tournament.referees.queries import team
from tournament.tables.queries import TableView, join_token, join_tokens, tables_overview
from tournament.tables.services import devices, tables

TableAtDesk = shape_of(TableView)


class JoinLink(serializers.Serializer[Any]):
    """The link of a table: its holder can bind a device to the table."""

    number = serializers.IntegerField()
    token = serializers.CharField()
    url = serializers.CharField(help_text="What the table's code leads to.")


class TableCount(Input):
    count = Whole(min_value=1, max_value=500)


NUMBERS = {"child": Whole(min_value=1), "max_length": 500}


class Referee(serializers.Serializer[Any]):
    """A referee, and the numbers of their tables."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    tables = serializers.ListField(child=serializers.IntegerField())


class RefereeTeam(serializers.Serializer[Any]):
    """All referees, and the tables without one."""

    referees = Referee(many=True)
    unassigned = serializers.ListField(child=serializers.IntegerField())


class NewReferee(Input):
    name = Text(max_length=referees.LONGEST_NAME, help_text="Never in the log.")


class HandOver(Input):
    tables = Listing(**NUMBERS, help_text="Their numbers.")
    to = Whole(min_value=1, allow_null=True, help_text="A referee's number; null: nobody.")


class TableViewSet(SignedIn):
    tag = "tables"

    @for_organizers(TableAtDesk, many=True, operation_id="tables.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the tables: current match, next match, devices, and actions they have still to
        send."""
        return tables_overview(tournament_id=tournament.id)

    @for_organizers(TableAtDesk, many=True, body=TableCount, operation_id="tables.index.put")
    def set_count(self, tournament: TournamentView, **arguments: Any) -> object:
        """Set the number of tables."""
        tables.set_count(tournament_id=tournament.id, **arguments)
        return tables_overview(tournament_id=tournament.id)

    @for_organizers(JoinLink, many=True)
    def links(self, tournament: TournamentView) -> object:
        """List the tables' links, to print: whoever has one can enter hands there. A token needs
        the scope `write`."""
        require_write_scope(self.request)
        rows = join_tokens(tournament_id=tournament.id)
        return [_link(self.request, number, token) for number, token in rows]

    @for_organizers(JoinLink, body=Nothing)
    def rotate(self, tournament: TournamentView, number: int, **arguments: Any) -> object:
        """Replace a table's link: the printed one stops working. Devices that joined stay."""
        table = tables.rotate(tournament_id=tournament.id, number=number, **arguments)
        return _link(self.request, number, join_token(table))

    @for_organizers(TableAtDesk, many=True, body=Nothing)
    def revoke_device(self, tournament: TournamentView, device_id: int, **arguments: Any) -> object:
        """Revoke a device for good; a new one can join by the table's link."""
        _must_be_here(device_id, tournament.id)
        devices.revoke(device_id=device_id, **arguments)
        return tables_overview(tournament_id=tournament.id)


def _must_be_here(device_id: int, tournament_id: int) -> None:
    tables_here = tables_overview(tournament_id=tournament_id)
    if not any(device.id == device_id for table in tables_here for device in table.devices):
        raise NotFound.one(
            "device_id", "no_such_device", _("There is no such device. Choose one from the list.")
        )


def _link(request: Request, number: int, token: str) -> dict[str, Any]:
    url = absolute_url(request, f"/referee/join/{token}/")
    return {"number": number, "token": token, "url": url}


class RefereeViewSet(SignedIn):
    tag = "referees"

    @for_organizers(RefereeTeam, operation_id="referees.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the referees and their tables."""
        return team(tournament_id=tournament.id)

    @for_organizers(RefereeTeam, body=NewReferee, status=201, operation_id="referees.index.post")
    def add(self, tournament: TournamentView, **arguments: Any) -> object:
        """Add a referee."""
        referees.add(tournament_id=tournament.id, **arguments)
        return team(tournament_id=tournament.id)

    @for_organizers(RefereeTeam, body=Nothing)
    def remove(self, tournament: TournamentView, number: int, **arguments: Any) -> object:
        """Remove a referee: the name is erased, and their tables have no referee."""
        referees.remove(tournament_id=tournament.id, number=number, **arguments)
        return team(tournament_id=tournament.id)

    @for_organizers(RefereeTeam, body=HandOver)
    def hand_over(self, tournament: TournamentView, **arguments: Any) -> object:
        """Assign tables to a referee, or to nobody."""
        referees.hand_over(tournament_id=tournament.id, **arguments)
        return team(tournament_id=tournament.id)
