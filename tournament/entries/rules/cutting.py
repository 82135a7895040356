"""A text cut into lines, and its lines into cells: comma, semicolon or tab, quotation marks of any
kind, blank lines."""

import csv
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault

# A cell that is quoted whole, in quotation marks of any kind, with spaces around them.
_QUOTED_CELL = re.compile(r'(?:^|(?<=[,;\t]))[^\S\t]*["“„«]([^"“”„«»]*)["“”»][^\S\t]*(?=[,;\t]|$)')
_ORDINAL_BEFORE_QUOTE = re.compile(r'^\s*(?:\d{1,4}\s*[.)ºª:]+|[-*•])\s*(?=["“„«])')
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTES = re.compile(r'["“”„«»]')
# "ñ" and accents as a Mac wrote them, which Windows reads as dashes and signs inside a word.
_MAC_LETTER = re.compile(rb"[A-Za-z][\x80-\x90\x95-\x9f][A-Za-z]")
_WINDOWS_LETTER = re.compile(rb"[A-Za-z][\xc0-\xff]|[\xc0-\xff][A-Za-z]")
_OPENS_CELL = re.compile(r'(?:^|[\t;,])[^\S\t]*"[^"]*$')
_CLOSES_CELL = re.compile(r'^[^"]*"[^\S\t]*(?:[\t;,]|$)')
_MOST_BREAKS = 5
_JOINS_BEHIND = re.compile(r"(?:[/–—&+,-]|\b(?:y|e|eta|et|con|and))$", re.IGNORECASE)
_JOINS_BEFORE = re.compile(r"^(?:[/–—&+,-]|(?:y|e|eta|et|con|and)\b)", re.IGNORECASE)
_LONGEST_KEY = 120
"""A longer cell is no name of a column, heading or remark, and is not folded."""
_OPEN_QUOTE = re.compile(r"[“„«][^“”„«»]*$")


@dataclass(frozen=True)
class Row:
    """A line's cells as they stand there, with single spaces; `line` counts from 1 and includes
    blank lines. `mark`: the separator of the cells, "" where the line is one cell."""

    line: int
    cells: list[str]
    mark: str = ""

    @cached_property
    def keys(self) -> list[str]:
        """The cells, folded once."""
        return [texts.folded(cell) if len(cell) <= _LONGEST_KEY else "" for cell in self.cells]


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    marks: frozenset[str]

    @property
    def mark(self) -> str:
        """The separator of this line, judged by this line alone."""
        return next((mark for mark in "\t;" if mark in self.marks), ",")

    @property
    def is_mixed(self) -> bool:
        return self.marks == {";", ","}


def decode(raw: bytes) -> str:
    """The text of an uploaded file: UTF-8, UTF-16, else what Excel writes on Windows or a Mac."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    if len(raw) > 3 and 3 * raw[1::2].count(0) > len(raw[1::2]):
        return raw.decode("utf-16-le", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        is_mac = _MAC_LETTER.search(raw) and not _WINDOWS_LETTER.search(raw)
        return raw.decode("mac_roman" if is_mac else "cp1252", "replace")


def cut(numbered: Iterable[tuple[int, str]]) -> tuple[list[Row], list[FieldFault]]:
    """The rows of lines, given with their numbers, without blank ones; and the lines that cannot be
    cut."""
    lines = [_line(number, text) for number, text in numbered if text.strip(" \t,;")]
    first = next((line for line in lines if line.marks), None)
    names_hold_commas = first is not None and first.mark == ";" and any(x.is_mixed for x in lines)
    rows: list[Row] = []
    faults: list[FieldFault] = []
    for line in lines:
        cells = _cells(line, first, names_hold_commas)
        if isinstance(cells, FieldFault):
            faults.append(cells)
        else:
            rows.append(Row(line.number, cells, _mark(line, first)))
    return rows, faults


def with_whole_cells(numbered: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines, those of a quoted cell with line breaks put together under the first one's
    number."""
    lines = list(numbered)
    whole: list[tuple[int, str]] = []
    at = 0
    while at < len(lines):
        number, text = lines[at]
        end = at + 1
        if text.count('"') % 2 and _OPENS_CELL.search(text):
            after = lines[at + 1 : at + 1 + _MOST_BREAKS]
            closing = next((n for n, (_number, one) in enumerate(after) if '"' in one), None)
            if closing is not None and _CLOSES_CELL.search(after[closing][1]):
                end = at + closing + 2
                text = in_one_line(one for _number, one in lines[at:end])
        whole.append((number, text))
        at = end
    return whole


def in_one_line(parts: Iterable[str]) -> str:
    """The lines of one cell in a line, parted by a slash where no mark or word parts them."""
    text = ""
    for part in filter(None, map(str.strip, parts)):
        is_parted = _JOINS_BEHIND.search(text) or _JOINS_BEFORE.search(part)
        text += f"{' ' if is_parted or text.endswith(chr(34)) else ' / ' if text else ''}{part}"
    return text


def entry_list(rows: Iterable[Sequence[str]]) -> str:
    """The text of a list of these cells, which `cut` gives back as they are: a quotation mark is a
    letter of a name."""
    return "\n".join("\t".join(_quoted(cell) for cell in row) for row in rows)


def _quoted(cell: str) -> str:
    return '"{}"'.format(cell.replace('"', '""')) if _QUOTES.search(cell) else cell


def lines_of(text: str) -> list[str]:
    """The lines of a text, blank ones too."""
    return _LINE_END.split(text)


def without(text: str, numbers: Collection[int]) -> str:
    """The text without the lines of these numbers, and without blank ones."""
    rest = [
        line
        for number, line in enumerate(_LINE_END.split(text), start=1)
        if number not in numbers and line.strip()
    ]
    return "\n".join(rest)


def _line(number: int, text: str) -> _Line:
    text = _QUOTED_CELL.sub(r'"\1"', _ORDINAL_BEFORE_QUOTE.sub("", text))
    bare = re.sub(r'"[^"]*"', "", text)
    return _Line(number, text, frozenset(mark for mark in "\t;," if mark in bare))


def _commas_count(line: _Line, first: _Line | None) -> bool:
    return first is not None and first.mark == "," and line.is_mixed


def _mark(line: _Line, first: _Line | None) -> str:
    """The separator of the line, judged with the list's first line."""
    mark = "," if _commas_count(line, first) else line.mark
    return mark if mark in line.marks else ""


def _cells(line: _Line, first: _Line | None, names_hold_commas: bool) -> list[str] | FieldFault:
    field = f"lines[{line.number}]"
    commas_count = _commas_count(line, first)
    try:
        read = csv.reader(
            [line.text],
            delimiter="," if commas_count else line.mark,
            skipinitialspace=True,
            strict=True,
        )
        # Runs of spaces become one: the patterns for names would take long over long ones.
        cells = [" ".join(cell.split()) for cell in next(read)]
    except (csv.Error, StopIteration):
        return FieldFault(field, "bad_quotes")
    if any(cell.count('"') % 2 or _OPEN_QUOTE.search(cell) for cell in cells):
        return FieldFault(field, "bad_quotes")
    unlike = (
        line.marks == {","} if names_hold_commas else commas_count and ";" in "".join(cells[:2])
    )
    if first is not None and unlike:
        return FieldFault(field, "other_separator", {"line": first.number, "mark": first.mark})
    return cells
