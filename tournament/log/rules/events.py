"""The event log's canonical form and its chain of hashes.

The text that is hashed is the event as one JSON object with the keys `actor`, `at`, `data`,
`kind`, `number`, `previous` and `tournament`: keys sorted, no spaces, UTF-8, no fractions.
docs/event-log.md has the recipe for checking a log with nothing but a standard library.
"""

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from tournament.log.rules.kinds import step_of
from tournament.log.rules.roles import Actor

# Texts that name people stand in the log as commitments, with salt and text beside them.
#
# In the hashed data such a text is `{"sealed": <commitment>}`. Anybody with salt and text can check
# the commitment. When both are erased, the commitment stays, and so the chain still holds.


Texts = Mapping[str, list[str] | None]
"""Commitment → its salt and its text; None once they were erased."""

RECIPE = "mus-text/1"
MARK = "sealed"
ERASED = "[…]"
"""Shown in place of an erased text, in every language."""
NAMING = frozenset({"account", "name", "names", "player_1", "player_2", "reason", "venue"})
"""Keys whose texts may name people."""
A_PAIR = "player_1"
"""Key of an object that tells a pair; all its texts may name people, but those under a key of
`NOT_NAMING`."""
A_REFERENCE = frozenset({"number", "name"})
"""Keys of an object that names a pair, in an event of whatever kind."""
NOT_NAMING = frozenset({"number", "club", "status", "place_stays_empty"})
SHORT = 16
"""How many digits of a commitment the event of an erasure gives to name it."""


