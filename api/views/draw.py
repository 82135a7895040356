"""The draw and what it makes: bracket, standings, statistics, and the consolation (T3)."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.base import (
    Open,
    SignedIn,
    for_organizers,
    public,
)
from api.fields import Choice, Input, Listing, Reasoned, Text, Whole, YesNo
from api.shapes import AnyMatch, AnyTournament, shape_of
from scoring.statistics.queries import TournamentStatistics, tournament_statistics
from tournament.championship.queries.tournaments import TournamentView, tournament_detail
from tournament.consolation import queries as consolation_queries
from tournament.consolation import services as consolation_services
from tournament.consolation.queries import propose
from tournament.draw import services as draw
from tournament.errors import NotFound
from tournament.formats.regulations import BEST_OF, MOST_PAIRS
from tournament.matches.queries import matches as matches_queries
from tournament.matches.queries.matches import (
    BracketView,
    RoundView,
    SectionView,
    consolation,
)
from tournament.matches.queries.pairing import rounds_to_change
from tournament.matches.services import pairing
from tournament.standings.queries import (
    GroupTable,
    OpenTie,
    StandingLine,
    consolation_standings,
    group_tables,
    open_ties,
    standings,
)

Round = shape_of(RoundView)
Bracket = shape_of(BracketView)
Section = shape_of(SectionView)
Standing = shape_of(StandingLine)
TableOfAGroup = shape_of(GroupTable)
Tie = shape_of(OpenTie)
Proposal = shape_of(consolation_queries.Proposal)
Statistics = shape_of(TournamentStatistics)


class DrawRequest(Input):
    seed = Text(
        required=False, max_length=200, help_text="The same seed draws the same bracket again."
    )
    by_hand = Listing(
        child=Listing(child=Whole(min_value=1, allow_null=True), min_length=2, max_length=2),
        required=False,
        min_length=1,
        max_length=MOST_PAIRS,
        help_text="Round 1 as it was drawn in the room: two numbers of pairs each, one and null "
        "for a bye or a rest; groups in turn. Needs a reason.",
    )
    reason = Text(required=False, max_length=500, help_text="Why the draw was made by hand.")


class Pairing(Input):
    """One consolation round, each match as two pairs' numbers."""

    pairings = Listing(
        child=Listing(child=Whole(min_value=1), min_length=2, max_length=2),
        min_length=1,
        max_length=512,
    )
    best_of = Choice(list(BEST_OF), required=False)
    allow_rematches = YesNo(required=False)


class RoundMatches(Input):
    """The matches of a round: two numbers of pairs each, one and null for a bye."""

    matches = Listing(
        child=Listing(child=Whole(min_value=1, allow_null=True), min_length=2, max_length=2),
        min_length=1,
        max_length=MOST_PAIRS,
    )


class RoundByHandRequest(RoundMatches, Reasoned):
    round = Whole(required=False, min_value=2, help_text="The round that it was decided for.")
    instead_of = Listing(
        child=Listing(child=Whole(min_value=1, allow_null=True)),
        required=False,
        help_text="Its matches when it was decided; others by now: 409.",
    )
    despite_warnings = YesNo(
        required=False, help_text="Needed for a rematch and for a second bye before others."
    )


class RoundWarning(serializers.Serializer[Any]):
    """What speaks against a match: a heavy one needs `despite_warnings`."""

    kind = serializers.CharField(help_text="rematch, second_bye or same_club.")
    pairs = serializers.ListField(child=serializers.IntegerField())
    is_heavy = serializers.BooleanField()
    message = serializers.CharField(source="words", help_text="For people.")


class RoundToChange(serializers.Serializer[Any]):
    """A round that has not begun, with the matches that the program makes (`own`)."""

    round = serializers.IntegerField()
    matches = serializers.ListField(
        source="now", child=serializers.ListField(child=serializers.IntegerField(allow_null=True))
    )
    own = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True))
    )
    is_changed = serializers.BooleanField(help_text="Whether it was changed by hand.")
    warnings = RoundWarning(many=True, source="warned")


class DrawViewSet(SignedIn):
    tag = "draw"

    @for_organizers(AnyTournament, body=DrawRequest, status=201)
    def make(self, tournament: TournamentView, **arguments: Any) -> object:
        """Draw the entered pairs into a bracket (T1, T2); the seed is recorded."""
        draw.make(tournament_id=tournament.id, **arguments)
        return tournament_detail(tournament_id=tournament.id)


