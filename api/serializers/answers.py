"""What answers look like: the queries' dataclasses, and the few shapes that are the API's own."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.queries import TokenRow
from api.shapes import shape_of
from tournament import queries
from tournament.rules.regulations import Regulation

# What others hold comes first.
AnyRegulation = shape_of(Regulation)
AnyMatch = shape_of(queries.MatchCard, name="Match", also=("label", "is_bye"))
AnyTournament = shape_of(queries.TournamentView, name="Tournament", also=("best_of_if_drawn_now",))
AnyPair = shape_of(queries.PairView, name="Pair")
PairAtDesk = shape_of(queries.PairAtDesk, name="PairWithContact")
Round = shape_of(queries.RoundView, name="Round")
Bracket = shape_of(queries.BracketView, name="Bracket")
Standing = shape_of(queries.StandingLine, name="Standing", also=("games_difference",))
Device = shape_of(queries.DeviceView, name="Device")
TableAtDesk = shape_of(queries.TableView, name="Table", also=("unsent",))
Proposal = shape_of(queries.Proposal, name="ConsolationProposal")
LogPage = shape_of(queries.EventPage, name="LogPage")
LogCheck = shape_of(queries.LogCheck)
Organizer = shape_of(queries.OrganizerView, name="Organizer")
EntryPreview = shape_of(queries.EntryPreview, also=("is_ready",))
Token = shape_of(TokenRow, name="Token")


class NewToken(Token):  # type: ignore[misc,valid-type]
    """A token with its text, which is shown this once."""

    token = serializers.CharField()


class PairOrMore(AnyPair):  # type: ignore[misc,valid-type]
    """A pair; its contact only for organizers."""

    contact = serializers.CharField(required=False)


class TournamentPage(serializers.Serializer[Any]):
    """A page of tournaments, latest start first."""

    count = serializers.IntegerField(help_text="On all pages.")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = AnyTournament(many=True)


class JoinLink(serializers.Serializer[Any]):
    """The secret of a table's link: whoever has it can bind a device to the table."""

    number = serializers.IntegerField()
    token = serializers.CharField()
    url = serializers.CharField(help_text="What the table's code leads to.")
