"""Reading an entry list: pasted text or CSV, one pair a line.

A line is `Player 1, Player 2, Club, Contact` (comma, semicolon or tab), or both players in one
cell: `Player 1 - Player 2`, `Player 1 / Player 2`, `Player 1 y Player 2`, `… eta …`, `… and …`.
The first line may name the columns, in English, Spanish, Basque or French. Blank lines, a leading
number ("3.") and quotes are understood. Every fault is found, with its line's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.entries.rules import columns as entry_columns
from tournament.entries.rules import lines as entry_lines
from tournament.entries.rules.columns import FIELDS
from tournament.entries.rules.lines import Row
from tournament.formats.regulations import MOST_PAIRS
from tournament.log.rules import text as texts
from tournament.log.rules.faults import FieldFault

LONGEST_TEXT = 400_000
LONGEST = {"player_1": 80, "player_2": 80, "club": 80, "contact": 120}
PUBLIC = ("player_1", "player_2", "club")


@dataclass(frozen=True, slots=True)
class Entry:
    """One pair as read. `line`: number of its line, from 1, blank lines counted."""

    line: int
    player_1: str
    player_2: str
    club: str = ""
    contact: str = ""

    @property
    def players(self) -> frozenset[str]:
        return both_players(self.player_1, self.player_2)


@dataclass(frozen=True, slots=True)
class _Header:
    """The line that names the columns, and the field of each column."""

    row: Row
    columns: list[str]


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries that were read, and every fault."""

    entries: tuple[Entry, ...]
    faults: tuple[FieldFault, ...]


def both_players(player_1: str, player_2: str) -> frozenset[str]:
    """A key that is equal for the same two players, whatever the order, case, accents or
    hyphens."""
    return frozenset((texts.folded(player_1), texts.folded(player_2)))


def check(
    values: dict[str, object], *, prefix: str = "", line: int = 0
) -> tuple[Entry, tuple[FieldFault, ...]]:
    """A pair's four texts, cleaned, and what is wrong with them, named by `prefix` + field."""
    cleaned: dict[str, str] = {}
    faults: list[FieldFault] = []
    for field in FIELDS:
        cleaned[field], fault = texts.clean(
            values.get(field),
            field=prefix + field,
            longest=LONGEST[field],
            required=field.startswith("player"),
        )
        if not fault and field in PUBLIC and texts.is_contact(cleaned[field]):
            fault = FieldFault(prefix + field, "contact_in_public")
        faults += [fault] if fault else []
    entry = Entry(line=line, **cleaned)
    if not faults and len(entry.players) == 1:
        faults.append(FieldFault(prefix + "player_2", "same_player"))
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
        return EntryList((), (FieldFault("text", "not_text"),))
    if len(text) > LONGEST_TEXT:
        return EntryList((), (FieldFault("text", "too_long", {"longest": LONGEST_TEXT}),))
    rows, faults = entry_lines.cut(text.lstrip("\ufeff"))
    if not rows and not faults:
        return EntryList((), (FieldFault("text", "nothing_to_enter"),))
    if len(rows) > MOST_PAIRS + 1:
        return EntryList((), (FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    columns = entry_columns.header(rows[0].cells) if rows else None
    header = _Header(rows[0], columns) if columns else None
    body = rows[1:] if header else rows
    if not body and not faults:
        return EntryList((), (FieldFault("text", "nothing_to_enter"),))
    return _entries(body, header, faults)


def faultless(read: EntryList, faults: Iterable[FieldFault]) -> tuple[Entry, ...]:
    """The entries whose lines have none of these faults."""
    wrong = {_line_of(fault) for fault in faults}
    return tuple(entry for entry in read.entries if entry.line not in wrong)


def in_line_order(faults: Iterable[FieldFault]) -> list[FieldFault]:
    """The faults in the order of their lines."""
    return sorted(faults, key=_line_of)


def _entries(rows: list[Row], header: _Header | None, faults: list[FieldFault]) -> EntryList:
    in_pairs = entry_columns.is_in_pairs(row.cells for row in rows)
    entries: list[Entry] = []
    seen: dict[frozenset[str], int] = {}
    for row in rows:
        entry, wrong = _entry(row, header, in_pairs=in_pairs)
        if entry and not wrong and entry.players in seen:
            prefix, first = f"lines[{row.line}].", seen[entry.players]
            wrong = (FieldFault(prefix + "player_1", "duplicate_line", {"line": first}),)
        if wrong or not entry:
            faults.extend(wrong)
            continue
        seen[entry.players] = row.line
        entries.append(entry)
    return EntryList(tuple(entries), tuple(in_line_order(faults)))


def _entry(
    row: Row, header: _Header | None, *, in_pairs: bool
) -> tuple[Entry | None, tuple[FieldFault, ...]]:
    """The pair on one line, or what is wrong with the line."""
    field = f"lines[{row.line}]"
    if entry_columns.names_columns(row.cells):
        return None, (FieldFault(field, "stray_header"),)
    if header:
        named = entry_columns.by_header(row, header.columns, mark=header.row.mark)
    else:
        named = entry_columns.by_position(row.cells, in_pairs=in_pairs)
    if named == "unlike_header" and header:
        params = {"line": header.row.line, "mark": header.row.mark}
        return None, (FieldFault(field, "unlike_header", params),)
    if isinstance(named, str):
        return None, (FieldFault(field, named),)
    return check(dict(named), prefix=field + ".", line=row.line)


def _line_of(fault: FieldFault) -> int:
    found = re.match(r"lines\[(\d+)\]", fault.field)
    return int(found[1]) if found else 0
