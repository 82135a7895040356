"""The requests of a table's tablet; docs/api.md explains them."""

from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Anybody, AtTheTable, parse
from api.fields import Input, Listing, Text, Whole
from api.schema import described
from api.shapes import Fault
from api.throttles import Joining
from delivery.stamps import etag, stamp_of_head
from scoring.outbox.queries.at_table import table_state
from scoring.outbox.services import outbox
from scoring.outbox.services.outbox import MOST_ACTIONS
from scoring.statements import services as statements
from scoring.statements.queries import is_link_of_pair, must_take_tablets
from tournament import limits
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.queries.log import Head, head_of
from tournament.tables.queries import DeviceIdentity
from tournament.tables.rules import MOST_KEY_LENGTH
from tournament.tables.services import devices

MOST_WAITING = 1_000_000


class Seen(Input):
    waiting = Whole(max_value=MOST_WAITING, required=False, allow_null=True)
    rules_version = Text(max_length=80, required=False, allow_blank=True)


class ActionsRequest(Seen):
    """What the device kept, in the order in which it was done.

    An action has `key` (made on the device), `kind`, `match`, `made_at` (informative) and what its
    kind needs: `match.start` {seating, first_mano, four_kings, names},
    `hand.record` {game, hand, record},
    `hand.correct` {game, hand, version, record, reason}, `hand.undo` {game, hand, version, reason},
    `game.confirm` {game, by, score, hands, signed: {key, signature}}, `match.confirm` {by, score,
    hands, signed}, `call.raise` {about, message, state}, `attention.discard` {of: keys of refused
    actions of this table} and `attention.raise` {action: one at which the server fails each time},
    which have no match. An action that replaces refused actions names their
    keys in `instead`.
    """

    actions = Listing(
        child=serializers.JSONField(allow_null=True), min_length=1, max_length=MOST_ACTIONS
    )


class ActionResult(serializers.Serializer[Any]):
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


class DeviceAtTable(_Named):
    """The device."""

    pair = serializers.IntegerField(
        allow_null=True, help_text="Number of the pair whose phone it is; null for a tablet."
    )


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
    """A call of this table that nobody has closed."""

    id = serializers.IntegerField()
    match = serializers.IntegerField()
    about = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when somebody is on the way."
    )


class PauseAtTable(serializers.Serializer[Any]):
    """A pause of the day."""

    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    reason = serializers.CharField()


class TableState(serializers.Serializer[Any]):
    """The whole state of the table, from which a tablet goes on."""

    server_time = serializers.DateTimeField()
    rules_version = serializers.CharField()
    tournament = WhereItIs()
    table = TableNumber()
    device = DeviceAtTable()
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
    awaits = serializers.CharField(
        allow_null=True, help_text="The side whose agreement the result waits for."
    )
    open_rulings = serializers.IntegerField()


class Query(Input):
    state = serializers.ChoiceField(["full"], required=False)


class Applied(serializers.Serializer[Any]):
    server_time = serializers.DateTimeField()
    results = ActionResult(many=True)
    changed = ChangedMatch(many=True)
    etag_before = serializers.CharField(help_text="The ETag of GET /table/ before it.")
    etag = serializers.CharField(help_text="And after it.")
    state = TableState(required=False, help_text="The whole table, with `?state=full`.")


class JoinRequest(Input):
    token = Text(max_length=200, help_text="The last part of the table's link or the pair's.")
    label = Text(max_length=80, required=False, allow_blank=True)
    known_as = Text(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="The device's own token, when it has one: it stays the same device.",
    )
    public_key = Text(
        max_length=MOST_KEY_LENGTH,
        required=False,
        allow_blank=True,
        help_text="What it signs agreements with: `ed25519:` or `p256:`, then base64.",
    )


class JoinViewSet(Anybody):
    """Open: the token of the table's link is the key."""

    tag = "devices"
    throttle_classes = [Joining]

    @described(Joined, body=JoinRequest, status=201, auth=[])
    def join(self, request: Request) -> Response:
        """Join a table by its link, or as a pair's phone by the pair's link. The device's token is
        in this answer only.

        A pair's phone joins the table of the match that its pair plays or plays next there. It
        sees and does nothing of other matches; for the pair's next match it joins again.
        """
        body = parse(JoinRequest, request.data)
        if is_link_of_pair(body["token"]):
            limits.spend(statements.BY_ONE_PAIR, body["token"])
            device, raw = statements.join(link=body.pop("token"), **body)
        else:
            must_take_tablets(token=body["token"])
            device, raw = devices.join(**body)
        table = device.table
        tournament = tournament_detail(tournament_id=table.tournament_id)
        joined = {
            "device_token": raw,
            "device": {"id": device.pk, "label": device.label},
            "table": {"number": table.number},
            "tournament": {
                "slug": tournament.slug,
                "name": tournament.name,
                "place": tournament.place,
                "regulation": tournament.regulation.key,
            },
        }
        return Response(joined, status=201)


class DeviceViewSet(AtTheTable):
    tag = "devices"

    @described(TableState)
    def table(self, request: Request) -> HttpResponseBase:
        """Read the table's state: its match with all hands, and what comes next. Has an ETag."""
        device = request.auth
        current = _etag(head_of(tournament_id=device.tournament_id), device)
        not_modified = get_conditional_response(request, etag=current)
        answer: HttpResponseBase = (
            Response(_state(device)) if not_modified is None else not_modified
        )
        answer["ETag"] = current
        answer["Cache-Control"] = "private, no-cache"
        return answer

    @described(Applied, body=ActionsRequest, parameters=[Query])
    def actions(self, request: Request) -> Response:
        """Send 1 to 200 actions of the device, in order; each gets its own outcome.

        The answer says what changed; `?state=full` adds the table's state. An action sent again
        with the same key and content is answered from the stored hand (`repeated`).
        """
        query = parse(Query, request.query_params.dict())
        applied = outbox.apply(device=request.auth, **parse(ActionsRequest, request.data))
        body = {
            "server_time": timezone.now(),
            "results": [result.to_json() for result in applied.results],
            "changed": applied.changed,
            "etag_before": _etag(applied.before, request.auth),
            "etag": _etag(applied.after, request.auth),
        }
        if query.get("state") == "full":
            body["state"] = _state(request.auth)
        return Response(body)

    @described(None, body=Seen, status=204)
    def seen(self, request: Request) -> Response:
        """Report that the device is in touch, and how many actions it has still to send."""
        body = parse(Seen, request.data)
        devices.seen(device_id=request.auth.id, unsent=body.get("waiting"))
        return Response(status=204)


def _etag(head: Head, device: DeviceIdentity) -> str:
    return etag(stamp_of_head(head), "table", device.id, device.label, get_language())


def _state(device: DeviceIdentity) -> dict[str, object]:
    return {"server_time": timezone.now(), **table_state(device=device)}
