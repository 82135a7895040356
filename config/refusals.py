"""Refusals before a page is asked for: malformed, too large, without a length, too late.

A browser gets a page in its reader's language. Programs get the plain text, in English.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, parse_cookie
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.utils.functional import lazy
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext_lazy as _
from starlette.types import ASGIApp, Receive, Scope, Send

from delivery.looks import parted
from tournament.errors import StrOrPromise, lazy_text

LONGEST_ADDRESS = 8_000
"""Bytes of path and query, as nginx allows."""
HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Refused:
    """A status, what programs read, and for people what is wrong with its remedy."""

    status: int
    text: str
    title: StrOrPromise
    remedy: StrOrPromise
    retry_after: int = 60
    """Seconds, said with a 503."""


def unreadable(text: str) -> Refused:
    """400: the address or the headers are not what a browser sends."""
    return Refused(
        400,
        text,
        _("This request cannot be read"),
        _("Its address or its content is not what a browser would send. Go back and try again."),
    )


def too_large(most: int) -> Refused:
    """413: a body may have `most` bytes."""
    remedy = _("At most %(most)s can be sent here. Go back and send a smaller file, or less text.")
    return Refused(
        413,
        f"The body may have {most} bytes.",
        _("This is too much at once"),
        lazy_text(remedy, most=lazy(filesizeformat, str)(most)),
    )


NO_LENGTH = Refused(
    411,
    "Send the body with a Content-Length.",
    _("This request does not say how long it is"),
    _("Go back and send it again. If it happens again, use another browser."),
)
LONG_ADDRESS = Refused(
    414,
    f"The address may have {LONGEST_ADDRESS} bytes.",
    _("This address is too long"),
    _("Go back and use the links and forms of the page."),
)
TOO_LATE = Refused(
    408,
    "The request did not arrive in time. Send it again.",
    _("This did not arrive in time"),
    _("The network may be slow where you are. Go back and send it again."),
)
ANOTHER_FILE = Refused(
    503,
    "Another file is on its way. Send this one in a minute.",
    _("Another file is on its way"),
    _("The server takes one at a time. Go back and send this one in a minute."),
)

CROWDED = Refused(
    503,
    "Too much is being sent at once. Send this again in a minute.",
    _("Too much is being sent at once"),
    _("Others are sending large lists. Go back and send this again in a minute."),
)
BUSY = Refused(
    503,
    "Too many requests wait for an answer. Send this again in five seconds.",
    _("Too many people are asking at once"),
    _("Your page comes when you ask again in a few seconds. Nothing was saved of this request."),
    retry_after=5,
)


def answer(refused: Refused, request: HttpRequest) -> tuple[str, bytes]:
    """The content type and the body, in the form that fits the request."""
    if "text/html" not in request.META.get("HTTP_ACCEPT", ""):
        return TEXT, f"{refused.text}\n".encode()
    # The middleware that would find the language comes later.
    with override(parted(request.path_info)[0] or get_language_from_request(request)):
        return HTML, render_to_string("errors/refused.html", {"refused": refused}).encode()


def request_of(path: str, headers: Iterable[tuple[bytes, bytes]]) -> HttpRequest:
    """A request for `answer`, made from path and headers alone."""
    fields = {name: value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.path_info = path
    request.COOKIES = parse_cookie(fields.get(b"cookie", ""))
    request.META["HTTP_ACCEPT"] = fields.get(b"accept", "")
    request.META["HTTP_ACCEPT_LANGUAGE"] = fields.get(b"accept-language", "")
    return request


async def send_refusal(scope: Scope, send: Send, refused: Refused) -> None:
    """Sends the refusal as an ASGI answer, and closes the connection."""
    kind, body = answer(refused, request_of(scope.get("path", ""), scope["headers"]))
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *([(b"retry-after", b"%d" % refused.retry_after)] if refused.status == 503 else []),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def well_formed(application: ASGIApp) -> ASGIApp:
    """Refuses requests that a proxy and this server could read in two ways, and long addresses."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        refused = _fault(scope) if scope["type"] == "http" else None
        if refused is None:
            await application(scope, receive, send)
        else:
            await send_refusal(scope, send, refused)

    return checked


def _fault(scope: Scope) -> Refused | None:
    names = [name for name, _value in scope["headers"]]
    if names.count(b"host") != 1:
        return unreadable("Send one Host header.")
    if names.count(b"transfer-encoding") > 1:
        return unreadable("Send one Transfer-Encoding header.")
    if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
        return LONG_ADDRESS
    return None
