"""Players who look for a partner, for a tournament's organizers; players have their own pages."""

from rest_framework.request import Request

from api.base import SignedIn, for_organizers
from api.fields import Input, Nothing, Whole
from api.shapes import shape_of
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.log.rules.roles import Actor
from tournament.signup.queries import Alone, singles
from tournament.signup.services import partners

AnySingle = shape_of(Alone)


class PairUpRequest(Input):
    first = Whole(min_value=1, help_text="The id of a player who looks for a partner.")
    second = Whole(min_value=1, help_text="The id of another one.")


class SingleViewSet(SignedIn):
    tag = "singles"

    @for_organizers(AnySingle, many=True)
    def index(self, tournament: TournamentView) -> object:
        """List the players who look for a partner, earliest first, with their contacts."""
        return singles(tournament_id=tournament.id, with_contact=True)

    @for_organizers(AnySingle, many=True, body=PairUpRequest)
    def pair_up(
        self, tournament: TournamentView, *, first: int, second: int, actor: Actor
    ) -> object:
        """Sign two of them up as a pair. Its way back: the pair is withdrawn."""
        partners.pair_up(
            tournament_id=tournament.id, first=first, second=second, actor=actor,
            site=_own_pages(self.request),
        )  # fmt: skip
        return self._left(tournament)

    @for_organizers(AnySingle, many=True, body=Nothing)
    def remove(self, tournament: TournamentView, *, single_id: int, actor: Actor) -> object:
        """Take a player off the list, who can come again."""
        partners.remove(tournament_id=tournament.id, who=single_id, actor=actor)
        return self._left(tournament)

    def _left(self, tournament: TournamentView) -> object:
        return singles(tournament_id=tournament.id, with_contact=True)


def _own_pages(request: Request) -> str:
    """The absolute URL of a player's own page, without the secret link at its end."""
    return absolute_url(request, "/partner/")
