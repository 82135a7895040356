"""What a table's tablet asks and sends. See docs/api.md."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.base import SHAPE, AtTheTable, given
from api.schema import described
from api.serializers.devices import ActionsRequest, Applied, Joined, Seen, TableState
from api.serializers.inputs import JoinRequest
from api.throttles import Joining
from scoring.queries.at_table import table_stamp, table_state
from scoring.services import outbox
from tournament import queries
from tournament.queries.tables import DeviceIdentity
from tournament.services import devices


class join(APIView):  # noqa: N801
    """Open: the token of the table's link is the key."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [Joining]

    @described(Joined, body=JoinRequest, status=201, auth=[])
    def post(self, request: Request) -> Response:
        """Bind this device to the table of a link. The answer's token is shown this once."""
        device, raw = devices.join(**given(request, JoinRequest))
        table = device.table
        tournament = queries.tournament_detail(tournament_id=table.tournament_id)
        body = {
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
        return Response(body, status=201)


class table(AtTheTable):  # noqa: N801
    @described(TableState)
    def get(self, request: Request) -> HttpResponseBase:
        """The table's match with all its hands, and what comes next. With an ETag."""
        device = request.auth
        etag = f'W/"{SHAPE}.{table_stamp(device=device).text.encode().hex()}"'
        known = get_conditional_response(request._request, etag=etag)
        answer: HttpResponseBase = Response(_state(device)) if known is None else known
        answer["ETag"] = etag
        answer["Cache-Control"] = "private, no-cache"
        return answer


class actions(AtTheTable):  # noqa: N801
    @described(Applied, body=ActionsRequest)
    def post(self, request: Request) -> Response:
        """Send what the device kept, 1 to 200 actions in order; each is answered for itself.

        The same key and content again get the first answer again (`repeated`).
        """
        results = outbox.apply(device=request.auth, **given(request, ActionsRequest))
        body = {
            "results": [result.to_json() for result in results],
            "state": _state(request.auth),
        }
        return Response(body)


class seen(AtTheTable):  # noqa: N801
    @described(None, body=Seen, status=204)
    def post(self, request: Request) -> Response:
        """Say that the device is in touch, and how many actions it still holds."""
        told = given(request, Seen)
        devices.seen(device_id=request.auth.id, unsent=told.get("waiting"))
        return Response(status=204)


def _state(device: DeviceIdentity) -> dict[str, object]:
    return {"server_time": timezone.now(), **table_state(device=device)}
