"""Texts that name people stand in the log as commitments, with salt and text beside them.

In the data that is hashed such a text is `{"sealed": <commitment>}`. Whoever has salt and text can
check it; once both are erased, the commitment and with it the chain stand as before.
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
"""What stands where a text was erased, in every language."""
NAMING = frozenset({"name", "names", "player_1", "player_2", "reason"})
"""Keys whose texts may name people."""
ERASING = "texts.erased"
SHORT = 16
"""Digits of a commitment by which the event of an erasure names it."""


def commitment_of(salt: str, text: str) -> str:
    """The SHA-256 of three lines: the recipe, the salt, the text."""
    lines = "\n".join((RECIPE, salt, text))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def sealed_texts(kind: str, data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """`data` with a commitment in the place of each text that may name somebody, and the texts
    beside it. The same text has one salt within an event."""
    # A tournament's own name is nobody's.
    keys = NAMING - {"name"} if kind.startswith("tournament.") else NAMING
    known: dict[str, str] = {}
    texts: dict[str, Any] = {}

    def put_away(text: str) -> dict[str, str]:
        if text not in known:
            salt = token_hex(16)
            known[text] = commitment_of(salt, text)
            texts[known[text]] = [salt, text]
        return {MARK: known[text]}

    return replaced(data, keys, put_away), texts


def replaced(value: Any, keys: frozenset[str], put_away: Callable[[str], Any]) -> Any:
    """`value` with what `put_away` gives in the place of each text under one of the keys."""
    if isinstance(value, Mapping):
        return {
            key: _named(inner, keys, put_away) if key in keys else replaced(inner, keys, put_away)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [replaced(inner, keys, put_away) for inner in value]
    return value


def _named(value: Any, keys: frozenset[str], put_away: Callable[[str], Any]) -> Any:
    if isinstance(value, str):
        return put_away(value) if value and value != ERASED else value
    if isinstance(value, list | tuple):
        return [_named(inner, keys, put_away) for inner in value]
    return replaced(value, keys, put_away)


def opened(data: Any, texts: Texts) -> Any:
    """`data` with its texts again; where one was erased, ERASED."""
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
    """Every commitment that stands in the data of an event."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is str or kind is int or value is None or kind is bool:
            continue  # nearly all of it: a long day has a million of these
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
    """The texts that stand open in the data, as every event had them before commitments."""
    found: set[str] = set()
    keys = NAMING - {"name"} if kind.startswith("tournament.") else NAMING
    replaced(data, keys, lambda text: found.add(text))
    return found


def do_open(data: Any, texts: Texts) -> bool:
    """Whether the texts beside an event are those of its commitments: no other, none too few."""
    if texts.keys() != set(commitments_in(data)):
        return False
    return all(
        kept is None or (_is_kept(kept) and commitment_of(*kept) == commitment)
        for commitment, kept in texts.items()
    )


class Erasures:
    """What was erased, and what the log says of that, event by event."""

    def __init__(self) -> None:
        self._shown: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        self._told: set[str] = set()

    def hear(self, number: int, kind: str, data: Mapping[str, Any], texts: Texts) -> None:
        """One event more."""
        for commitment, kept in texts.items():
            (self._gone if kept is None else self._shown)[commitment[:SHORT]] = number
        if kind == ERASING:
            self._told.update(_listed(data.get("texts")))

    def first_fault(self) -> tuple[int, str] | None:
        """The first event that lacks a text which nobody asked to erase (text_missing), or that
        shows one which was erased (text_shown); None when there is none."""
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
