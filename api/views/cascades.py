"""Changes that reached later matches: lists them, and takes one back with all its effects."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, given, organized, organizer, shown
from api.schema import described
from api.serializers.answers import AnyCascade, KeptCascade
from api.serializers.inputs import Return
from scoring.rulings.services import cascades
from tournament.matches.queries.undone import cascade_on_record, cascades_of
from tournament.matches.services.results import REASON
from tournament.matches.services.results import preview as preview_of


class index(SignedIn):  # noqa: N801
    @described(KeptCascade(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Every change that undid later matches, the latest first, with what is kept of them."""
        found = organized(request, slug)
        return shown(KeptCascade, cascades_of(tournament_id=found.id))


class preview(SignedIn):  # noqa: N801
    @described(AnyCascade)
    def get(self, request: Request, slug: str, cascade_id: int) -> Response:
        """What taking the change back would do to matches played since. Saves nothing."""
        found = organized(request, slug)
        kept = cascade_on_record(cascade_id=cascade_id, tournament_id=found.id)
        act = partial(
            cascades.take_back, cascade_id=cascade_id, reason=REASON, actor=organizer(request)
        )
        would = preview_of(act, tournament_id=found.id, but=kept.match_id)
        return shown(AnyCascade, would)


class undo(SignedIn):  # noqa: N801
    @described(KeptCascade, body=Return, conflict=True)
    def post(self, request: Request, slug: str, cascade_id: int) -> Response:
        """Take the change back, with all that followed from it, as one."""
        found = organized(request, slug)
        body = given(request, Return)
        cascade_on_record(cascade_id=cascade_id, tournament_id=found.id)
        cascades.take_back(cascade_id=cascade_id, actor=organizer(request), **body)
        done = cascade_on_record(cascade_id=cascade_id, tournament_id=found.id)
        return shown(KeptCascade, done)
