"""Fetches from other installations: https alone, bounded in size and time, no private addresses.

The name is resolved once, and the connection goes to the address that was checked, so that a name
which answers otherwise the second time leads nowhere else. Redirects are not followed.
"""

import re
import socket
import ssl
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal, StrOrPromise, lazy_text

SECONDS = 60
"""For a whole answer."""
WAIT = 10
"""For a connection, and for each piece."""
PIECE = 64 * 1024
LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
EMBEDDING = tuple(map(ip_network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
"""IPv6 networks whose addresses end in an IPv4 address, to which they may lead."""


def fetch(url: str, *, most: int) -> bytes:
    """The body at an address, `most` bytes at most. Raises Refusal (bad_address, private_address,
    unreachable, bad_certificate, redirected, bad_answer, too_large, too_slow), naming `address`."""
    parts = checked(url)
    deadline = time.monotonic() + SECONDS
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = _Pinned(parts, port, _address_of(str(parts.hostname), port))
    timer = Timer(max(0, deadline - time.monotonic()), connection.cut)
    try:
        timer.start()
        connection.connect()
        connection.request(
            "GET", parts.path or "/", headers={"Accept-Encoding": "identity", "Accept": "*/*"}
        )
        with connection.getresponse() as answer:
            if 300 <= answer.status < 400:
                message = _(
                    "That address redirects to another one (%(status)s), and redirects are not "
                    "followed. Write the address where the tournament is."
                )
                raise refused("redirected", lazy_text(message, status=answer.status))
            if answer.status != 200:
                raise refused(
                    "bad_answer", lazy_text(_("It answers %(status)s."), status=answer.status)
                )
            return _body(answer, most, deadline)
    except ssl.SSLCertVerificationError as error:
        message = _(
            "Its certificate is not trusted here: %(why)s. Its operator renews it; that of an "
            "authority of your own is named in FEDERATION_CA."
        )
        raise refused("bad_certificate", lazy_text(message, why=error.verify_message)) from error
    except (OSError, HTTPException) as error:
        if time.monotonic() > deadline:
            raise _too_slow() from error
        raise refused(
            "unreachable", lazy_text(_("It cannot be reached: %(why)s"), why=error)
        ) from error
    finally:
        timer.cancel()
        connection.close()


def checked(url: str) -> SplitResult:
    """The parts of an address that may be fetched. Raises Refusal (bad_address)."""
    try:
        parts = urlsplit(url.strip())
        is_host = parts.port != 0 and _is_host(parts.hostname or "")
    except ValueError:
        is_host = False
        parts = SplitResult("", "", "", "", "")
    allowed = ("https", "http") if settings.FEDERATION_PRIVATE else ("https",)
    is_plain = parts.username is None and not parts.query and not parts.fragment
    if parts.scheme not in allowed or not is_host or not is_plain or not url.isascii():
        raise refused(
            "bad_address",
            _("Write an address that begins with https://, such as https://mus.example."),
        )
    return parts


def _is_host(host: str) -> bool:
    """Whether this is an IPv6 address, or a name or an IPv4 address. Raises ValueError."""
    if ":" in host:
        return IPv6Address(host).scope_id is None
    return len(host) <= 253 and all(map(LABEL.fullmatch, host.split(".")))


def refused(code: str, message: StrOrPromise) -> Refusal:
    """The Refusal of an address."""
    return Refusal.one("address", code, message)


class _Pinned(HTTPConnection):
    """A connection to the address that was checked, under the name that was asked for."""

    def __init__(self, parts: SplitResult, port: int, address: str) -> None:
        super().__init__(str(parts.hostname), port, timeout=WAIT)
        self._address = address
        self._is_secure = parts.scheme == "https"

    def connect(self) -> None:
        """Wrapped before it connects, so that `cut` reaches every wait, the handshake too."""
        family = socket.AF_INET6 if ":" in self._address else socket.AF_INET
        self.sock = socket.socket(family, socket.SOCK_STREAM)
        self.sock.settimeout(WAIT)
        if self._is_secure:
            context = ssl.create_default_context()
            if settings.FEDERATION_CA:
                context.load_verify_locations(settings.FEDERATION_CA)
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
        self._socket = self.sock
        self._socket.connect((self._address, self.port))

    def cut(self) -> None:
        """Ends every read that waits. The answer may have taken the socket over."""
        with suppress(OSError, AttributeError):  # AttributeError: not connected yet
            # Not that of SSLSocket: it would take the encryption from under a read that waits.
            socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _address_of(host: str, port: int) -> str:
    """The first address of a name. All of them must be public, unless the operator allows others
    (FEDERATION_PRIVATE)."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise refused("unreachable", _("Nobody knows this name. Check the spelling.")) from error
    addresses = [str(row[4][0]) for row in rows]
    is_public = all(_is_public(ip_address(address.partition("%")[0])) for address in addresses)
    if not is_public and not settings.FEDERATION_PRIVATE:
        raise refused(
            "private_address",
            _("This address is inside a private network. Only public ones are asked."),
        )
    return addresses[0]


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        if any(address in network for network in EMBEDDING):
            return _is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address.sixtofour or address.teredo or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast


def _body(answer: HTTPResponse, most: int, deadline: float) -> bytes:
    body = bytearray()
    while piece := answer.read1(PIECE):
        body += piece
        if len(body) > most:
            raise refused(
                "too_large", lazy_text(_("It sends more than %(most)s bytes."), most=most)
            )
    if time.monotonic() > deadline:
        raise _too_slow()
    if answer.getheader("Content-Length", str(len(body))) != str(len(body)):
        raise refused("bad_answer", _("The answer was cut off. Try again."))
    return bytes(body)


def _too_slow() -> Refusal:
    return refused("too_slow", _("It takes too long. Try again later."))
