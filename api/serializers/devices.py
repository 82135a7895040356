"""The messages between a tablet and the server."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Input, Text, Whole
from api.serializers.errors import Fault
from scoring.outbox.services.outbox import MOST_ACTIONS

MOST_WAITING = 1_000_000


class Seen(Input):
    waiting = Whole(max_value=MOST_WAITING, required=False, allow_null=True)
    rules_version = Text(max_length=80, required=False, allow_blank=True)


class ActionsRequest(Seen):
    """What the device kept, in the order in which it was done.

    An action has `key` (made on the device), `kind`, `match`, `made_at` (informative) and what its
    kind needs: `match.start` {seating, first_mano, four_kings}, `hand.record` {game, hand, record},
    `hand.correct` {game, hand, version, record, reason}, `hand.undo` {game, hand, version, reason},
    `game.confirm` {game, by, score, hands, signed: {key, signature}}, `match.confirm` {by, score,
    hands, signed}, `call.raise` {about, message, state}, `attention.discard` {of: keys of refused
    actions of this table} and `attention.raise` {action: one at which the server fails each time},
    which have no match. An action that replaces refused actions names their
    keys in `instead`.
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
    hand = serializers.DictField(
        required=False, help_text="As it is in effect; without its record."
    )
    current = serializers.DictField(
        required=False, help_text="On a conflict, the match with the hand in place."
    )


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
    """A rejected action that the desk has closed: the device may forget it."""

    key = serializers.CharField()
    became = serializers.ChoiceField(["entered", "dismissed"])


class OpenCall(serializers.Serializer[Any]):
    """A call of this table that nobody has been to."""

    id = serializers.IntegerField()
    match = serializers.IntegerField()
    about = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when somebody is on the way."
    )


class PauseAtTable(serializers.Serializer[Any]):
    """A pause of the day, as a tablet says it."""

    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    reason = serializers.CharField()


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
    calls = OpenCall(many=True)
    closed = Closed(many=True, help_text="Rejected actions that the desk closed; last first.")
    pauses = PauseAtTable(many=True, help_text="Announced and not over; the first first.")
    links = serializers.DictField(child=serializers.CharField())


class ChangedMatch(serializers.Serializer[Any]):
    """A match after the actions were applied. If the device's match has version `from`, it takes
    these fields. `games` holds only the games in which something was played."""

    def get_fields(self) -> dict[str, Any]:
        # `from` is a Python keyword, so a class body cannot use it as a name.
        whole = serializers.IntegerField(help_text="The version it had before.")
        return {"from": whole, **super().get_fields()}

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.CharField()
    winner = serializers.CharField(allow_null=True)
    games_won = serializers.ListField(child=serializers.IntegerField())
    games = serializers.ListField(child=serializers.DictField())
    game = serializers.DictField(allow_null=True, help_text="The next hand's, with its score.")
    hand = serializers.DictField(allow_null=True)
    mano = serializers.IntegerField(allow_null=True)
    mano_free = serializers.BooleanField()
    awaiting_ruling = serializers.BooleanField()
    open_rulings = serializers.IntegerField()


class Wanted(Input):
    state = serializers.ChoiceField(["full"], required=False)


class Applied(serializers.Serializer[Any]):
    server_time = serializers.DateTimeField()
    results = Result(many=True)
    changed = ChangedMatch(many=True)
    etag_before = serializers.CharField(help_text="The ETag of GET /table/ before it.")
    etag = serializers.CharField(help_text="And after it.")
    state = TableState(required=False, help_text="The whole table, with `?state=full`.")
