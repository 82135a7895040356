"""The requests of a table's tablet. See docs/api.md."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.base import AtTheTable, asked, given
from api.schema import described
from api.serializers.devices import ActionsRequest, Applied, Joined, Seen, TableState, Wanted
from api.serializers.inputs import JoinRequest
from api.throttles import Joining
from publication.stamp import etag, stamp_of_head
from scoring.outbox.queries.at_table import table_state
from scoring.outbox.services import outbox
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.queries.log import Head, head_of
from tournament.tables.queries import DeviceIdentity
from tournament.tables.services import devices


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
        tournament = tournament_detail(tournament_id=table.tournament_id)
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
        shown = _etag(head_of(tournament_id=device.tournament_id), device)
        known = get_conditional_response(request, etag=shown)
        answer: HttpResponseBase = Response(_state(device)) if known is None else known
        answer["ETag"] = shown
        answer["Cache-Control"] = "private, no-cache"
        return answer


class actions(AtTheTable):  # noqa: N801
    @described(Applied, body=ActionsRequest, parameters=[Wanted])
    def post(self, request: Request) -> Response:
        """Send what the device kept, 1 to 200 actions in order; each is answered for itself.

        The answer says what changed; `?state=full` asks for the table's state as well. An action
        sent again, with the same key and content, is answered from the stored hand (`repeated`).
        """
        wanted = asked(request, Wanted)
        applied = outbox.apply(device=request.auth, **given(request, ActionsRequest))
        body = {
            "server_time": timezone.now(),
            "results": [result.to_json() for result in applied.results],
            "changed": applied.changed,
            "etag_before": _etag(applied.before, request.auth),
            "etag": _etag(applied.after, request.auth),
        }
        if wanted.get("state") == "full":
            body["state"] = _state(request.auth)
        return Response(body)


class seen(AtTheTable):  # noqa: N801
    @described(None, body=Seen, status=204)
    def post(self, request: Request) -> Response:
        """Say that the device is in touch, and how many actions it still holds."""
        told = given(request, Seen)
        devices.seen(device_id=request.auth.id, unsent=told.get("waiting"))
        return Response(status=204)


def _etag(head: Head, device: DeviceIdentity) -> str:
    return etag(stamp_of_head(head), "table", device.id, device.label, get_language())


def _state(device: DeviceIdentity) -> dict[str, object]:
    return {"server_time": timezone.now(), **table_state(device=device)}
