"""Results by the pairs themselves: what the holder of a pair's link says, and what organizers see
and set."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import require_write_scope
from api.base import Anybody, SignedIn, for_organizers, parse, respond
from api.fields import Input, Whole, two_games
from api.schema import described
from api.shapes import shape_of
from scoring.statements import services as statements
from scoring.statements.queries import (
    LinkOfPair,
    ResultPage,
    Terms,
    WaitingResult,
    links_of,
    result_page,
    terms_of,
    waiting_results,
)
from tournament import limits
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView

PageOfPair = shape_of(ResultPage)
AnyTerms = shape_of(Terms)
Waiting = shape_of(WaitingResult)


class ResultOfPair(Input):
    match = Whole(min_value=1, help_text="The match's id.")
    games = two_games()


class AnswerOfPair(ResultOfPair):
    statement = Whole(
        min_value=1, help_text="The `number` of the other pair's statement, as it was seen."
    )


class OwnMatchRequest(Input):
    match = Whole(min_value=1, help_text="The match's id.")


class ResultLink(serializers.Serializer[Any]):
    """The link of a pair: its holder speaks for the pair."""

    pair_id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    link = serializers.CharField(allow_blank=True, help_text="Empty while it is revoked.")
    url = serializers.CharField(allow_blank=True, help_text="What the pair opens.")


class OwnResultViewSet(Anybody):
    """Open: the pair's link is the key."""

    tag = "own_result"

    @described(PageOfPair, auth=[])
    def read(self, request: Request, link: str) -> Response:
        """Read a pair's present match, what was said of its result, and what it can say."""
        return _page(link)

    @described(PageOfPair, body=ResultOfPair, conflict=True, auth=[])
    def say(self, request: Request, link: str) -> Response:
        """Enter the result of a match of the pair. The same from both pairs closes the match.

        Until the other pair answers, another result takes the place of the first one, and the same
        one again changes nothing. What contradicts the other pair is refused (409,
        `said_meanwhile`): look at it, then use `answer/`.
        """
        return _say(link, **parse(ResultOfPair, request.data))

    @described(PageOfPair, body=AnswerOfPair, conflict=True, auth=[])
    def answer(self, request: Request, link: str) -> Response:
        """Answer what the other pair said: the same games confirm it and close the match, others
        contradict it and call the desk."""
        body = parse(AnswerOfPair, request.data)
        return _say(link, match=body["match"], games=body["games"], answers=body["statement"])

    @described(PageOfPair, body=OwnMatchRequest, auth=[])
    def take_back(self, request: Request, link: str) -> Response:
        """Take back what the pair said, while the other one has not answered."""
        match = parse(OwnMatchRequest, request.data)["match"]
        limits.spend(statements.BY_ONE_PAIR, link)
        statements.take_back(link=link, match_id=match)
        return _page(link, match)


def _say(link: str, *, match: int, games: list[int], answers: int | None = None) -> Response:
    limits.spend(statements.BY_ONE_PAIR, link)
    statements.say(link=link, match_id=match, games=games, answers=answers)
    return _page(link, match)


def _page(link: str, match_id: int | None = None) -> Response:
    answer = respond(PageOfPair, result_page(link=link, match_id=match_id))
    answer["Cache-Control"] = "no-store"
    return answer


class PairResultsViewSet(SignedIn):
    tag = "pair_results"

    @for_organizers(Waiting, many=True)
    def waiting(self, tournament: TournamentView) -> object:
        """List the results that wait for the other pair's answer, or for the desk."""
        return waiting_results(tournament_id=tournament.id)

    @for_organizers(AnyTerms)
    def terms(self, tournament: TournamentView) -> object:
        """Read who enters results: `referees`, `pairs` or `both`."""
        return terms_of(tournament_id=tournament.id)

    @for_organizers(ResultLink, many=True)
    def links(self, tournament: TournamentView) -> object:
        """List the pairs' links, to hand out: whoever has one speaks for the pair. A token needs
        the scope `write`."""
        require_write_scope(self.request)
        rows = links_of(tournament_id=tournament.id)
        return [link_of_pair(self.request, row) for row in rows]


def link_of_pair(request: Request, row: LinkOfPair) -> dict[str, Any]:
    url = absolute_url(request, f"/our-result/{row.link}/") if row.link else ""
    return {
        "pair_id": row.pair_id, "number": row.number, "name": row.name, "link": row.link,
        "url": url,
    }  # fmt: skip
