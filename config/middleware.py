"""Middleware: logs every request, refuses some early, and adds headers."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from csp.decorators import csp, csp_update
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.http.request import split_domain_port
from django.urls import resolve
from django.utils.deprecation import MiddlewareMixin
from structlog.contextvars import bound_contextvars

from config.bodies import MOST_DIGITS, Sizes
from config.headers import NO_PAGE, PERMISSIONS_POLICY
from config.refusals import NO_LENGTH, Refused, answer, too_large, unreadable
from config.secret_addresses import has_key
from operations.figures.answers import answered
from tournament.errors import NotAllowed, NotFound
from web import styled
from web.errors import trouble_of, unavailable
from web.monitoring import may_look

GetResponse = Callable[[HttpRequest], HttpResponseBase]

REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)
TOURNAMENT = re.compile(r"/(?:t|tournaments)/([-a-zA-Z0-9_]{1,80})/")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

log = logging.getLogger("request")


class Around:
    """A middleware around whatever comes inside it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response


class RequestLog(Around):
    """The outermost middleware: gives every request an id, measures it, and logs a line.

    Log lines inside have `request`, `tournament` and the `trace`. A proxy's X-Request-ID is kept.
    An error answer has the id in a header, and its page shows it, so that it can be reported to the
    operator; JSON of a 5xx has it as `request`.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        header = request.headers.get("X-Request-ID", "")
        request_id = header if REQUEST_ID.fullmatch(header) else uuid.uuid4().hex[:8]
        request.number = request_id  # type: ignore[attr-defined]  # for `config.logs`
        match = TOURNAMENT.search(request.path_info)
        variables = {"tournament": match and match[1], "trace": request.META.get("TRACE_ID")}
        known = {name: value for name, value in variables.items() if value}
        with bound_contextvars(request=request_id, **known):
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            resolved = request.resolver_match
            view = resolved.view_name if resolved and resolved.view_name else "none"
            method = str(request.method) if request.method in METHODS else "other"
            answered(view=view, method=method, status=response.status_code, seconds=seconds)
            if log.isEnabledFor(logging.INFO):
                ms = round(seconds * 1000, 1)
                fields = {"status": response.status_code, "view": view, "ms": ms}
                log.info("%s %s", request.method, request.path, extra=fields)
        if response.status_code >= 400:
            response["X-Request-ID"] = request_id
        return response


class RequestLimits(Around):
    """413 for a body larger than its address takes (`config.bodies.Sizes`), 411 or 400 for no or a
    wrong length, 400 for a NUL in the address.

    Django's own limit guards only its form parser; the API's parsers read the stream directly.
    A NUL would reach the database, and PostgreSQL raises on one.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return _refuse(request, unreadable("The address contains a NUL character."))
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()):
            return _refuse(request, unreadable("Content-Length is not a number."))
        if length != "0":
            most = _sizes().at(request.path_info)
            if len(length) > MOST_DIGITS or int(length) > most:
                return _refuse(request, too_large(most))
        if "HTTP_TRANSFER_ENCODING" in request.META and "CONTENT_LENGTH" not in request.META:
            # WSGI reads as many bytes as the length says; without a length the body would silently
            # be empty.
            return _refuse(request, NO_LENGTH)
        return self.get_response(request)


def _sizes() -> Sizes:
    return Sizes(settings.OPEN_BODY_BYTES, settings.MAX_BODY_BYTES, settings.IMPORT_BYTES)


class Policies(Around):
    """Adds the hashes of a page's inline styles to its content security policy, and the
    Permissions-Policy header, but not to what is only a part of pages: there its 300 bytes do
    nothing; nor to "not modified", where the browser has it. JSON, which a tablet asks for all
    day, and pictures may do nothing at all, said in a few bytes. A page whose address is a key
    tells it to no other address. It comes behind the middleware of the content security policy.
    """

    JSON = "application/json"
    INERT = (JSON, "image/")
    PARTS = ("text/javascript", "text/css", "application/manifest+json", *INERT)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        kind = response.get("Content-Type", "")
        if response.status_code == 204 or _is_same_json(request, response):
            kind = self.JSON  # no page either, but without a type
        if not kind.startswith(self.PARTS) and response.status_code != 304:
            response["Permissions-Policy"] = PERMISSIONS_POLICY
        if has_key(request.path_info):
            # With "same-origin" the browser would name this address to every file of the page.
            response["Referrer-Policy"] = "strict-origin"
        if kind.startswith(self.INERT):
            return csp(NO_PAGE)(lambda _request: response)(request)
        digests = getattr(request, styled.ATTRIBUTE, None)
        if digests:
            return csp_update({"style-src": digests})(lambda _request: response)(request)
        return response


def _is_same_json(request: HttpRequest, response: HttpResponseBase) -> bool:
    wants_json = request.headers.get("Accept", "").startswith(Policies.JSON)
    return response.status_code == 304 and wants_json


class FromInside(Around):
    """Answers those who ask for one process by its own address: a supervisor, a proxy, Prometheus.

    A container's health check asks for 127.0.0.1:8000, and a proxy for web:8000. These are not
    among ALLOWED_HOSTS, the names of the site, so Django would answer 400. No answer here contains
    the name it was asked by.
    """

    HEALTH = ("/healthz", "/readyz")
    FIGURES = "/metrics"
    THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path not in self.HEALTH and not (path == self.FIGURES and self._may_look(request)):
            return self.get_response(request)
        request.resolver_match = resolve(path)
        response: HttpResponseBase = request.resolver_match.func(request)
        response["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
        return response

    def _may_look(self, request: HttpRequest) -> bool:
        # Without a key only a name of this machine counts: a page in a browser on this machine
        # could ask by a name of its own that it has pointed here.
        name, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        is_named = bool(settings.METRICS_TOKEN) or name in self.THIS_MACHINE
        return is_named and may_look(request)


class SecureBeside(Around):
    """For plain http with another process on https: redirects everything that uses accounts to
    https.

    A password or session sent unencrypted over a room's Wi-Fi could be read by anybody.
    """

    ACCOUNTS = ("/accounts/", "/organizer/", "/operator/")

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.SECURE_PORT:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(self.ACCOUNTS):
            host = request.get_host().rsplit(":", 1)[0]
            there = f"https://{host}:{settings.SECURE_PORT}{request.get_full_path()}"
            return HttpResponseRedirect(there)
        return self.get_response(request)


class AwayDatabase(MiddlewareMixin):
    """503 when the database is busy, full, read-only or away. Nothing was saved, and the request
    can be sent again; a tablet does so by itself."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        trouble = trouble_of(error)
        return None if trouble is None else unavailable(request, trouble)


class Unknown(MiddlewareMixin):
    """A page about something that is not there, or that is somebody else's, is a 404."""

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        if isinstance(error, NotFound | NotAllowed):
            raise Http404(str(error)) from error


_CODES = {411: "length_required", 413: "too_large"}
_SETTLE = "/api/v1/settle/"  # its answers begin with `ok`


def _refuse(request: HttpRequest, refused: Refused) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        code = _CODES.get(refused.status, "bad_request")
        fault = {"code": code, "path": "", "message": refused.text}
        body: dict[str, object] = {"errors": [fault]}
        if request.path_info == _SETTLE:
            body = {"ok": False, **body}
        return JsonResponse(body, status=refused.status)
    kind, content = answer(refused, request)
    return HttpResponse(content, status=refused.status, content_type=kind)
