"""GET /healthz: is this process alive? GET /readyz: can it do all its work?"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from operations.checks import parts
from operations.checks.settings import is_doctor

STOPS = {
    "database": ("unreachable", "read-only"),
    "migrations": ("not applied", "unknown"),
    "disk": ("full",),
}
WELL = ("ok", "not used")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 {"status": "ok"}: this process answers. It checks nothing else, so that a supervisor does
    not restart it when only the database cannot be reached. The doctor's signed request is also
    told from which address it came."""
    caller = {"caller": request.META.get("REMOTE_ADDR")} if is_doctor(request.headers) else {}
    return JsonResponse({"status": "ok", **caller})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The services that this process needs, each with `ok` or its fault.

    503 when data could not be stored: the database is unreachable, read-only or of an earlier
    version, or the disk is full. Without Redis or the broker everything still works, but slower or
    later: 200 with `status` `degraded`.
    """
    found = {"database": parts.database(), "redis": parts.redis(), "broker": parts.broker()}
    found |= {"migrations": parts.migrations(), "disk": parts.disk()}
    if any(found[part] in words for part, words in STOPS.items()):
        return JsonResponse({"status": "not ready", **found}, status=503)
    is_whole = all(word in WELL for word in found.values())
    return JsonResponse({"status": "ok" if is_whole else "degraded", **found})
