"""What a tablet and the server say to each other."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Input, Text, Whole
from api.serializers.errors import Fault
from scoring.services.outbox import MOST_ACTIONS

MOST_WAITING = 1_000_000


class Seen(Input):
    waiting = Whole(max_value=MOST_WAITING, required=False, allow_null=True)
    rules_version = Text(max_length=80, required=False, allow_blank=True)


class ActionsRequest(Seen):
    """What the device kept, in the order in which it was done.

    An action has `key` (made on the device), `kind`, `match`, `made_at` (informative) and what
    its kind needs: `match.start` {seating, first_mano, four_kings}, `hand.record` {game, hand,
    record}, `hand.correct` {game, hand, version, record, reason}, `hand.undo` {game, hand,
    version, reason}, `game.confirm` {game, by, score}, `match.confirm` {by, score},
    `call.raise` {message, state}, `attention.discard` {of: keys of refused actions of this table},
    which has no match. One that stands for refused ones names their keys in `instead`.
    """

    actions = serializers.ListField(
        child=serializers.JSONField(allow_null=True), min_length=1, max_length=MOST_ACTIONS
    )


class Result(serializers.Serializer[Any]):
    """The answer to one action."""

    key = serializers.CharField(allow_null=True)
    outcome = serializers.ChoiceField(["applied", "repeated", "conflict", "refused"])
    errors = Fault(many=True)
    settlement = serializers.DictField(required=False)
    hand = serializers.DictField(required=False)
    current = serializers.DictField(required=False, help_text="The match, on a conflict.")


class _Named(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)


class DeviceName(_Named):
    """The device."""


class TableNumber(serializers.Serializer[Any]):
    number = serializers.IntegerField()


class WhereItIs(serializers.Serializer[Any]):
    """The device's tournament."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    regulation = serializers.CharField()


class Joined(serializers.Serializer[Any]):
    device_token = serializers.CharField(help_text="For `Authorization: Device <token>`.")
    device = DeviceName()
    table = TableNumber()
    tournament = WhereItIs()


class Closed(serializers.Serializer[Any]):
    """Something the table sent in vain: the device may let go of it."""

    key = serializers.CharField()
    became = serializers.ChoiceField(["entered", "dismissed"])


class TableState(serializers.Serializer[Any]):
    """Everything a tablet needs to go on where the table stands."""

    server_time = serializers.DateTimeField()
    rules_version = serializers.CharField()
    tournament = WhereItIs()
    table = TableNumber()
    device = DeviceName()
    match = serializers.DictField(allow_null=True, help_text="Being played here.")
    last = serializers.DictField(allow_null=True, help_text="Ended here last, when none is played.")
    next = serializers.ListField(child=serializers.DictField())
    closed = Closed(many=True, help_text="Sent from here in vain, closed at the desk; last first.")
    links = serializers.DictField(child=serializers.CharField())


class Applied(serializers.Serializer[Any]):
    results = Result(many=True)
    state = TableState()
