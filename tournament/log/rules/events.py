"""The event log's canonical form and its chain of hashes.

The text that is hashed is the event as one JSON object with the keys `actor`, `at`, `data`,
`kind`, `number`, `previous` and `tournament`: keys sorted, no spaces, UTF-8, no fractions.
docs/event-log.md has the recipe for checking a log with nothing but a standard library.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from tournament.log.rules.actors import Actor
from tournament.log.rules.sealing import Erasures, do_open, opened, sealed_texts

GENESIS = "0" * 64
MAX_DEPTH = 40


class NotCanonical(ValueError):
    """The data cannot be written the same way in every programming language, or cannot be
    stored."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event of a log. `texts`: the texts of the commitments in `data`. `hash` covers everything
    except `texts`."""

    tournament: str
    number: int
    kind: str
    actor: Actor
    at: datetime
    data: Mapping[str, Any]
    previous: str
    hash: str
    texts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def told(self) -> Any:
        """The data with its texts."""
        return opened(self.data, self.texts) if self.texts else self.data

    def to_json(self) -> dict[str, Any]:
        """The published form: one line of the exported log."""
        beside = {"texts": self.texts} if self.texts else {}
        return {**_body(self), "hash": self.hash, **beside}


@dataclass(frozen=True, slots=True)
class LogFault:
    """The first wrong event of a log.

    `code`: number_gap, wrong_previous, wrong_hash, wrong_head; for the texts, which are outside the
    chain: wrong_text, text_missing, text_shown.
    """

    number: int
    code: str


def stamp(moment: datetime) -> str:
    """`moment` (aware) in UTC with microseconds: 2026-05-24T12:00:00.000000Z."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def sealed(
    *,
    tournament: str,
    number: int,
    kind: str,
    actor: Actor,
    at: datetime,
    data: Mapping[str, Any],
    previous: str,
) -> LogEntry:
    """A new entry with its hash, and with commitments in place of texts that name people. Raises
    NotCanonical for data that cannot be hashed safely."""
    check_canonical(data)
    check_canonical(actor.label)
    committed, texts = sealed_texts(kind, data)
    entry = LogEntry(tournament, number, kind, actor, at, committed, previous, "", texts)
    return replace(entry, hash=hash_of(entry))


def hash_of(entry: LogEntry) -> str:
    """SHA-256, in hexadecimal, of the entry's canonical text."""
    return hashlib.sha256(canonical(entry).encode("utf-8", "surrogatepass")).hexdigest()


def canonical(entry: LogEntry) -> str:
    return json.dumps(
        _body(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def first_fault(
    entries: Iterable[LogEntry], *, head_number: int, head_hash: str
) -> LogFault | None:
    """The first event whose number, predecessor or hash is wrong; None when the chain holds."""
    previous, number = GENESIS, 0
    erasures = Erasures()
    for entry in entries:
        number += 1
        if entry.number != number:
            return LogFault(number, "number_gap")
        if entry.previous != previous:
            return LogFault(number, "wrong_previous")
        if hash_of(entry) != entry.hash:
            return LogFault(number, "wrong_hash")
        if not do_open(entry.data, entry.texts):
            return LogFault(number, "wrong_text")
        erasures.hear(number, entry.kind, entry.data, entry.texts)
        previous = entry.hash
    if (number, previous) != (head_number, head_hash):
        return LogFault(min(number, head_number) + 1, "wrong_head")
    found = erasures.first_fault()
    return LogFault(*found) if found else None


def check_canonical(value: object, depth: int = 0) -> None:
    """Allows text, whole numbers, truth values, null, lists and objects. Raises NotCanonical for
    anything else."""
    if depth > MAX_DEPTH:
        raise NotCanonical("nested too deeply")
    if value is None or isinstance(value, bool | int):
        return
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list | tuple):
        for item in value:
            check_canonical(item, depth + 1)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotCanonical("a key that is not text")
            _check_text(key)
            check_canonical(item, depth + 1)
    else:
        raise NotCanonical(f"a {type(value).__name__}")


def _check_text(text: str) -> None:
    if "\x00" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise NotCanonical("text with a NUL or half a character")


def _body(entry: LogEntry) -> dict[str, Any]:
    return {
        "tournament": entry.tournament,
        "number": entry.number,
        "kind": entry.kind,
        "actor": {"kind": entry.actor.kind, "id": entry.actor.id, "label": entry.actor.label},
        "at": stamp(entry.at),
        "data": entry.data,
        "previous": entry.previous,
    }
