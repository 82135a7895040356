"""Games decided by an official's word, and a table's call for one."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized_match, organizer, shown
from api.schema import described
from api.serializers.hands import CallRequest
from api.serializers.rulings import DecidedGame, Forfeit, GameDecisionBack, GameRuling
from scoring.outbox.services import calls
from scoring.rulings.services import games


class Called(serializers.Serializer[object]):
    """The call, to be closed when it has been answered."""

    call = serializers.IntegerField()
    state = serializers.DictField()


class GameViewSet(SignedIn):
    tag = "games"

    @described(DecidedGame, body=Forfeit, conflict=True)
    def forfeit(self, request: Request, slug: str, match_id: int) -> Response:
        """A pair loses a game: for a repeated false claim (G1), or being late (T7)."""
        organized_match(request, slug, match_id)
        game = games.forfeit(match_id=match_id, actor=organizer(request), **given(request, Forfeit))
        return shown(DecidedGame, game)

    @described(DecidedGame, body=GameRuling, conflict=True)
    def rule(self, request: Request, slug: str, match_id: int, game: int) -> Response:
        """Say who wins a game, whatever its hands (D7)."""
        organized_match(request, slug, match_id)
        decided = games.rule(
            match_id=match_id, game=game, actor=organizer(request), **given(request, GameRuling)
        )
        return shown(DecidedGame, decided)

    @described(DecidedGame, body=GameDecisionBack, conflict=True)
    def take_back(self, request: Request, slug: str, match_id: int, game: int) -> Response:
        """Take an official's word on a game back: its hands say again how it stands."""
        organized_match(request, slug, match_id)
        body = given(request, GameDecisionBack)
        decided = games.take_back(match_id=match_id, game=game, actor=organizer(request), **body)
        return shown(DecidedGame, decided)

    @described(Called, body=CallRequest, status=201)
    def call(self, request: Request, slug: str, match_id: int) -> Response:
        """Put a call on the desk's list, with the state of the match attached."""
        organized_match(request, slug, match_id)
        answer = calls.raise_call(
            match_id=match_id, actor=organizer(request), **given(request, CallRequest)
        )
        return Response(answer.body, status=201)
