"""Reading an entry list: pasted text or CSV, one pair a line.

A line is `Player 1, Player 2, Club, Contact` (comma, semicolon or tab), or both players in one
cell: `Player 1 - Player 2`, `Player 1 / Player 2`, `Player 1 y Player 2`, `… eta …`, `… and …`.
The first line may name the columns, in English, Spanish, Basque or French. Blank lines, a leading
number ("3.") and quotes are understood. Every fault is found, with its line's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.rules import entry_columns, entry_lines
from tournament.rules import text as texts
from tournament.rules.entry_columns import FIELDS
from tournament.rules.entry_lines import Row
from tournament.rules.faults import Fault
from tournament.rules.regulations import MOST_PAIRS

LONGEST_TEXT = 400_000
LONGEST = {"player_1": 80, "player_2": 80, "club": 80, "contact": 120}
PUBLIC = ("player_1", "player_2", "club")


@dataclass(frozen=True, slots=True)
class Entry:
    """One pair as read; `line` counts from 1 and includes blank lines."""

    line: int
    player_1: str
    player_2: str
    club: str = ""
    contact: str = ""

    @property
    def key(self) -> frozenset[str]:
        return pair_key(self.player_1, self.player_2)


@dataclass(frozen=True, slots=True)
class EntryList:
    """What was read and everything that is wrong with it."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]


def pair_key(player_1: str, player_2: str) -> frozenset[str]:
    """The same for the same two players, in any order, case, accents or hyphens."""
    return frozenset((texts.key(player_1), texts.key(player_2)))


def check(
    values: dict[str, object], *, prefix: str = "", line: int = 0
) -> tuple[Entry, tuple[Fault, ...]]:
    """A pair's four texts, cleaned, and what is wrong with them, named by `prefix` + field."""
    cleaned: dict[str, str] = {}
    faults: list[Fault] = []
    for field in FIELDS:
        cleaned[field], fault = texts.clean(
            values.get(field),
            field=prefix + field,
            longest=LONGEST[field],
            required=field.startswith("player"),
        )
        if not fault and field in PUBLIC and texts.is_contact(cleaned[field]):
            fault = Fault(prefix + field, "contact_in_public")
        faults += [fault] if fault else []
    entry = Entry(line=line, **cleaned)
    if not faults and len(entry.key) == 1:
        faults.append(Fault(prefix + "player_2", "same_player"))
    return entry, tuple(faults)


def decode(raw: bytes) -> str:
    """The text of an uploaded file: UTF-8 or UTF-16 with its mark, else what Excel writes."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def read(text: object) -> EntryList:
    """The pairs in `text`, or why it cannot be read. Never raises."""
    if not isinstance(text, str):
        return EntryList((), (Fault("text", "not_text"),))
    if len(text) > LONGEST_TEXT:
        return EntryList((), (Fault("text", "too_long", {"longest": LONGEST_TEXT}),))
    rows, faults = entry_lines.cut(text.lstrip("\ufeff"))
    if not rows and not faults:
        return EntryList((), (Fault("text", "nothing_to_enter"),))
    if len(rows) > MOST_PAIRS + 1:
        return EntryList((), (Fault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    columns = entry_columns.header(rows[0].cells) if rows else None
    body = rows[1:] if columns else rows
    if not body and not faults:
        return EntryList((), (Fault("text", "nothing_to_enter"),))
    return _entries(body, columns, faults)


def in_line_order(faults: Iterable[Fault]) -> list[Fault]:
    """The faults as somebody who mends the list from the top meets them."""
    return sorted(faults, key=_line_of)


def _entries(rows: Sequence[Row], columns: list[str] | None, faults: list[Fault]) -> EntryList:
    in_pairs = entry_columns.is_in_pairs(row.cells for row in rows)
    entries: list[Entry] = []
    seen: dict[frozenset[str], int] = {}
    for row in rows:
        prefix = f"lines[{row.line}]."
        if columns:
            named = entry_columns.by_header(row.cells, columns)
        else:
            named = entry_columns.by_position(row.cells, in_pairs=in_pairs)
        if isinstance(named, str):
            faults.append(Fault(f"lines[{row.line}]", named))
            continue
        entry, wrong = check(dict(named), prefix=prefix, line=row.line)
        if not wrong and entry.key in seen:
            wrong = (Fault(prefix + "player_1", "duplicate_line", {"line": seen[entry.key]}),)
        if wrong:
            faults.extend(wrong)
            continue
        seen[entry.key] = row.line
        entries.append(entry)
    return EntryList(tuple(entries), tuple(in_line_order(faults)))


def _line_of(fault: Fault) -> int:
    found = re.match(r"lines\[(\d+)\]", fault.field)
    return int(found[1]) if found else 0
