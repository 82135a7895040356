"""One published answer, in every form in which it is sent, ready to be handed to the server."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

import brotli

Message = MutableMapping[str, Any]
Pair = tuple[bytes, bytes]

HURRIED: Mapping[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": partial(gzip.compress, compresslevel=6, mtime=0),
}
SMALLEST_OF: Mapping[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
"""What `squeeze` does with a page that stays: some tens of times the work, a tenth less to send."""
SMALLEST = 200
"""Bytes under which nothing is gained by compressing."""
OVERHEAD = 2_000
"""About what the messages and headers of one page take beside its bytes."""

_OWN = frozenset({b"content-length", b"content-encoding", b"etag", b"vary"})
_OF_CONTENT = frozenset({b"content-type", b"content-language", b"content-disposition"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a view answered."""

    status: int
    headers: tuple[Pair, ...]
    body: bytes

    @property
    def is_for_everybody(self) -> bool:
        """Whether it can be kept: a page, with nothing in it for one browser alone."""
        names = {name for name, _value in self.headers}
        return self.status == 200 and not names & {b"set-cookie", b"content-encoding"}

    def header(self, wanted: bytes) -> bytes:
        """The value of a header; empty when it is not there."""
        return next((value for name, value in self.headers if name == wanted), b"")


class Form:
    """One way to send a page: as messages of ASGI, and as the bytes that go over the wire."""

    __slots__ = ("body", "head", "message", "start")

    def __init__(self, status: int, headers: list[Pair], body: bytes) -> None:
        self.start = {"type": "http.response.start", "status": status, "headers": headers}
        self.message = {"type": "http.response.body", "body": body}
        lines = [b"%s: %s\r\n" % pair for pair in headers]
        self.head = b"HTTP/1.1 %d %s\r\n" % (status, HTTPStatus(status).phrase.encode())
        self.head += b"".join(lines)
        self.body = body


class Page:
    """The answer as messages: whole in each encoding, without its body, and as 304.

    It is compressed when somebody first asks for it so: a page that is only followed is not.
    """

    __slots__ = ("_common", "_forms", "_unchanged", "body", "etag", "size")

    def __init__(self, answer: Answer) -> None:
        self.body = answer.body
        self.etag = answer.header(b"etag").removeprefix(b"W/") or _etag_of(answer.body)
        self._common = [
            *((name, value) for name, value in answer.headers if name not in _OWN),
            (b"etag", b"W/" + self.etag),
            (b"vary", _vary(answer.header(b"vary"))),
        ]
        self._forms = {"": _whole(self._common, "", answer.body)}
        bare = [pair for pair in self._common if pair[0] not in _OF_CONTENT]
        self._unchanged = Form(304, bare, b"")
        self.size = OVERHEAD + 2 * len(answer.body)
        """Bytes of memory at most: the page itself, and what both encodings make of it."""

    def is_ready(self, encoding: str) -> bool:
        """Whether nothing has to be worked out for who takes `encoding`."""
        return encoding in self._forms or len(self.body) < SMALLEST

    def compress(self, encoding: str) -> None:
        """Makes the page ready for who takes `encoding`, in a hurry."""
        if not self.is_ready(encoding):
            self._keep(encoding, HURRIED)

    def squeeze(self, encoding: str) -> None:
        """Compresses it as far as can be, for all who come from now on. Slow."""
        self._keep(encoding, SMALLEST_OF)

    def messages(
        self, encoding: str, known: bytes | None = None, *, head: bool = False
    ) -> tuple[Message, Message]:
        """What to send: the start and the body. `known`: the reader's If-None-Match."""
        form = self.form(encoding, known)
        return form.start, (self._unchanged if head else form).message

    def form(self, encoding: str, known: bytes | None = None) -> Form:
        """What to send to who takes `encoding` and has `known`."""
        if known is not None and self._is_known(known):
            return self._unchanged
        return self._forms.get(encoding) or self._forms[""]

    def _keep(self, encoding: str, ways: Mapping[str, Callable[[bytes], bytes]]) -> None:
        if encoding in ways:
            self._forms[encoding] = _whole(self._common, encoding, ways[encoding](self.body))

    def _is_known(self, known: bytes) -> bool:
        return self.etag in known or known.strip() == b"*"


def _etag_of(body: bytes) -> bytes:
    return b'"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'


def _vary(said: bytes) -> bytes:
    names = [name.strip() for name in said.decode("latin-1").split(",") if name.strip()]
    known = {name.lower() for name in names}
    wanted = ("Accept-Encoding", "Accept-Language", "Cookie")
    return ", ".join([*names, *(w for w in wanted if w.lower() not in known)]).encode()


def _whole(common: Iterable[Pair], encoding: str, body: bytes) -> Form:
    headers = [*common, (b"content-length", str(len(body)).encode())]
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    return Form(200, headers, body)
