"""A published answer in every encoding in which it is sent."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import brotli
import zopfli.gzip as zopfli

Message = MutableMapping[str, Any]
Pair = tuple[bytes, bytes]

LONGEST = 150_000
"""Bytes. For larger pages zopfli would take more than a second."""


def _smallest_gzip(body: bytes) -> bytes:
    """The smallest gzip: one round of zopfli gains nearly as much as ten."""
    if len(body) > LONGEST:
        return gzip.compress(body, compresslevel=9, mtime=0)
    return bytes(zopfli.compress(body, numiterations=1))


HURRIED: Mapping[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
PLAIN_OF: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,
}
SMALLEST_OF: Mapping[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=11),
    "gzip": _smallest_gzip,
}
"""Encoding → the best compression, for pages that stay: it takes some ten times longer and saves a
tenth."""
NOT_KEPT = "no-store"
"""The Cache-Control of a page that changes without an event, because something in it is still being
worked out."""
SMALLEST = 200
"""Bytes. Smaller pages gain nothing from compression."""
OVERHEAD = 1_500
"""Bytes that the messages and headers of a page take, roughly, besides its body."""

_OWN = frozenset({b"content-length", b"content-encoding", b"etag", b"vary"})
_ENCODED = {name: (b"content-encoding", name.encode()) for name in PLAIN_OF}
_OF_CONTENT = frozenset({b"content-type", b"content-language", b"content-disposition"})


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a view."""

    status: int
    headers: tuple[Pair, ...]
    body: bytes

    @property
    def is_for_everybody(self) -> bool:
        """Whether the answer can be published: status 200, with nothing for one browser alone."""
        names = {name for name, _value in self.headers}
        return self.status == 200 and not names & {b"set-cookie", b"content-encoding"}

    @property
    def stays(self) -> bool:
        """Whether the page stays the same until the next event."""
        return self.header(b"cache-control") != NOT_KEPT.encode()

    def header(self, wanted: bytes) -> bytes:
        """The value of a header; empty when it is missing."""
        return next((value for name, value in self.headers if name == wanted), b"")


class Form:
    """A page in one encoding, as ASGI messages."""

    __slots__ = ("body", "common", "own", "status")

    def __init__(self, status: int, common: tuple[Pair, ...], own: list[Pair], body: bytes) -> None:
        self.status = status
        self.common = common
        self.own = own
        self.body = body

    @property
    def start(self) -> Message:
        """The ASGI message that starts the response."""
        headers = [*self.common, *self.own]
        return {"type": "http.response.start", "status": self.status, "headers": headers}

    @property
    def message(self) -> Message:
        """The ASGI message with the body, which ends the response."""
        return {"type": "http.response.body", "body": self.body}


class Page:
    """A published answer: whole in each encoding, without its body (HEAD), and as 304.

    It is compressed at the first request for an encoding. From then on only the compressed form is
    stored, unless the plain one is requested too; it takes an eighth of the memory. A page that
    does not stay has no ETag and is always sent whole.
    """

    __slots__ = ("_bare", "_common", "_etag", "_forms", "_plain_is_asked", "etag", "stays")

    def __init__(self, answer: Answer) -> None:
        self.stays = answer.stays
        self.etag = answer.header(b"etag").removeprefix(b"W/") or _etag_of(answer.body)
        kept = [pair for pair in answer.headers if pair[0] not in _OWN]
        kept.append((b"vary", _vary(answer.header(b"vary"))))
        self._common = _shared(tuple(kept))
        self._bare = _shared(tuple(pair for pair in kept if pair[0] not in _OF_CONTENT))
        self._etag = [(b"etag", b"W/" + self.etag)] if self.stays else []
        self._plain_is_asked = False
        self._forms = {"": self._whole("", answer.body)}

    @property
    def body(self) -> bytes:
        """The uncompressed page, decompressed if only a compressed form is stored."""
        plain = self._forms.get("")
        if plain is not None:
            return plain.body
        # The compressed form is always stored before the plain one is dropped.
        encoding = next(name for name in PLAIN_OF if name in self._forms)
        return PLAIN_OF[encoding](self._forms[encoding].body)

    @property
    def size(self) -> int:
        """Bytes of memory that the stored forms take."""
        return OVERHEAD + sum(len(form.body) for form in list(self._forms.values()))

    def is_ready(self, encoding: str) -> bool:
        """Whether the page is ready to be sent in this encoding."""
        if encoding in self._forms:
            return True
        plain = self._forms.get("")
        return plain is not None and len(plain.body) < SMALLEST

    def compress(self, encoding: str) -> None:
        """Compresses the page in this encoding, quickly; "" means uncompressed."""
        if self.is_ready(encoding):
            return
        if not encoding:
            self._plain_is_asked = True
            self._forms[""] = self._plain()
            return
        self._keep(encoding, HURRIED)
        if encoding in self._forms and not self._plain_is_asked:
            self._forms.pop("", None)

    def squeeze(self, encoding: str) -> None:
        """Compresses the page as well as possible, for later requests. Slow."""
        self._keep(encoding, SMALLEST_OF)

    def messages(
        self, encoding: str, known: bytes | None = None, *, head: bool = False
    ) -> tuple[Message, Message]:
        """The two ASGI messages to send. `known`: the reader's If-None-Match."""
        form = self.form(encoding, known)
        return form.start, (self._unchanged() if head else form).message

    def form(self, encoding: str, known: bytes | None = None) -> Form:
        """The form to send in this encoding to a reader with If-None-Match `known`."""
        if known is not None and self._is_known(known):
            return self._unchanged()
        return self._forms.get(encoding) or self._forms.get("") or self._plain()

    def _plain(self) -> Form:
        return self._whole("", self.body)

    def _unchanged(self) -> Form:
        return Form(304, self._bare, self._etag, b"")

    def _whole(self, encoding: str, body: bytes) -> Form:
        own = [*self._etag, (b"content-length", str(len(body)).encode())]
        if encoding:
            own.append(_ENCODED[encoding])
        return Form(200, self._common, own, body)

    def _keep(self, encoding: str, ways: Mapping[str, Callable[[bytes], bytes]]) -> None:
        if encoding in ways:
            self._forms[encoding] = self._whole(encoding, ways[encoding](self.body))

    def _is_known(self, known: bytes) -> bool:
        return self.stays and (self.etag in known or known.strip() == b"*")


@lru_cache(maxsize=256)
def _shared(headers: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """The same object for equal headers of many pages, to save memory."""
    return headers


def _etag_of(body: bytes) -> bytes:
    return b'"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'


def _vary(said: bytes) -> bytes:
    names = [name.strip() for name in said.decode("latin-1").split(",") if name.strip()]
    known = {name.lower() for name in names}
    wanted = ("Accept-Encoding", "Accept-Language", "Cookie")
    return ", ".join([*names, *(w for w in wanted if w.lower() not in known)]).encode()
