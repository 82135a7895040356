"""Addresses of an earlier version that took one kind of act back: 410, with the address to use."""

from collections.abc import Iterable

from django.http import HttpRequest, JsonResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from api.errors import fault

USE = "acts/<event>/undo/"
OF_A_TOURNAMENT = (
    "tables/assign-free/undo/",
    "matches/start-called/undo/",
    "rounds/by-hand/undo/",
    "individuals/rounds/undo/",
    "individuals/rounds/<number:number>/tables/<number:table>/undo/",
)
OF_A_RULING = ("reopen/",)
"""Under the address of a ruling."""


@csrf_exempt
def gone(request: HttpRequest, **_parts: str | int) -> JsonResponse:
    """Says where to go; changes nothing, whoever asks."""
    message = _(
        "This address is gone. Undo the act by its event, under the address of its tournament: "
        "acts/<event>/undo/"
    )
    return JsonResponse({"errors": [fault("gone", "", message)], "use": USE}, status=410)


def paths(addresses: Iterable[str]) -> list[URLPattern]:
    """The old addresses, which the document of the API does not name."""
    return [path(address, gone) for address in addresses]
