"""The lines of a `.mustour` file (docs/export.md). Each line's seal includes the seal before it."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournament.log.rules.events import LogEntry

FORMAT = "mustour/2"
BEFORE_TEXTS = "mustour/1"
"""The format of a file whose events have no separate texts."""
FORMATS = (BEFORE_TEXTS, FORMAT)
BEFORE_THE_FIRST = "0" * 64
MOST_BYTES = 200_000_000
LONGEST_HEADER = 10_000
LONGEST_LINE = 20_000_000
"""Bytes."""
MOST_PARTS = 1_000_000
"""Lists and objects of a line. Parsed, an empty one takes thirty times its two bytes."""
TELLS_EVERY = 250
LINE_KEYS = {"line", "kind", "data", "seal"}
LINE_KINDS = ("header", "event", "row", "end")


class BrokenFile(ValueError):
    """The file is refused: the line of the fault, from 1, and the reason."""

    def __init__(self, line: int, code: str, detail: str = "") -> None:
        super().__init__(f"line {line}: {code} {detail}".rstrip())
        self.line, self.code, self.detail = line, code, detail


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number, its kind, its data."""

    number: int
    kind: str
    data: Mapping[str, Any]


def written(parts: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Each part as a sealed line with its line feed, then the end line."""
    seal, number = BEFORE_THE_FIRST, 0
    for number, (kind, data) in enumerate(parts, start=1):
        seal, text = _sealed(seal, number, kind, data)
        yield text
    yield _sealed(seal, number + 1, "end", {"lines": number + 1})[1]


def header_of(content: bytes) -> Line:
    """The first line of a file, checked for its seal and format. The rest is not read. Raises
    BrokenFile."""
    row, feed, _rest = content[:LONGEST_HEADER].partition(b"\n")
    if not feed:
        raise BrokenFile(1, "no_header")
    return _must_be_header(_line(1, row, BEFORE_THE_FIRST)[0])


def said_in(header: Line) -> tuple[str, int, str]:
    """The slug, the number of events and the head that the header names. Raises BrokenFile."""
    slug, events, head = (header.data.get(name) for name in ("slug", "events", "head"))
    if not (
        isinstance(slug, str) and type(events) is int and isinstance(head, str) and events >= 0
    ):
        raise BrokenFile(1, "bad_header", "slug, events and head are needed")
    return slug, events, head


def read(content: bytes, tell: Callable[[float], None] | None = None) -> list[Line]:
    """The lines of a whole file, without the end line. `tell` is called now and then with the share
    that has been read, 0 to 1. Raises BrokenFile."""
    if len(content) > MOST_BYTES:
        raise BrokenFile(1, "too_large")
    rows = content.split(b"\n")
    if rows and rows[-1] == b"":
        rows.pop()
    else:
        raise BrokenFile(max(1, len(rows)), "cut", "the last line does not end")
    seal = BEFORE_THE_FIRST
    lines: list[Line] = []
    for number, row in enumerate(rows, start=1):
        line, seal = _line(number, row, seal)
        lines.append(line)
        if tell and not number % TELLS_EVERY:
            tell(number / len(rows))
    return _whole(lines)


def seal_of(previous: str, number: int, kind: str, data: Mapping[str, Any]) -> str:
    """The SHA-256 of the seal before and the canonical text of this line without its own."""
    text = canonical({"line": number, "kind": kind, "data": data})
    return hashlib.sha256(f"{previous}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: object) -> str:
    """The value's only spelling: keys sorted, no spaces, nothing escaped without need."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def _sealed(previous: str, number: int, kind: str, data: Mapping[str, Any]) -> tuple[str, str]:
    seal = seal_of(previous, number, kind, data)
    return seal, canonical({"line": number, "kind": kind, "data": data, "seal": seal}) + "\n"


def _line(number: int, row: bytes, previous: str) -> tuple[Line, str]:
    if len(row) > LONGEST_LINE or row.count(b"[") + row.count(b"{") > MOST_PARTS:
        raise BrokenFile(number, "too_large", "no line of a tournament is so long")
    try:
        value = json.loads(row.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, too
        raise BrokenFile(number, "not_json", str(error)[:120]) from error
    if not isinstance(value, dict) or value.keys() != LINE_KEYS:
        raise BrokenFile(number, "not_a_line", "line, kind, data and seal are needed")
    kind, data = value["kind"], value["data"]
    if kind not in LINE_KINDS or not isinstance(data, dict):
        raise BrokenFile(number, "unknown_kind", str(kind)[:40])
    if value["line"] != number or type(value["line"]) is not int:
        raise BrokenFile(number, "out_of_order", f"it says line {str(value['line'])[:20]}")
    try:
        seal, text = seal_of(previous, number, kind, data), canonical(value).encode()
    except (ValueError, RecursionError) as error:  # 1e999, or half a surrogate pair
        raise BrokenFile(number, "not_canonical", str(error)[:120]) from error
    if value["seal"] != seal:
        raise BrokenFile(number, "wrong_seal", "this line or the one before was changed")
    if text != row:
        raise BrokenFile(number, "not_canonical", "the same content is spelt in one way only")
    return Line(number, kind, data), value["seal"]


def _no_number(text: str) -> None:
    """Refuses NaN and infinities: Python reads them, JSON does not have them."""
    raise ValueError(f"{text} is no number")


def _whole(lines: list[Line]) -> list[Line]:
    if not lines:
        raise BrokenFile(1, "empty")
    _must_be_header(lines[0])
    if lines[-1].kind != "end" or lines[-1].data != {"lines": len(lines)}:
        raise BrokenFile(len(lines), "cut", "the line that ends the file is missing")
    order = [LINE_KINDS.index(line.kind) for line in lines]
    for before, line in zip(order, lines[1:], strict=False):
        if LINE_KINDS.index(line.kind) < before or (before == 0 and line.kind == "header"):
            raise BrokenFile(line.number, "out_of_order", line.kind)
    return lines[:-1]


def _must_be_header(line: Line) -> Line:
    if line.kind != "header":
        raise BrokenFile(1, "no_header")
    if line.data.get("format") not in FORMATS:
        raise BrokenFile(1, "unknown_format", str(line.data.get("format"))[:40])
    return line


# Keys by which the log and the rows name the same thing, in any copy of a tournament.


Key = tuple[Any, ...]
State = dict[str, Any]


def key_of(ref: Mapping[str, Any]) -> Key:
    """The key of a match in any copy of a tournament: its slot, or its id once it was set aside."""
    if ref["kind"] == "set_aside":
        return "set_aside", ref["id"]
    return ref["kind"], ref["round"], ref["slot"]


def ruling_key(match: int, data: Mapping[str, Any]) -> Key:
    """Everything that the log tells of a ruling, as one value."""
    columns = ("ruling", "decision", "game", "number", "outcome", "reason")
    return match, *(json.dumps(data[name], sort_keys=True) for name in columns)


def case_key(match: int, data: Mapping[str, Any]) -> Key:
    """Everything that the log tells of a case of the Tribunal, as one value."""
    columns = ("game", "number", "state", "verdict", "reason")
    return match, data["pair"]["number"], *(data[name] for name in columns)


# Compares times of rows with the times of the events that tell of them.


NEAR = timedelta(seconds=60)
"""How long before its event a row's time may lie: an act and its event are one transaction."""
SLACK = timedelta(seconds=5)


def is_near(moment: datetime, events: Iterable[datetime]) -> bool:
    """Whether one of these events came at that time or shortly after. Events are in the log's
    order, which differs from the order of their times when a clock was set back."""
    return any(moment - SLACK <= at <= moment + NEAR for at in events)


# The row ids that a log names: rows of another tournament must never get them.


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
