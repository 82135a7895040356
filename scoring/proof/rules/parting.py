"""Finds and names the places where stored rows differ from what the log tells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.proof.rules.lines import Key, State
from scoring.proof.rules.replay import Replay

MISSING = "—"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference. `where`: row and field; `event`: the event that last told of it."""

    where: str
    from_log: str
    stored: str
    event: int | None = None

    def __str__(self) -> str:
        by = f" (event {self.event})" if self.event else ""
        return f"{self.where}: the log tells {self.from_log}{by}, stored is {self.stored}"


def partings(replay: Replay, stored: State) -> Iterator[Mismatch]:
    """Every place where the two differ, rows in order."""
    snapshot = replay.snapshot()
    for table, log_rows in snapshot.items():
        yield from parted((table,), log_rows, stored[table], replay.by)


def parted(path: Key, log_value: Any, held: Any, by: Mapping[Key, int]) -> Iterator[Mismatch]:
    """Every place below `path` where the two differ. `by`: path → the event that told of it."""
    if log_value == held:
        return
    if isinstance(log_value, dict) and isinstance(held, dict):
        for key in sorted({*log_value, *held}, key=_in_order):
            yield from parted((*path, key), log_value.get(key, MISSING), held.get(key, MISSING), by)
        return
    yield Mismatch(named(path), _short(log_value), _short(held), _told_by(path, by))


def named(path: Key) -> str:
    """A path for people: `matches championship 1.0 › winner`."""
    return " › ".join(_name(part) for part in path)


def _name(part: Any) -> str:
    if isinstance(part, tuple) and part and isinstance(part[0], str):
        return f"{part[0]} {'.'.join(str(one) for one in part[1:])}"
    if isinstance(part, tuple):
        return f"{part[0]}.{part[1]} version {part[2]}"
    return str(part)


def _told_by(path: Key, by: Mapping[Key, int]) -> int | None:
    """The event that last told of this path or of one above it."""
    for length in range(len(path), 0, -1):
        if path[:length] in by:
            return by[path[:length]]
    return None


def _in_order(key: Any) -> tuple[int, Any, str]:
    return (0, key, "") if isinstance(key, int) else (1, 0, str(key))


def _short(value: Any) -> str:
    text = "nothing" if value is None or value == MISSING else str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
