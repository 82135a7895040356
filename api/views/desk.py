"""The desk's open questions and the pairs' records, for organizers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, organized, shown
from api.schema import described
from api.serializers.answers import WithoutWord
from api.serializers.hands import InboxItem, PairRecord
from scoring.desk.queries import desk_inbox
from scoring.outbox.queries.at_table import not_agreed
from scoring.rulings.queries.cases import pair_records


class Inbox(serializers.Serializer[Any]):
    """Calls first, then what blocks a match, then the rest; and the games not agreed to."""

    items = InboxItem(many=True)
    not_agreed = WithoutWord(many=True)


class inbox(SignedIn):  # noqa: N801
    @described(Inbox)
    def get(self, request: Request, slug: str) -> Response:
        """Everything that waits for an official, with what the program proposes.

        Kind `attention` is what a table sent and could not be entered.
        """
        found = organized(request, slug)
        waits = {
            "items": desk_inbox(tournament_id=found.id).items,
            "not_agreed": not_agreed(tournament_id=found.id),
        }
        return shown(Inbox, waits)


class records(SignedIn):  # noqa: N801
    @described(PairRecord(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The pairs with false words on their record, most false claims first (G1)."""
        found = organized(request, slug)
        return shown(PairRecord, pair_records(tournament_id=found.id))
