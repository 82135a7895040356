"""The event log: read, and checked by anyone."""

from collections.abc import Callable

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from api.base import Open, parse, public, respond
from api.fields import Input
from api.schema import described
from api.shapes import shape_of
from tournament.championship.queries.tournaments import TournamentView, get_public
from tournament.log.queries import log as log_queries
from tournament.log.queries.log import EventPage, event_page, events_after, verify_log

LogPage = shape_of(EventPage)
LogCheck = shape_of(log_queries.LogCheck)
FARTHEST = 2_147_483_647


class Query(Input):
    before = serializers.IntegerField(
        required=False, min_value=1, max_value=FARTHEST, help_text="Older than this number."
    )
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=FARTHEST,
        help_text="Newer than this number, oldest first.",
    )
    size = serializers.IntegerField(required=False, min_value=1, max_value=200, default=50)


class LogViewSet(Open):
    tag = "log"

    @public(LogPage, "before", "after", "size", parameters=[Query])
    def index(self, tournament: TournamentView) -> object:
        """List events by number: newest first, or, with `after`, the later ones, oldest first."""
        query = parse(Query, self.request.query_params.dict())
        return page_of(query, event_page, events_after, tournament_id=tournament.id)

    @described(LogCheck)
    def verify(self, request: Request, slug: str) -> HttpResponseBase:
        """Verify the hash chain of the whole log."""
        tournament = get_public(slug=slug)
        return respond(LogCheck, verify_log(tournament_id=tournament.id))


def page_of(
    query: dict[str, int], before: Callable[..., object], after: Callable[..., object], **of: int
) -> object:
    """A page of a log, that of a tournament or of a circuit, as the request asks for it."""
    if "after" in query:
        return after(number=query["after"], most=query["size"], **of)
    return before(before=query.get("before"), size=query["size"], **of)
