"""Reads from a request's headers the looks and the encoding, or that a view must answer.

Results are cached by the headers' text, because many phones send the same few headers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host

from delivery.looks import Looks, is_personal, looks_of

Headers = Mapping[bytes, bytes]

ENCODINGS = ("br", "gzip")
MOST_KNOWN = 4_096
MOST_SAID = 2_000
"""The most bytes of the headers below in one cache entry; longer headers are read each time."""
# Headers that can change an answer and are not read here: a request with one of these goes to a
# view.
APART = (b"authorization", b"content-length", b"transfer-encoding", b"range", b"upgrade")
TELLING = (
    b"host", b"cookie", b"accept-language", b"accept-encoding", b"accept", b"x-forwarded-proto",
)  # fmt: skip

Said = tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """An anonymous reader. `headers`: what a view needs to render the page for this reader."""

    looks: Looks
    encoding: str
    takes_json: bool
    headers: tuple[tuple[bytes, bytes], ...]


class Readers:
    """Reads the headers of requests, and caches the results."""

    def __init__(self) -> None:
        self._known: dict[Said, Reader | None] = {}

    def reader(self, headers: Headers) -> Reader | None:
        """The reader; None when the request must go to a view."""
        for name in APART:
            if name in headers:
                return None
        said = tuple([headers.get(name) for name in TELLING])
        try:
            return self._known[said]
        except KeyError:
            return self._remembered(said)

    def _remembered(self, said: Said) -> Reader | None:
        found = _read(*(_text(one) for one in said))
        if sum(len(one or b"") for one in said) <= MOST_SAID:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[said] = found
        return found


def _text(header: bytes | None) -> str:
    return (header or b"").decode("latin-1")


def _read(
    host: str, cookie: str, language: str, encoding: str, accept: str, proto: str
) -> Reader | None:
    cookies = parse_cookie(cookie)
    if is_personal(cookies) or not _is_ours(host) or not _is_safe(proto):
        return None
    looks = looks_of(cookies, language)
    passed = [(b"host", host.encode("latin-1"))]
    if proto:
        passed.append((b"x-forwarded-proto", proto.encode("latin-1")))
    return Reader(looks, encoding_of(encoding), _takes_json(accept), (*passed, *looks.headers()))


def _is_ours(host: str) -> bool:
    """Whether the host is ours. Other hosts go to Django, which refuses them."""
    allowed = settings.ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, allowed)


def _is_safe(proto: str) -> bool:
    """Whether the scheme is allowed. When https is required, http goes to Django, which
    redirects."""
    return not settings.SECURE_SSL_REDIRECT or proto == "https"


def _takes_json(accept: str) -> bool:
    """Whether the API's plain JSON is accepted. A request for indented JSON goes to the view."""
    wanted = "*/*" in accept or "application/json" in accept or not accept
    return wanted and "indent" not in accept


def encoding_of(accepted: str, among: Sequence[str] = ENCODINGS) -> str:
    """The first of `among` that an Accept-Encoding allows; "" for none."""
    taken = {}
    for part in accepted.lower().split(","):
        name, _semicolon, rest = part.strip().partition(";")
        taken[name.strip()] = not _is_zero(rest)
    return next((one for one in among if taken.get(one, False)), "")


def _is_zero(parameter: str) -> bool:
    name, _equals, value = parameter.replace(" ", "").partition("=")
    return name == "q" and value.strip("0.") == "" and value != ""
