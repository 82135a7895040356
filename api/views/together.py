"""Starts all called matches together, and takes such starts back; for organizers."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.fields import Input, Nothing, Whole
from api.schema import described
from api.serializers.answers import AnyMatch
from api.serializers.inputs import reason
from scoring.hands.services import hands as starts
from tournament.matches.models import Match
from tournament.matches.queries.matches import match_card
from tournament.matches.services import together


class Together(Input):
    first = Whole(min_value=1, help_text="`together` in the events that told of the starts.")
    reason = reason()


class start(SignedIn):  # noqa: N801
    @described(AnyMatch(many=True), body=Nothing)
    def post(self, request: Request, slug: str) -> Response:
        """Every match that was called to a free table begins."""
        given(request, Nothing)
        found = organized(request, slug)
        return _cards(together.start_called(tournament_id=found.id, actor=organizer(request)))


class undo(SignedIn):  # noqa: N801
    @described(AnyMatch(many=True), body=Together)
    def post(self, request: Request, slug: str) -> Response:
        """Take back a joint start: matches that have no hand yet are ready to begin again."""
        found = organized(request, slug)
        asked = given(request, Together)
        return _cards(
            starts.undo_together(tournament_id=found.id, actor=organizer(request), **asked)
        )


def _cards(matches: tuple[Match, ...]) -> Response:
    return shown(AnyMatch, [match_card(match_id=match.pk) for match in matches])
