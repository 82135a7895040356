"""Reading an entry list: pasted text or CSV, one pair a line.

A line is `Player 1, Player 2, Club, Contact` (comma, semicolon or tab), or both players in one
cell: `Player 1 - Player 2`, `Player 1 / Player 2`, `Player 1 y Player 2`, `… eta …`, `… and …`.
The first line may name the columns, in English, Spanish or Basque. Blank lines, a leading
number ("3.") and quotes are understood. Every fault is found, with its line's number.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournament.rules import text as texts
from tournament.rules.faults import Fault
from tournament.rules.regulations import MOST_PAIRS

LONGEST_TEXT = 400_000
LONGEST = {"player_1": 80, "player_2": 80, "club": 80, "contact": 120}
FIELDS = ("player_1", "player_2", "club", "contact")

# Column names as `text.key` leaves them: without case, accents or punctuation.
_HEADER_WORDS = {
    "player_1": "player 1|player1|jugador 1|jugador1|jugadora 1|jugador a 1|jokalari 1|"
    "1 jokalaria|name 1|nombre 1|izena 1",
    "player_2": "player 2|player2|jugador 2|jugador2|jugadora 2|jugador a 2|jokalari 2|"
    "2 jokalaria|name 2|nombre 2|izena 2",
    "pair": "pair|pareja|bikotea|bikote|players|jugadores|jokalariak",
    "club": "club|kluba|klub|sociedad|pena|elkartea",
    "contact": "contact|contacto|kontaktua|kontaktu|phone|telephone|telefono|telefonoa|email|"
    "e mail|correo|movil|mobile",
    "number": "number|numero|n|no|zenbakia|",
}
_HEADERS = {word: field for field, words in _HEADER_WORDS.items() for word in words.split("|")}
_STRONG = (re.compile(r"\s*/\s*"), re.compile(r"\s*[–—]\s*"), re.compile(r"\s+-\s+"))
_WEAK = (re.compile(r"\s+(?:y|e|eta|and|&|\+)\s+", re.IGNORECASE),)
_ORDINAL = re.compile(r"^\s*(?:\d{1,4}\s*[.)ºª:]+\s*|\d{1,4}\s+-\s+|[-*•]\s+)(?=\S)")


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
    rows, faults = _rows(text.lstrip("\ufeff"))
    if not rows and not faults:
        return EntryList((), (Fault("text", "nothing_to_enter"),))
    if len(rows) > MOST_PAIRS + 1:
        return EntryList((), (Fault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    columns = _columns(rows[0][1]) if rows else None
    body = rows[1:] if columns else rows
    if not body and not faults:
        return EntryList((), (Fault("text", "nothing_to_enter"),))
    return _entries(body, columns, faults)


def _entries(
    rows: Sequence[tuple[int, list[str]]], columns: list[str] | None, faults: list[Fault]
) -> EntryList:
    paired = _first_cell_is_pair([cells for _line, cells in rows])
    entries: list[Entry] = []
    seen: dict[frozenset[str], int] = {}
    for line, cells in rows:
        named = _by_header(cells, columns) if columns else _by_position(cells, paired)
        prefix = f"lines[{line}]."
        if isinstance(named, str):
            faults.append(Fault(f"lines[{line}]", named))
            continue
        entry, wrong = check(dict(named), prefix=prefix, line=line)
        if not wrong and entry.key in seen:
            wrong = (Fault(prefix + "player_1", "duplicate_line", {"line": seen[entry.key]}),)
        if wrong:
            faults.extend(wrong)
            continue
        seen[entry.key] = line
        entries.append(entry)
    return EntryList(tuple(entries), tuple(sorted(faults, key=_line_of)))


def _line_of(fault: Fault) -> int:
    found = re.match(r"lines\[(\d+)\]", fault.field)
    return int(found[1]) if found else 0


def _rows(text: str) -> tuple[list[tuple[int, list[str]]], list[Fault]]:
    lines = [
        (number, line)
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)
        if line.strip(" \t,;\ufeff")
    ]
    delimiter = _delimiter(line for _number, line in lines)
    rows: list[tuple[int, list[str]]] = []
    faults: list[Fault] = []
    for number, line in lines:
        try:
            cells = next(csv.reader([line], delimiter=delimiter, strict=True))
        except (csv.Error, StopIteration):
            faults.append(Fault(f"lines[{number}]", "bad_quotes"))
            continue
        # Runs of spaces become one: the patterns above would take long over long ones.
        rows.append((number, [" ".join(cell.split()) for cell in cells]))
    return rows, faults


def _delimiter(lines: Iterable[str]) -> str:
    whole = "\n".join(lines)
    return next((mark for mark in ("\t", ";") if mark in whole), ",")


def _columns(cells: Sequence[str]) -> list[str] | None:
    """The fields of a header line; None when the line is not one."""
    fields = [_HEADERS.get(texts.key(cell), "unknown") for cell in cells]
    if {"player_1", "player_2"} <= set(fields) or "pair" in fields:
        return fields
    return None


def _by_header(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str] | str:
    if any(cells[len(columns) :]):
        return "too_many_columns"
    named = {field: cell for field, cell in zip(columns, cells, strict=False) if cell}
    if "pair" in named and "player_1" not in named:
        both = _both_players(named["pair"], weak=True)
        if isinstance(both, str):
            return both
        named["player_1"], named["player_2"] = both
    return {field: named.get(field, "") for field in FIELDS}


def _by_position(cells: list[str], paired: bool) -> dict[str, str] | str:
    cells = _without_ordinal(cells)
    while cells and not cells[-1]:
        cells = cells[:-1]
    weak = paired or len(cells) == 1
    both = _both_players(cells[0], weak=weak) if cells else "one_player"
    if isinstance(both, tuple):
        cells = [*both, *cells[1:]]
    elif both == "too_many_players" or len(cells) < 2:
        return both
    if len(cells) > len(FIELDS):
        return "too_many_columns"
    return dict(zip(FIELDS, [*cells, "", "", ""], strict=False))


def _without_ordinal(cells: list[str]) -> list[str]:
    """The cells without the number that lists often start their lines with."""
    if len(cells) > 1 and cells[0].rstrip(".)ºª").isdigit():
        return cells[1:]
    return [_ORDINAL.sub("", cells[0]), *cells[1:]]


def _both_players(cell: str, *, weak: bool) -> tuple[str, str] | str:
    """Both players of one cell, or a fault's code: one_player, too_many_players."""
    for mark in (*_STRONG, *(_WEAK if weak else ())):
        parts = mark.split(cell)
        if len(parts) == 2:
            return parts[0], parts[1]
        if len(parts) > 2:
            return "too_many_players"
    return "one_player"


def _first_cell_is_pair(rows: Sequence[list[str]]) -> bool:
    """Whether "y", "eta", "and" part two players in every first cell: then it is a column of
    pairs and not of surnames that happen to hold such a word."""

    def firsts() -> Iterator[str]:
        for cells in rows:
            yield from _without_ordinal(cells)[:1]

    return all(isinstance(_both_players(first, weak=True), tuple) for first in firsts())
