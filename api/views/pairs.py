"""Pairs: entered one by one or as a list, changed, gone and back. Contacts are for organizers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, SignedIn, given, organized, organizer, shown, user_of
from api.schema import described
from api.serializers.answers import AnyMatch, EntryPreview, PairAtDesk, PairOrMore
from api.serializers.inputs import EntryList, EntryText, PairChange, PairRequest, Reasoned
from tournament import queries
from tournament.services import pairs

Verb = Callable[..., Any]


class index(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(PairOrMore(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All pairs by number; their contacts only for organizers."""
        found = queries.get_public(slug=slug)
        if queries.may_organize(user=user_of(request), tournament_id=found.id):
            return shown(PairAtDesk, queries.pairs_at_desk(tournament_id=found.id))
        return shown(PairOrMore, queries.pairs_list(tournament_id=found.id))

    @described(PairAtDesk, body=PairRequest, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a pair under the next number, while entry is open."""
        found = organized(request, slug)
        pair = pairs.enter(
            tournament_id=found.id, actor=organizer(request), **given(request, PairRequest)
        )
        return _at_desk(pair.pk, found.id, status=201)


class preview(SignedIn):  # noqa: N801
    @described(EntryPreview, body=EntryText)
    def post(self, request: Request, slug: str) -> Response:
        """What a pasted list would enter, and every problem in it. Enters nothing."""
        found = organized(request, slug)
        text = given(request, EntryText)["text"]
        return shown(EntryPreview, queries.preview_entries(tournament_id=found.id, text=text))


class bulk(SignedIn):  # noqa: N801
    @described(PairAtDesk(many=True), body=EntryList, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Enter every pair of a pasted list, or, when any line is wrong, none.

        Problems name their line: `lines[3].player_2`.
        """
        found = organized(request, slug)
        entered = pairs.bulk_enter(
            tournament_id=found.id, actor=organizer(request), **given(request, EntryList)
        )
        new = {pair.pk for pair in entered}
        everybody = queries.pairs_at_desk(tournament_id=found.id)
        return shown(PairAtDesk, [pair for pair in everybody if pair.id in new], status=201)


class detail(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(PairOrMore)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """One pair; its contact only for organizers."""
        found = queries.get_public(slug=slug)
        if queries.may_organize(user=user_of(request), tournament_id=found.id):
            return _at_desk(pair_id, found.id)
        pair = queries.pair_view(pair_id=pair_id, tournament_id=found.id)
        return shown(PairOrMore, pair)

    @described(PairAtDesk, body=PairChange)
    def patch(self, request: Request, slug: str, pair_id: int) -> Response:
        """Correct names, club or contact."""
        found = organized(request, slug)
        queries.pair_view(pair_id=pair_id, tournament_id=found.id)
        pairs.change(pair_id=pair_id, actor=organizer(request), **given(request, PairChange))
        return _at_desk(pair_id, found.id)


class matches(Open):  # noqa: N801
    @described(AnyMatch(many=True))
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """Every match of one pair, the championship first."""
        found = queries.get_public(slug=slug)
        queries.pair_view(pair_id=pair_id, tournament_id=found.id)
        return shown(AnyMatch, queries.matches_of_pair(pair_id=pair_id))


class withdraw(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Reasoned)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """The pair leaves; its matches not yet ended go to the other pair."""
        return _leave(request, slug, pair_id, pairs.withdraw)


class disqualify(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Reasoned)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """The organisation sends the pair out (T6, G1)."""
        return _leave(request, slug, pair_id, pairs.disqualify)


class reinstate(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Reasoned)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Bring a pair back: matches it lost only by being away are open again."""
        return _leave(request, slug, pair_id, pairs.reinstate)


def _leave(request: Request, slug: str, pair_id: int, verb: Verb) -> Response:
    found = organized(request, slug)
    queries.pair_view(pair_id=pair_id, tournament_id=found.id)
    verb(pair_id=pair_id, actor=organizer(request), **given(request, Reasoned))
    return _at_desk(pair_id, found.id)


def _at_desk(pair_id: int, tournament_id: int, *, status: int = 200) -> Response:
    pair = queries.pair_at_desk(pair_id=pair_id, tournament_id=tournament_id)
    return shown(PairAtDesk, pair, status=status)
