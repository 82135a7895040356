"""Texts that name people stand in the log as commitments, with salt and text beside them.

In the hashed data such a text is `{"sealed": <commitment>}`. Anybody with salt and text can check
the commitment. When both are erased, the commitment stays, and so the chain still holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from secrets import token_hex
from typing import Any

Texts = Mapping[str, list[str] | None]
"""Commitment → its salt and its text; None once they were erased."""

RECIPE = "mus-text/1"
MARK = "sealed"
ERASED = "[…]"
"""Shown in place of an erased text, in every language."""
NAMING = frozenset({"name", "names", "player_1", "player_2", "reason"})
"""Keys whose texts may name people."""
A_PAIR = "player_1"
"""Key of an object that tells a pair; all its texts may name people, but those under a key of
`NOT_NAMING`."""
NOT_NAMING = frozenset({"number", "club", "status", "place_stays_empty"})
ERASING = "texts.erased"
SHORT = 16
"""How many digits of a commitment the event of an erasure gives to name it."""


def commitment_of(salt: str, text: str) -> str:
    """The SHA-256 of three lines: the recipe, the salt, the text."""
    lines = "\n".join((RECIPE, salt, text))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def sealed_texts(kind: str, data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """`data` with a commitment in place of each text that may name somebody, and those texts by
    commitment. Within an event the same text has one salt."""
    # A tournament's own name does not name a person.
    keys = NAMING - {"name"} if kind.startswith("tournament.") else NAMING
    known: dict[str, str] = {}
    texts: dict[str, Any] = {}

    def seal(text: str) -> dict[str, str]:
        if text not in known:
            salt = token_hex(16)
            known[text] = commitment_of(salt, text)
            texts[known[text]] = [salt, text]
        return {MARK: known[text]}

    return replaced(data, keys, seal), texts


def replaced(value: Any, keys: frozenset[str], turn: Callable[[str], Any]) -> Any:
    """`value` with each text under one of the keys replaced by what `turn` returns for it."""
    if isinstance(value, Mapping):
        if A_PAIR in value and A_PAIR in keys:
            keys |= value.keys() - NOT_NAMING
        return {
            key: _named(inner, keys, turn) if key in keys else replaced(inner, keys, turn)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [replaced(inner, keys, turn) for inner in value]
    return value


def _named(value: Any, keys: frozenset[str], turn: Callable[[str], Any]) -> Any:
    if isinstance(value, str):
        return turn(value) if value and value != ERASED else value
    if isinstance(value, list | tuple):
        return [_named(inner, keys, turn) for inner in value]
    return replaced(value, keys, turn)


def opened(data: Any, texts: Texts) -> Any:
    """`data` with its texts put back; ERASED where a text was erased."""
    found = _commitment(data)
    if found is not None:
        kept = texts.get(found)
        return kept[1] if kept else ERASED
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
        found = _commitment(value)
        if found is not None:
            yield found
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)


def plain_texts(kind: str, data: Mapping[str, Any]) -> set[str]:
    """The texts that may name people and are in the data unsealed, as in events before commitments
    existed."""
    found: set[str] = set()
    keys = NAMING - {"name"} if kind.startswith("tournament.") else NAMING
    replaced(data, keys, lambda text: found.add(text))
    return found


def do_open(data: Any, texts: Texts) -> bool:
    """Whether the texts of an event fit its commitments exactly: none missing, none besides."""
    if texts.keys() != set(commitments_in(data)):
        return False
    return all(
        kept is None or (_is_kept(kept) and commitment_of(*kept) == commitment)
        for commitment, kept in texts.items()
    )


class Erasures:
    """Compares the texts erased with those that the log says were erased, event by event."""

    def __init__(self) -> None:
        self._shown: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        self._told: set[str] = set()

    def hear(self, number: int, kind: str, data: Mapping[str, Any], texts: Texts) -> None:
        """Takes note of one more event."""
        for commitment, kept in texts.items():
            (self._gone if kept is None else self._shown)[commitment[:SHORT]] = number
        if kind == ERASING:
            self._told.update(_listed(data.get("texts")))

    def first_fault(self) -> tuple[int, str] | None:
        """The first event whose text is missing although no event erased it (text_missing), or is
        there although an event erased it (text_shown); None when there is none."""
        lacks = [(n, "text_missing") for text, n in self._gone.items() if text not in self._told]
        shows = [(n, "text_shown") for text, n in self._shown.items() if text in self._told]
        return min([*lacks, *shows], default=None)


def _listed(value: Any) -> Iterable[str]:
    return (one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _is_kept(kept: Any) -> bool:
    return isinstance(kept, list) and len(kept) == 2 and all(isinstance(one, str) for one in kept)


def _commitment(value: Any) -> str | None:
    if isinstance(value, Mapping) and len(value) == 1:
        found = value.get(MARK)
        return found if isinstance(found, str) else None
    return None
