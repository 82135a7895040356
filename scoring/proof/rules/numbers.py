"""Which row numbers a log names: rows of another tournament must never have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tournament.log.rules.events import LogEntry

HIGHEST = 2**53 - 1
"""The highest number of a row: what every reader of JSON holds exactly, browsers too."""
A_MATCH = {"id", "kind", "round", "slot"}
BY_WORD = {
    "match": "match", "question": "ruling", "appeal": "ruling", "with": "ruling",
    "case": "case", "device": "device", "pause": "pause",
}  # fmt: skip
"""The word before a number in an event → the table of the file that has the row."""
WITHOUT = {"hand", "hands", "proposed"}
"""What names no row by its number: hands, most of a log, are named by match, game and place."""


def numbers_named(entries: Iterable[LogEntry]) -> dict[str, range]:
    """Table → the numbers from the lowest to the highest that the log names of it, of rows that
    are gone as well; tables that it names by other means are not there."""
    named: dict[str, set[int]] = {}
    for entry in entries:
        if entry.actor.kind == "device":
            _note(named, "device", entry.actor.id)
        _look(named, entry.data)
    return {table: span for table, numbers in named.items() if (span := span_of(numbers))}


def span_of(numbers: Collection[int]) -> range:
    """All numbers from the lowest of these to the highest; nothing of none."""
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def joined(one: range, other: range) -> range:
    """All numbers from the lowest of both to the highest."""
    return span_of([end for span in (one, other) if span for end in (span[0], span[-1])])


def _look(named: dict[str, set[int]], data: Mapping[str, Any]) -> None:
    """Without recursion: what somebody forged may lie as deep as it likes."""
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