class RoundDeskViewSet(SignedIn):
    tag = "draw"

    @for_organizers(RoundToChange, many=True, operation_id="rounds.by_hand.get")
    def to_change(self, tournament: TournamentView) -> object:
        """List the round that may be changed by hand now: drawn after round 1, and not begun. At
        most one."""
        return rounds_to_change(tournament_id=tournament.id)

    @for_organizers(
        RoundToChange, body=RoundByHandRequest, conflict=True, operation_id="rounds.by_hand.post"
    )
    def pair(self, tournament: TournamentView, **arguments: Any) -> object:
        """Change who plays whom in that round. It is marked for everybody, with the reason."""
        return pairing.pair_by_hand(tournament_id=tournament.id, **arguments)

    @for_organizers(RoundWarning, many=True, body=RoundMatches)
    def preview(self, tournament: TournamentView, **arguments: Any) -> object:
        """List what speaks against matches, the heaviest first. Saves nothing."""
        return pairing.preview_pairing(tournament_id=tournament.id, **arguments)


class BracketViewSet(Open):
    tag = "draw"

    @public(Bracket)
    def bracket(self, tournament: TournamentView) -> object:
        """Read the championship's bracket, from round 1 to the final; no rounds before the draw."""
        return matches_queries.bracket(tournament_id=tournament.id)

    @public(Section, many=True)
    def sections(self, tournament: TournamentView) -> object:
        """Read the championship by section: groups, the unbeaten and the losers' bracket, the match
        for third place."""
        return matches_queries.bracket(tournament_id=tournament.id).sections

    @public(Round, many=True)
    def rounds(self, tournament: TournamentView) -> object:
        """List the championship's rounds."""
        return matches_queries.bracket(tournament_id=tournament.id).rounds

    @public(Round)
    def one_round(self, tournament: TournamentView, number: int) -> object:
        """Read one round, counted from 1."""
        return _round(tournament.id, number)


def _round(tournament_id: int, number: int) -> RoundView:
    for round_view in matches_queries.bracket(tournament_id=tournament_id).rounds:
        if round_view.number == number:
            return round_view
    raise NotFound.one(
        "number", "no_such_round", _("There is no such round. Choose one of the bracket.")
    )


class StandingsViewSet(Open):
    tag = "standings"

    @public(Standing, many=True)
    def championship(self, tournament: TournamentView) -> object:
        """Read the championship's standings, best first."""
        return standings(tournament_id=tournament.id)

    @public(TableOfAGroup, many=True)
    def groups(self, tournament: TournamentView) -> object:
        """Read the table of each group; empty where the format has no groups."""
        return group_tables(tournament_id=tournament.id)

    @public(Tie, many=True)
    def ties(self, tournament: TournamentView) -> object:
        """List the ties of tables that have ended on which nobody has decided (T9), those on which
        the day waits first. `ties/` decides them."""
        return open_ties(tournament_id=tournament.id)

    @public(Standing, many=True)
    def consolation(self, tournament: TournamentView) -> object:
        """Read the consolation's standings (T3), best first."""
        return consolation_standings(tournament_id=tournament.id)


class StatisticsViewSet(Open):
    tag = "statistics"

    @public(Statistics)
    def of_tournament(self, tournament: TournamentView) -> object:
        """Read statistics of the tournament and of each pair: órdagos, stones by lance, holdings,
        highlights."""
        return tournament_statistics(tournament_id=tournament.id, head=tournament.event_hash)


class ConsolationViewSet(Open):
    tag = "consolation"

    @public(AnyMatch, many=True, operation_id="consolation.index.get")
    def index(self, tournament: TournamentView) -> object:
        """List the consolation's matches, latest round first."""
        return consolation(tournament_id=tournament.id)

    @for_organizers(
        AnyMatch, many=True, body=Pairing, status=201, operation_id="consolation.index.post"
    )
    def create_round(self, tournament: TournamentView, **arguments: Any) -> object:
        """Create the next consolation round from pairs' numbers."""
        created = consolation_services.create_matches(tournament_id=tournament.id, **arguments)
        new = {match.pk for match in created}
        everything = consolation(tournament_id=tournament.id)
        return [match for match in everything if match.id in new]


class ConsolationDeskViewSet(SignedIn):
    tag = "consolation"

    @for_organizers(Proposal)
    def proposal(self, tournament: TournamentView) -> object:
        """Propose matches for the next consolation round, without rematches. Saves nothing."""
        return propose(tournament_id=tournament.id)
