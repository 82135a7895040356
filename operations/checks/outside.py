"""Asks the site by its public address, as a stranger does: whether a page, the stream and the
certificate are there, and what the proxy passes on."""

import json
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from ipaddress import ip_address
from smtplib import SMTPException
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.core.mail import get_connection
from django.core.signing import BadSignature, Signer
from django.db import DatabaseError
from django.templatetags.static import static
from django.urls import reverse

from operations.checks.finding import Finding, bad, ok, warning
from tournament.championship.models import Tournament
from tournament.matches.models import Match

SECONDS = 10
ASKED_BY = "X-Mus-Doctor"
"""Header with a signature: the server then answers with the address that the request is from."""
FORGED = "203.0.113.9"
"""An address that nobody has (RFC 5737)."""
SOON = timedelta(days=14)
"""A certificate that is renewed by a program is renewed earlier."""
AWAY = (OSError, ValueError, HTTPException)


def from_outside(url: str) -> Iterator[Finding]:
    """All that can be asked of the site at this address, and of its mail server. When the site does
    not answer, no page is asked for."""
    url = url.rstrip("/")
    yield named(url)
    yield mail()
    if urlsplit(url).scheme == "https":
        yield certificate(url)
    reached = list(proxy(url))
    yield from reached
    if reached[-1].level != "bad":
        yield page(url)
        yield match(url)
        yield styles(url)
        yield stream(url)


def named(url: str) -> Finding:
    """Compares PUBLIC_URL, with which links in mails and codes begin, with the address asked."""
    about = f"public address ({url})"
    if settings.PUBLIC_URL and _same(settings.PUBLIC_URL) != _same(url):
        remedy = f"Set PUBLIC_URL={url}, or ask the doctor with --url {settings.PUBLIC_URL}."
        return bad(about, f"Links and codes begin with {settings.PUBLIC_URL}.", remedy)
    return ok(about, "Links begin with it.")


def _same(url: str) -> tuple[str, str]:
    """What two ways to write one address have in common."""
    at = urlsplit(url)
    usual = {"http": 80, "https": 443}.get(at.scheme)
    port = "" if at.port in (None, usual) else f":{at.port}"
    return at.scheme, f"{at.hostname}{port}{at.path.rstrip('/')}"


def _is_this_machine(url: str) -> bool:
    name = urlsplit(url).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def certificate(url: str) -> Finding:
    """Checks for how many days the certificate is valid."""
    about, remedy = f"certificate ({url})", "Renew it; look at certbot, or at Caddy's log."
    try:
        until = valid_until(url)
    except AWAY as error:
        return bad(about, f"It is not valid: {error}.", remedy)
    left = until - datetime.now(UTC)
    says = f"It is valid until {until:%Y-%m-%d}, {left.days} days."
    return warning(about, says, remedy) if left < SOON else ok(about, says)


def valid_until(url: str) -> datetime:
    """When the certificate of this https address ends. Raises OSError or ValueError when there is
    none that is valid now."""
    at = urlsplit(url)
    context = ssl.create_default_context()
    with (
        socket.create_connection((at.hostname or "", at.port or 443), timeout=SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=at.hostname) as secure,
    ):
        told = secure.getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(told["notAfter"])), UTC)


def mail() -> Finding:
    """Connects to the mail server and signs in there. Sends nothing."""
    if not settings.EMAIL_HOST:
        return ok("mail", "Not used: no page offers it.")
    about = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with get_connection(timeout=SECONDS):
            return ok("mail", f"{about} takes it.")
    except (OSError, SMTPException) as error:
        remedy = "Look at EMAIL_URL: invitations, passwords and notices do not leave."
        return bad("mail", f"{about} does not take it: {error}.", remedy)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    kind: str
    begins: bytes
    """Its first line."""


def _ask(url: str, accept: str) -> Answer:
    request = urllib.request.Request(url, headers={"Accept": accept})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            kind = answer.headers.get("Content-Type", "")
            return Answer(answer.status, kind, answer.readline())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers.get("Content-Type", ""), b"")


def page(url: str) -> Finding:
    """Reads the first page as a browser does. Only `/healthz` answers under any name."""
    return _page(f"first page ({url})", url, "/")


def match(url: str) -> Finding:
    """Reads the page of the newest match that everybody may see."""
    about = f"a match ({url})"
    try:
        newest = Match.objects.order_by("-pk").values_list("tournament__slug", "pk").first()
    except DatabaseError:
        newest = None
    if newest is None:
        return ok(about, "There is none yet.")
    return _page(about, url, reverse("public:match", args=newest))


