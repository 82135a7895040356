"""Pairs: entered singly or as a list, changed, withdrawn and brought back. Only organizers see
contacts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, SignedIn, given, organized, organized_pair, organizer, shown, user_of
from api.schema import described
from api.serializers.answers import (
    AnyMatch,
    EntryPreview,
    FreePlace,
    HeadToHead,
    IfBack,
    PairAtDesk,
    PairOrMore,
)
from api.serializers.entries import (
    Departure,
    Disqualification,
    EntryList,
    EntryText,
    LatePair,
    PairMend,
    PairRequest,
    Reinstatement,
    Substitution,
)
from publication.marks import published
from scoring.rulings.services import departures, tribunal
from tournament.championship.queries.meetings import meetings_of
from tournament.championship.queries.tournaments import get_public, may_organize
from tournament.entries.queries import (
    in_again,
    pair_at_desk,
    pair_view,
    pairs_at_desk,
    pairs_list,
    preview_entries,
)
from tournament.entries.services import pairs
from tournament.entries.services import pairs as latecomers
from tournament.entries.services import pairs as substitutions
from tournament.errors import Refusal
from tournament.matches.queries.cascades import NOTHING
from tournament.matches.queries.matches import match_card, matches_of_pair
from tournament.matches.queries.openings import openings
from tournament.matches.services.results import REASON
from tournament.matches.services.results import preview as preview_of

Verb = Callable[..., Any]


class index(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @published()
    @described(PairOrMore(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All pairs by number; their contacts only for organizers."""
        found = get_public(slug=slug)
        if may_organize(user=user_of(request), tournament_id=found.id):
            return shown(PairAtDesk, pairs_at_desk(tournament_id=found.id))
        return shown(PairOrMore, pairs_list(tournament_id=found.id))

    @described(PairAtDesk, body=PairRequest, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a pair under the next number, while entry is open; after the draw, `late/` lets one
        in."""
        found = organized(request, slug)
        pair = pairs.enter(
            tournament_id=found.id, actor=organizer(request), **given(request, PairRequest)
        )
        return _at_desk(pair.pk, found.id, status=201)


class places(SignedIn):  # noqa: N801
    @described(FreePlace(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The places of round 1 that a late pair could take: opposite a bye, or that of a pair that
        withdrew. Empty before the draw."""
        found = organized(request, slug)
        return shown(FreePlace, openings(tournament_id=found.id))


class late(SignedIn):  # noqa: N801
    @described(AnyMatch, body=LatePair, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Let a late pair into a free place of round 1; nothing else of the draw moves."""
        found = organized(request, slug)
        body = given(request, LatePair)
        card = match_card(match_id=body.pop("match"), tournament_id=found.id)
        latecomers.take_place(match_id=card.id, actor=organizer(request), **body)
        return shown(AnyMatch, match_card(match_id=card.id), status=201)


class preview(SignedIn):  # noqa: N801
    @described(EntryPreview, body=EntryText)
    def post(self, request: Request, slug: str) -> Response:
        """What a pasted list would enter, and every problem in it. Enters nothing."""
        found = organized(request, slug)
        text = given(request, EntryText)["text"]
        return shown(EntryPreview, preview_entries(tournament_id=found.id, text=text))


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
        everybody = pairs_at_desk(tournament_id=found.id)
        return shown(PairAtDesk, [pair for pair in everybody if pair.id in new], status=201)


class detail(Open):  # noqa: N801
    permission_classes = [IsAuthenticatedOrReadOnly]

    @published()
    @described(PairOrMore)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """One pair; its contact only for organizers."""
        found = get_public(slug=slug)
        if may_organize(user=user_of(request), tournament_id=found.id):
            return _at_desk(pair_id, found.id)
        pair = pair_view(pair_id=pair_id, tournament_id=found.id)
        return shown(PairOrMore, pair)

    @described(PairAtDesk, body=PairMend)
    def patch(self, request: Request, slug: str, pair_id: int) -> Response:
        """Correct names, club or contact; once there is a champion, with a reason."""
        at = organized_pair(request, slug, pair_id)
        pairs.change(pair_id=pair_id, actor=organizer(request), **given(request, PairMend))
        return _at_desk(pair_id, at)


class meetings(Open):  # noqa: N801
    @described(HeadToHead)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """How a pair fared against each other pair, over all tournaments of the organizers."""
        found = get_public(slug=slug)
        pair = pair_view(pair_id=pair_id, tournament_id=found.id)
        return shown(HeadToHead, meetings_of(slug=slug, number=pair.number))


class matches(Open):  # noqa: N801
    @published()
    @described(AnyMatch(many=True))
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """Every match of one pair, the championship first."""
        found = get_public(slug=slug)
        pair_view(pair_id=pair_id, tournament_id=found.id)
        return shown(AnyMatch, matches_of_pair(pair_id=pair_id))


class substitute(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Substitution, conflict=True)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Another person takes a player's seat: an act of its own, on the record."""
        at = organized_pair(request, slug, pair_id)
        substitutions.substitute(
            pair_id=pair_id, actor=organizer(request), **given(request, Substitution)
        )
        return _at_desk(pair_id, at)


class withdraw(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Departure, conflict=True)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """The pair leaves; its matches not yet ended go to the other pair.

        Where rounds are drawn one by one and the pair leaves a match that was opened again, its
        later matches fall when `sets_aside` names them.
        """
        return _leave(request, slug, pair_id, departures.withdraw)


class disqualify(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Disqualification, conflict=True)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """The organisation sends the pair out (T6, G1). Later matches fall as in `withdraw`."""
        return _leave(request, slug, pair_id, tribunal.disqualify, Disqualification)


class reinstate(SignedIn):  # noqa: N801
    @described(PairAtDesk, body=Reinstatement, conflict=True)
    def post(self, request: Request, slug: str, pair_id: int) -> Response:
        """Bring a pair back: matches it lost only by being away are open again."""
        return _leave(request, slug, pair_id, departures.reinstate, Reinstatement)


class reinstate_preview(SignedIn):  # noqa: N801
    @described(IfBack)
    def get(self, request: Request, slug: str, pair_id: int) -> Response:
        """What bringing a pair back would do to matches, theirs and later ones; in `problems`
        whether its names have come in again. Saves nothing."""
        found = organized(request, slug)
        problems = in_again(pair_id=pair_id, tournament_id=found.id)
        act = partial(
            departures.reinstate,
            pair_id=pair_id,
            reason=REASON,
            actor=organizer(request),
            allow_duplicate=True,
        )
        try:
            would = preview_of(act, tournament_id=found.id)
        except Refusal as refused:
            if refused.codes != ("not_out",):
                raise
            would = NOTHING
        return shown(IfBack, {**would.to_json(), "problems": problems})


def _leave(
    request: Request, slug: str, pair_id: int, verb: Verb, body: type[Departure] = Departure
) -> Response:
    at = organized_pair(request, slug, pair_id)
    verb(pair_id=pair_id, actor=organizer(request), **given(request, body))
    return _at_desk(pair_id, at)


def _at_desk(pair_id: int, tournament_id: int, *, status: int = 200) -> Response:
    pair = pair_at_desk(pair_id=pair_id, tournament_id=tournament_id)
    return shown(PairAtDesk, pair, status=status)
