"""Notices that a pair is called: the page where a browser asks for them."""

import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tournament import limits
from tournament.championship.queries.tournaments import get_public
from tournament.entries.queries import PairView, pairs_list
from tournament.errors import Refusal
from tournament.notices import push
from tournament.notices import services as notices
from tournament.notices.queries import is_watched
from web.methods import one_of, uncached

BY_ONE_ADDRESS = limits.Limit("watch", most=400, seconds=3600)
"""All the players of a room have one address, that of its Wi-Fi. Of each pair a dozen browsers are
told."""
WORKER = Path(settings.BASE_DIR) / "static/js/notices-worker.js"
LONGEST = 4_000


@uncached("GET")
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page where a browser asks for notices of this pair, and stops them."""
    tournament_name, pair = _pair(slug, number)
    context = {"slug": slug, "cup": tournament_name, "pair": pair, "key": push.public_key()}
    return render(request, "pair/notices.html", context)


# CSRF protection is not needed: there is no session, and the request itself names the browser.
@csrf_exempt
@uncached("POST", "DELETE")
def watch(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST: starts notices to this browser. DELETE: stops them."""
    _name, pair = _pair(slug, number)
    try:
        limits.spend(BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        body = _json(request)
        if request.method == "DELETE":
            notices.unwatch(pair_id=pair.id, endpoint=body.get("endpoint"))
        else:
            notices.watch(pair_id=pair.id, subscription=body, language=get_language() or "")
    except Refusal as refusal:
        messages = [str(problem.message) for problem in refusal.problems]
        return JsonResponse({"problems": messages}, status=refusal.status)
    return JsonResponse({})


# A POST, so that the address of the browser stands in no log.
@csrf_exempt
@uncached("POST")
def watched(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Whether this browser is told of the pair, and the key with which it can ask for it."""
    _name, pair = _pair(slug, number)
    try:
        endpoint = _json(request).get("endpoint")
    except Refusal:
        endpoint = None
    told = is_watched(pair_id=pair.id, endpoint=endpoint)
    return JsonResponse({"told": told, "key": push.public_key()})


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker that receives messages. It is served under /t/, so that its scope is
    /t/."""
    response = HttpResponse(WORKER.read_text(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _pair(slug: str, number: int) -> tuple[str, PairView]:
    tournament = get_public(slug=slug)
    return tournament.name, one_of(pairs_list(tournament_id=tournament.id), number=number)


def _json(request: HttpRequest) -> dict[str, object]:
    try:
        body = json.loads(request.body) if len(request.body) <= LONGEST else None
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refusal.one("subscription", "bad_subscription", _("Send the subscription as JSON."))
    return body
