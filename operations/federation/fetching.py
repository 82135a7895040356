"""Fetches from other installations: https alone, bounded in size and time, no private addresses.

The name is resolved once, and the connection goes to the address that was checked, so that a name
which answers otherwise the second time leads nowhere else. Redirects are not followed.
"""

from __future__ import annotations

import socket
import ssl
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal, StrOrPromise, said

SECONDS = 60
"""For a whole answer."""
WAIT = 10
"""For a connection, and for each piece."""
PIECE = 64 * 1024


def fetch(url: str, *, most: int) -> bytes:
    """The body at an address, `most` bytes at most. Raises Refusal (bad_address, private_address,
    unreachable, bad_answer, too_large, too_slow), naming `address`."""
    parts = checked(url)
    deadline = time.monotonic() + SECONDS
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = _Pinned(parts, port, _address_of(str(parts.hostname), port))
    try:
        connection.request(
            "GET", parts.path or "/", headers={"Accept-Encoding": "identity", "Accept": "*/*"}
        )
        with connection.getresponse() as answer:
            if answer.status != 200:
                raise refused("bad_answer", said(_("It answers %(status)s."), status=answer.status))
            return _body(answer, most, deadline)
    except (OSError, HTTPException) as error:
        raise refused("unreachable", said(_("It cannot be reached: %(why)s"), why=error)) from error
    finally:
        connection.close()


def checked(url: str) -> SplitResult:
    """The parts of an address that may be fetched. Raises Refusal (bad_address)."""
    try:
        parts = urlsplit(url.strip())
        _port = parts.port
    except ValueError:
        parts = SplitResult("", "", "", "", "")
    allowed = ("https", "http") if settings.FEDERATION_PRIVATE else ("https",)
    is_plain = parts.username is None and not parts.query and not parts.fragment
    if parts.scheme not in allowed or not parts.hostname or not is_plain or not url.isascii():
        raise refused("bad_address", _("Write an address that begins with https://."))
    return parts


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
        self.sock = socket.create_connection((self._address, self.port), WAIT)
        if self._is_secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _address_of(host: str, port: int) -> str:
    """The first address of a name. All of them must be public, unless the operator allows others
    (FEDERATION_PRIVATE)."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise refused("unreachable", _("Nobody knows this name. Check the spelling.")) from error
    found = [str(row[4][0]) for row in rows]
    addresses = [ip_address(one.partition("%")[0]) for one in found]
    is_public = all(one.is_global and not one.is_multicast for one in addresses)
    if not is_public and not settings.FEDERATION_PRIVATE:
        raise refused(
            "private_address",
            _("This address is inside a private network. Only public ones are asked."),
        )
    return found[0]


def _body(answer: HTTPResponse, most: int, deadline: float) -> bytes:
    body = bytearray()
    while piece := answer.read1(PIECE):
        body += piece
        if len(body) > most:
            raise refused("too_large", said(_("It sends more than %(most)s bytes."), most=most))
        if time.monotonic() > deadline:
            raise refused("too_slow", _("It takes too long. Try again later."))
    return bytes(body)
