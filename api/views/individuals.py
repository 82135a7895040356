"""A day of individuals: its rounds, and the order in which each table finished."""

from typing import Any

from rest_framework import serializers

from api.base import Open, SignedIn, for_organizers, public
from api.fields import Input, Listing, Whole, reason
from api.shapes import shape_of
from tournament.championship.queries.tournaments import TournamentView
from tournament.seatings import services as seatings
from tournament.seatings.queries import DayOfIndividuals, day_of_individuals

Individuals = shape_of(DayOfIndividuals)


def _order(**more: Any) -> serializers.ListField:
    """Groups of numbers: those in one group share a place."""
    numbers = Listing(child=Whole(min_value=1), min_length=1, max_length=6)
    return Listing(child=numbers, max_length=6, **more)


class OrderOfFinish(Input):
    """The players of a table by number, the first first; those in one group share a place."""

    order = _order()
    seen = _order(required=False, help_text="To correct: the order that stands; another now: 409.")
    reason = reason(required=False)


class IndividualsViewSet(Open):
    tag = "individuals"

    @public(Individuals)
    def day(self, tournament: TournamentView) -> object:
        """Read the rounds of a day of individuals, with each table's seats and order of finish;
        empty where pairs play."""
        return day_of_individuals(tournament_id=tournament.id)


class IndividualsDeskViewSet(SignedIn):
    tag = "individuals"

    @for_organizers(Individuals, body=OrderOfFinish, conflict=True)
    def enter(
        self, tournament: TournamentView, number: int, table: int, **arguments: Any
    ) -> object:
        """Enter the order in which a table finished, or correct it."""
        seatings.enter_order(tournament_id=tournament.id, number=number, table=table, **arguments)
        return day_of_individuals(tournament_id=tournament.id)
