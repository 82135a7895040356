"""The row ids that a log names: rows of another tournament must never get them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tournament.log.rules.events import LogEntry

HIGHEST = 2**53 - 1
"""The highest id of a row: the largest number that every reader of JSON, browsers included, holds
exactly."""
A_MATCH = {"id", "kind", "round", "slot"}
BY_WORD = {
    "match": "match", "question": "ruling", "appeal": "ruling", "with": "ruling",
    "case": "case", "device": "device", "pause": "pause",
}  # fmt: skip
"""Key in an event → the table of the row whose id it holds."""
WITHOUT = {"hand", "hands", "proposed"}
"""Keys to skip, because they hold no ids. Hands, most of a log, are named by match, game and
place."""


def numbers_named(entries: Iterable[LogEntry]) -> dict[str, range]:
    """Table → the range from the lowest to the highest id that the log names, ids of deleted rows
    included. Tables whose rows are named otherwise are left out."""
    named: dict[str, set[int]] = {}
    for entry in entries:
        if entry.actor.kind == "device":
            _note(named, "device", entry.actor.id)
        _look(named, entry.data)
    return {table: span for table, numbers in named.items() if (span := span_of(numbers))}


def span_of(numbers: Collection[int]) -> range:
    """The range from the lowest of these numbers to the highest; empty for none."""
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def joined(one: range, other: range) -> range:
    """The range from the lowest number of both ranges to the highest."""
    return span_of([end for span in (one, other) if span for end in (span[0], span[-1])])


def _look(named: dict[str, set[int]], data: Mapping[str, Any]) -> None:
    """Collects the ids in `data`. Without recursion, because forged data may be nested very
    deeply."""
    left: list[Any] = [data]
    while left:
        value = left.pop()
        if isinstance(value, list | tuple):
            left.extend(value)
        elif isinstance(value, Mapping):
            if value.keys() >= A_MATCH:
                _note(named, "match", value["id"])
            for word in BY_WORD.keys() & value.keys():
                _note(named, BY_WORD[word], value[word])
            left.extend(inner for word, inner in value.items() if word not in WITHOUT)


def _note(named: dict[str, set[int]], table: str, number: object) -> None:
    if type(number) is int and 0 < number <= HIGHEST:
        named.setdefault(table, set()).add(number)