def styles(url: str) -> Finding:
    """Reads a file that every page needs: without it pages are bare text."""
    about = f"files of pages ({url})"
    remedy = (
        "manage.py collectstatic --no-input, start the servers again, and let the proxy pass on "
        "/static/."
    )
    try:
        at = static("packed/print.css")
        answer = _ask(urljoin(f"{url}/", at), "text/css")
    except AWAY as error:
        return bad(about, f"They do not come: {error}.", remedy)
    if answer.status != 200 or not answer.kind.startswith("text/css"):
        return bad(about, f"{at} answers {answer.status} {answer.kind}.", remedy)
    return ok(about, "They are there.")


def _page(about: str, url: str, at: str) -> Finding:
    try:
        answer = _ask(f"{url}{at}", "text/html")
    except AWAY as error:
        return bad(
            about, f"It does not answer: {error}.", "Look at the proxy and the server's log."
        )
    if answer.status == 400:
        remedy = (
            f"Let the proxy pass on the name (nginx: proxy_set_header Host $host;), and name "
            f"{urlsplit(url).hostname} in ALLOWED_HOSTS."
        )
        return bad(about, "It answers 400 to everybody.", remedy)
    if answer.status != 200 or not answer.kind.startswith("text/html"):
        remedy = "Let the proxy pass on every address; look at the server's log."
        return bad(about, f"It answers {answer.status} {answer.kind}, not a page.", remedy)
    return ok(about, "It is there.")


def stream(url: str) -> Finding:
    """Opens the stream of a tournament, which tells open pages what changed."""
    about = f"live pages ({url})"
    remedy = "Let the proxy pass /live/ to the server as it comes, unbuffered (deploy/)."
    slug = _newest_slug()
    try:
        answer = _ask(f"{url}/live/t/{slug or 'none'}", "text/event-stream")
    except AWAY as error:
        return bad(about, f"/live/ does not come: {error}.", remedy)
    expected = (200, "text/event-stream") if slug else (404, "text/plain")
    if answer.status != expected[0] or not answer.kind.startswith(expected[1]):
        says = f"/live/ answers {answer.status} {answer.kind}: no page changes by itself."
        return bad(about, says, remedy)
    return ok(about, "They are told what changes.")


def _newest_slug() -> str:
    try:
        return Tournament.objects.order_by("-pk").values_list("slug", flat=True).first() or ""
    except DatabaseError:
        return ""


def proxy(url: str) -> Iterator[Finding]:
    """Asks whether the server is reached; the answer shows what its proxy passes on.

    The request says that it comes from another address (`X-Forwarded-For`), as anybody could. The
    server answers with the address that it believes, because the request is signed.
    """
    about = f"proxy ({url})"
    if settings.HTTPS and not url.startswith("https:"):
        remedy = "Ask the https address: doctor --url https://…"
        yield warning(about, "HTTPS=1, and this address is plain http.", remedy)
    headers = {ASKED_BY: Signer(salt=ASKED_BY).sign(url), "X-Forwarded-For": FORGED}
    try:
        request = urllib.request.Request(f"{url}/healthz", headers=headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            secure = answer.headers.get("Strict-Transport-Security")
            caller = json.load(answer).get("caller")
    except urllib.error.HTTPError as error:
        remedy = "400: name the host in ALLOWED_HOSTS. 502: start the servers."
        yield bad(about, f"It answers {error.code}.", remedy)
        return
    except (OSError, ValueError) as error:
        yield bad(about, f"It does not answer: {error}.", "Look at the proxy and its certificate.")
        return
    if url.startswith("https:") and not secure:
        remedy = (
            "Set HTTPS=1, let the proxy send X-Forwarded-Proto, and name the proxy in "
            "FORWARDED_ALLOW_IPS when it is on another machine."
        )
        yield bad(about, "The server does not know that it is reached by https.", remedy)
        return
    if caller is None:
        remedy = (
            "Point the name and the proxy at these servers, and give all of them and the doctor "
            "one SECRET_KEY (containers, units: docs/operating.md, Commands)."
        )
        yield bad(about, "Another program answers there, or servers with another key.", remedy)
        return
    if caller == FORGED and _is_this_machine(url):
        # The word of this machine is believed where a proxy may stand on it.
        yield ok(about, "It answers. Ask by the public name what a proxy passes on.")
        return
    if caller == FORGED:
        remedy = (
            "Let the proxy replace X-Forwarded-For (deploy/), and name only proxies in "
            "FORWARDED_ALLOW_IPS."
        )
        yield bad(about, "Anybody may say which address they come from: rate limits fail.", remedy)
        return
    yield ok(about, "It answers, and believes no forged address.")


def is_doctor(headers: Mapping[str, str]) -> bool:
    """Return True if a request is from the doctor of this installation: signed with its key."""
    try:
        Signer(salt=ASKED_BY).unsign(headers.get(ASKED_BY, ""))
    except BadSignature:
        return False
    return True
