"""Tables, their links and the devices at them: for organizers."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import must_be_let_write
from api.base import SignedIn, given, organized, organizer, shown
from api.fields import Input, Nothing, Whole
from api.schema import described
from api.serializers.answers import AnyMatch, JoinLink, TableAtDesk
from api.serializers.inputs import TableCount
from tournament.addresses import absolute_url
from tournament.errors import NotFound
from tournament.matches.queries.matches import next_up
from tournament.matches.services import matches, together
from tournament.tables.queries import join_token, join_tokens, tables_overview
from tournament.tables.services import devices, tables


class GivenOut(Input):
    event = Whole(min_value=1, help_text="The number of the event that told of it.")


class TableViewSet(SignedIn):
    tag = "tables"

    @described(TableAtDesk(many=True), operation_id="tables.index.get")
    def index(self, request: Request, slug: str) -> Response:
        """Every table: what is played there, what comes next, its devices and what they hold."""
        return _tables(organized(request, slug).id)

    @described(TableAtDesk(many=True), body=TableCount, operation_id="tables.index.put")
    def set_count(self, request: Request, slug: str) -> Response:
        """Say how many tables there are."""
        found = organized(request, slug)
        tables.set_count(
            tournament_id=found.id, actor=organizer(request), **given(request, TableCount)
        )
        return _tables(found.id)

    @described(JoinLink(many=True))
    def links(self, request: Request, slug: str) -> Response:
        """The link of every table, to print: whoever has one can enter hands there."""
        found = organized(request, slug)
        must_be_let_write(request)
        rows = join_tokens(tournament_id=found.id)
        return shown(JoinLink, [_link(request, number, token) for number, token in rows])

    @described(JoinLink, body=Nothing)
    def rotate(self, request: Request, slug: str, number: int) -> Response:
        """A new link for a table; the printed one no longer works. Devices that joined stay."""
        given(request, Nothing)
        found = organized(request, slug)
        table = tables.rotate(tournament_id=found.id, number=number, actor=organizer(request))
        return shown(JoinLink, _link(request, number, join_token(table)))

    @described(AnyMatch(many=True), body=Nothing)
    def assign_free(self, request: Request, slug: str) -> Response:
        """Give the free tables to the matches that could start, in the order of the bracket."""
        given(request, Nothing)
        found = organized(request, slug)
        moved = matches.assign_free_tables(tournament_id=found.id, actor=organizer(request))
        new = {match.pk for match in moved}
        ready = next_up(tournament_id=found.id)
        return shown(AnyMatch, [match for match in ready if match.id in new])

    @described(TableAtDesk(many=True), body=GivenOut)
    def take_back(self, request: Request, slug: str) -> Response:
        """Take back the tables given out in one act, except where a match has begun since."""
        found = organized(request, slug)
        given_out = given(request, GivenOut)
        together.take_tables_back(tournament_id=found.id, actor=organizer(request), **given_out)
        return _tables(found.id)

    @described(TableAtDesk(many=True), body=Nothing)
    def revoke_device(self, request: Request, slug: str, device_id: int) -> Response:
        """Shut a device out for good; a new one may join by the table's link."""
        given(request, Nothing)
        found = organized(request, slug)
        _must_be_here(device_id, found.id)
        devices.revoke(device_id=device_id, actor=organizer(request))
        return _tables(found.id)


def _must_be_here(device_id: int, tournament_id: int) -> None:
    tables_here = tables_overview(tournament_id=tournament_id)
    if not any(device.id == device_id for table in tables_here for device in table.devices):
        raise NotFound.one(
            "device_id", "no_such_device", _("There is no such device. Choose one from the list.")
        )


def _tables(tournament_id: int) -> Response:
    return shown(TableAtDesk, tables_overview(tournament_id=tournament_id))


def _link(request: Request, number: int, token: str) -> dict[str, Any]:
    url = absolute_url(request, f"/referee/join/{token}/")
    return {"number": number, "token": token, "url": url}
