"""POST /api/v1/settle/: hand records in, settlements out. No account, no database."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import exceptions, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from api.errors import BadBody
from api.schema import HAND_RECORD
from api.serializers.settlements import NotSettled, Settled, SettledOrNot
from api.throttles import Settling
from scoring.explain.queries.settlements import settlement_of

MOST_RECORDS = 1000
ONE_OR_MANY = {
    "oneOf": [HAND_RECORD, {"type": "array", "items": HAND_RECORD, "maxItems": MOST_RECORDS}]
}


class TooManyRecords(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_many_records"


class SettleViewSet(ViewSet):
    """One record or a list of them."""

    tag = "settle"
    authentication_classes = []
    permission_classes = [AllowAny]
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
        """Settle one hand record, or a list of at most 1,000.

        One record is answered with 200, or with 422 when it cannot be true. A list is answered
        with 200 and a list in the same order, each record for itself.
        """
        if request.stream is None:
            raise BadBody(_("There is no body. Send a hand record, or a list of them."))
        body = request.data
        if isinstance(body, list):
            return Response(_settle_all(body))
        answer = settlement_of(body)
        return Response(answer, status=200 if answer["ok"] else 422)


def _settle_all(records: list[Any]) -> list[dict[str, Any]]:
    if len(records) > MOST_RECORDS:
        raise TooManyRecords(
            _("A request may carry %(most)s records. Send the rest in another one.")
            % {"most": MOST_RECORDS}
        )
    return [settlement_of(record) for record in records]
