"""POST /api/v1/settle/: hand records in, settlements out. No account, no database."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Anybody
from api.fields import SIDES
from api.parsing import BadBody
from api.schema import HAND_RECORD
from api.shapes import Fault, two_numbers
from api.throttles import Settling
from scoring.explain.queries.settlements import settlement_of


class LedgerEntry(serializers.Serializer[Any]):
    """One payment, in the order in which it was paid."""

    pair = serializers.ChoiceField(SIDES)
    lance = serializers.ChoiceField(["grande", "chica", "pares", "juego"])
    kind = serializers.ChoiceField(["deje", "paso", "envite", "pares", "juego", "punto", "ordago"])
    stones = serializers.IntegerField(min_value=1)


class FalseWord(serializers.Serializer[Any]):
    """A false declaration and the clause it falls under."""

    clause = serializers.CharField()
    lance = serializers.ChoiceField(["pares", "juego"], allow_null=True)
    seat = serializers.IntegerField()


class ClaimCheck(serializers.Serializer[Any]):
    """The table's claim compared with the rules: claimed minus right."""

    agrees = serializers.BooleanField()
    difference = two_numbers("For A and B.")


class Settled(serializers.Serializer[Any]):
    """The settlement of one hand."""

    id = serializers.JSONField(required=False, help_text="The record's own, echoed.")
    ok = serializers.BooleanField(help_text="true")
    winners = serializers.DictField(child=serializers.ChoiceField(SIDES, allow_null=True))
    ledger = LedgerEntry(many=True)
    stones = two_numbers("Taken in this hand by A and B.")
    score = two_numbers("After the hand.")
    game_winner = serializers.ChoiceField(SIDES, allow_null=True)
    penalties = FalseWord(many=True)
    needs_ruling = serializers.BooleanField()
    claim = ClaimCheck(required=False, allow_null=True)


class NotSettled(serializers.Serializer[Any]):
    """Every fault of a record that cannot be true."""

    id = serializers.JSONField(required=False, help_text="The record's own, echoed.")
    ok = serializers.BooleanField(help_text="false")
    errors = Fault(many=True)


class SettledOrNot(Settled):
    """One of a list: the fields of a settlement where `ok` is true, else its `errors`."""

    ok = serializers.BooleanField()
    errors = Fault(many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Returns the fields of both answers; only `ok` is required."""
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name == "ok"
        return fields


MOST_RECORDS = 250
ONE_OR_MANY = {
    "oneOf": [HAND_RECORD, {"type": "array", "items": HAND_RECORD, "maxItems": MOST_RECORDS}]
}


class TooManyRecords(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_many_records"


class SettleViewSet(Anybody):
    """One record or a list of them."""

    tag = "settle"
    throttle_classes = [Settling]
    answers_ok = True

    @extend_schema(
        auth=[],
        request={"application/json": ONE_OR_MANY},
        responses={
            200: PolymorphicProxySerializer(
                "SettledOneOrMany",
                [Settled, SettledOrNot(many=True)],
                resource_type_field_name=None,
                many=False,
            ),
            422: NotSettled,
            "4XX": NotSettled,
        },
    )
    def settle(self, request: Request) -> Response:
        """Settle one hand record, or a list of up to 250.

        One record is answered with 200, or with 422 when it cannot be true. A list is answered with
        200 and a list in the same order, each record for itself.
        """
        if request.stream is None:
            raise BadBody(_("There is no body. Send a hand record, or a list of them."))
        body = request.data
        if isinstance(body, list):
            _must_be_few(body)
            Settling().spend(request, max(0, len(body) - 1))
            return Response([settlement_of(record) for record in body])
        answer = settlement_of(body)
        return Response(answer, status=200 if answer["ok"] else 422)


def _must_be_few(records: list[Any]) -> None:
    if len(records) > MOST_RECORDS:
        raise TooManyRecords(
            _("A request may carry %(most)s records. Send the rest in another one.")
            % {"most": MOST_RECORDS}
        )