def commitment_of(salt: str, text: str) -> str:
    """The SHA-256 of three lines: the recipe, the salt, the text."""
    lines = "\n".join((RECIPE, salt, text))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def sealed_texts(kind: str, data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """`data` with a commitment in place of each text that may name somebody, and those texts by
    commitment. Within an event the same text has one salt. A tournament's or a circuit's own name
    does not name a person."""
    of_days = kind.startswith(("tournament.", "circuit."))
    keys = NAMING - {"name"} if of_days else NAMING
    by_text: dict[str, str] = {}
    texts: dict[str, Any] = {}

    def seal(text: str) -> dict[str, str]:
        if text not in by_text:
            salt = token_hex(16)
            by_text[text] = commitment_of(salt, text)
            texts[by_text[text]] = [salt, text]
        return {MARK: by_text[text]}

    return replaced(data, keys, seal), texts


def replaced(
    value: Any, keys: frozenset[str], turn: Callable[[str], Any], *, is_named: bool = False
) -> Any:
    """`value` with each text under one of the keys replaced by what `turn` returns for it.
    `is_named`: `value` itself stands under one of the keys."""
    if isinstance(value, str):
        return turn(value) if is_named and value not in ("", ERASED) else value
    if isinstance(value, list | tuple):
        return [replaced(inner, keys, turn, is_named=is_named) for inner in value]
    if isinstance(value, Mapping):
        if A_PAIR in value and A_PAIR in keys:
            keys |= value.keys() - NOT_NAMING
        elif value.keys() >= A_REFERENCE:
            keys |= A_REFERENCE
        return {
            key: replaced(inner, keys, turn, is_named=key in keys) for key, inner in value.items()
        }
    return value


def opened(data: Any, texts: Texts) -> Any:
    """`data` with its texts put back; ERASED where a text was erased."""
    commitment = _commitment(data)
    if commitment is not None:
        salted_text = texts.get(commitment)
        return salted_text[1] if salted_text else ERASED
    if isinstance(data, Mapping):
        return {key: opened(inner, texts) for key, inner in data.items()}
    if isinstance(data, list | tuple):
        return [opened(inner, texts) for inner in data]
    return data


def commitments_in(data: Any) -> Iterator[str]:
    """Every commitment in the data of an event."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is str or kind is int or value is None or kind is bool:
            continue  # quick way out: a long day has a million of these
        if kind is list or (kind is dict and len(value) != 1):
            waiting.extend(value if kind is list else value.values())
            continue
        commitment = _commitment(value)
        if commitment is not None:
            yield commitment
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)


def plain_texts(kind: str, data: Mapping[str, Any]) -> set[str]:
    """The texts that may name people and are in the data unsealed, as in events before commitments
    existed."""
    _committed, texts = sealed_texts(kind, data)
    return {text for _salt, text in texts.values()}


def do_open(data: Any, texts: Texts) -> bool:
    """Whether the texts of an event fit its commitments exactly: none missing, none besides."""
    if texts.keys() != set(commitments_in(data)):
        return False
    return all(
        pair is None or (_is_salted_text(pair) and commitment_of(*pair) == commitment)
        for commitment, pair in texts.items()
    )


class Erasures:
    """Compares the texts erased with those that the log says were erased, event by event."""

    def __init__(self) -> None:
        self._shown: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        self._erased_texts: set[str] = set()

    def apply_event(self, number: int, kind: str, data: Mapping[str, Any], texts: Texts) -> None:
        """Takes note of one more event."""
        for commitment, salted_text in texts.items():
            (self._gone if salted_text is None else self._shown)[commitment[:SHORT]] = number
        if step_of(kind) == "erase":
            self._erased_texts.update(_listed(data.get("texts")))

    def first_fault(self) -> tuple[int, str] | None:
        """The first event whose text is missing although no event erased it (text_missing), or is
        there although an event erased it (text_shown); None when there is none."""
        lacks = [
            (n, "text_missing") for text, n in self._gone.items() if text not in self._erased_texts
        ]
        shows = [(n, "text_shown") for text, n in self._shown.items() if text in self._erased_texts]
        return min([*lacks, *shows], default=None)


def _listed(value: Any) -> Iterable[str]:
    return (one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _is_salted_text(value: Any) -> bool:
    is_pair = isinstance(value, list) and len(value) == 2
    return is_pair and all(isinstance(one, str) for one in value)


def _commitment(value: Any) -> str | None:
    if isinstance(value, Mapping) and len(value) == 1:
        commitment = value.get(MARK)
        return commitment if isinstance(commitment, str) else None
    return None


GENESIS = "0" * 64
MAX_DEPTH = 40
UNSAFE = re.compile("[\x00\ud800-\udfff]")
"""NUL, and half a surrogate pair."""


class NotCanonical(ValueError):
    """The data cannot be written the same way in every programming language, or cannot be
    stored."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event of a log. `tournament`: its slug; of a circuit's log, `circuits/` before the slug.
    `texts`: the texts of the commitments in `data`. `hash` covers everything except `texts`."""

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
    def data_with_texts(self) -> Any:
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
    canonical = json.dumps(
        _body(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def is_hash(value: object) -> bool:
    """Whether this is a hash as `hash_of` writes it. Asked of files first: PostgreSQL refuses to
    look up a text with a NUL or half a surrogate pair."""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def first_fault(
    entries: Iterable[LogEntry], *, head_number: int, head_hash: str, with_texts: bool = True
) -> LogFault | None:
    """The first event whose number, predecessor or hash is wrong; None when the chain holds.
    `with_texts`: the texts are beside the events, and have to fit."""
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
        if with_texts and not do_open(entry.data, entry.texts):
            return LogFault(number, "wrong_text")
        erasures.apply_event(number, entry.kind, entry.data, entry.texts)
        previous = entry.hash
    if (number, previous) != (head_number, head_hash):
        return LogFault(min(number, head_number) + 1, "wrong_head")
    fault = erasures.first_fault()
    return LogFault(*fault) if fault else None


def check_canonical(value: object, depth: int = 0) -> None:
    """Allows text, whole numbers, truth values, null, lists and objects. Raises NotCanonical for
    anything else."""
    if depth > MAX_DEPTH:
        raise NotCanonical("nested too deeply")
    if isinstance(value, str):
        if UNSAFE.search(value):
            raise NotCanonical("text with a NUL or half a character")
    elif value is None or isinstance(value, bool | int):
        return
    elif isinstance(value, list | tuple):
        for item in value:
            check_canonical(item, depth + 1)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotCanonical("a key that is not text")
            check_canonical(key, depth + 1)
            check_canonical(item, depth + 1)
    else:
        raise NotCanonical(f"a {type(value).__name__}")


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


# A fault that rules find, before it gets its message.


@dataclasses.dataclass(frozen=True, slots=True)
class FieldFault:
    """`field`: path of the input; `code`: stable name; `params`: what the message needs."""

    field: str
    code: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
