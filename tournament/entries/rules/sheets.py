"""A spreadsheet (.xlsx, .ods, .xls) as the texts of entry lists: one a sheet, a line a row, cells
parted by tabs. Of other files, what they are.

A cell that is struck through stands between two tildes, as chats write it: the list asks about its
line. A cell that is merged with those below says its text in each of their rows.
"""

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from tournament.entries.rules.cell_formats import CellFormats, formats_of
from tournament.entries.rules.cutting import entry_list, in_one_line

MOST_ROWS = 2_000
MOST_SHEETS = 30
LONGEST_OTHERS = 400_000
"""Letters of all sheets after the first one that are kept, to be read in its place."""
MOST_UNPACKED = 60_000_000
"""Bytes: a small file may unpack to more than the memory of the machine."""
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"RIFF")
_PICTURES_BY_BRAND = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")
PACKED, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class UnreadableSheet(ValueError):
    """The file is no spreadsheet that can be read."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as the text of an entry list, its name, and the other sheets that hold anything, each
    as its name and its text."""

    text: str
    name: str
    others: tuple[tuple[str, str], ...] = ()


def kind_of_file(content: bytes) -> str:
    """What a file is that holds no list: "pdf", "picture", "document", "binary"; "" for one that
    may be text or a spreadsheet."""
    if content.startswith(b"%PDF"):
        return "pdf"
    if content.startswith(_PICTURES) or content[4:12] in _PICTURES_BY_BRAND:
        return "picture"
    if content.startswith((b"{\\rtf", b"<html", b"<!DOCTYPE", b"<!doctype")):
        return "document"
    if content.startswith(PACKED):
        return "document" if b"word/" in content or b"opendocument.text" in content else ""
    if content.startswith((OLD, b"\xff\xfe", b"\xfe\xff")):
        return ""
    head = content[:4096]
    controls = sum(byte < 9 or 13 < byte < 32 for byte in head)
    is_utf_16 = 3 * head[1::2].count(0) > len(head[1::2])
    return "binary" if 50 * controls > len(head) and not is_utf_16 else ""


def is_sheet(content: bytes) -> bool:
    """Whether these bytes begin like a spreadsheet and not like text."""
    return content.startswith((PACKED, OLD))


def read_sheets(content: bytes) -> Sheet:
    """The first sheet that holds anything, and the others. Raises UnreadableSheet.

    To be called by `run_beside`: for a file of one kilobyte with a cell in the last row and column,
    calamine allocates all cells in between, and aborts the process if it cannot.
    """
    # Imported here: spreadsheets are rare, and the library costs memory.
    from python_calamine import CalamineError, CalamineWorkbook

    if content.startswith(PACKED):
        _must_unpack_small(content)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        sheets = [book.get_sheet_by_name(title) for title in book.sheet_names]
        read = [
            (sheet.name, sheet.start or (0, 0), sheet.merged_cell_ranges or (), sheet.to_python())
            for sheet in sheets
        ]
    except (CalamineError, OSError, ValueError) as error:
        raise UnreadableSheet(str(error)) from error
    formats = formats_of(content)
    filled: list[tuple[str, str]] = []
    for title, start, merged, rows in read:
        if any(any(row) for row in rows):
            of_sheet = formats.get(title, CellFormats())
            of_sheet.last_rows |= {first: last[0] for first, last in merged}
            filled.append((title, _text(rows, start, of_sheet)))
    title, text = filled[0] if filled else ("", "")
    others: list[tuple[str, str]] = []
    room = LONGEST_OTHERS
    for each in filled[1:MOST_SHEETS]:
        room -= len(each[1])
        others += [each] if room >= 0 else []
    return Sheet(text, title, tuple(others))


def _text(rows: Sequence[Sequence[Any]], start: tuple[int, int], formats: CellFormats) -> str:
    """The rows of a sheet as the text of an entry list. `start`: where the first cell stands."""
    texts = [[_cell(cell) for cell in row] for row in rows[:MOST_ROWS]]
    top, left = start
    for row, column in formats.struck:
        if 0 <= row - top < len(texts) and 0 <= column - left < len(texts[row - top]):
            text = texts[row - top][column - left]
            texts[row - top][column - left] = f"~{text}~" if text else ""
    for (row, column), last in formats.last_rows.items():
        if row < top or column < left:
            continue
        for below in range(row - top + 1, min(last - top + 1, len(texts))):
            if column - left < len(texts[below]) and not texts[below][column - left]:
                texts[below][column - left] = texts[row - top][column - left]
    return entry_list(_filled(texts))


def _must_unpack_small(content: bytes) -> None:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile as error:
        raise UnreadableSheet(str(error)) from error
    if unpacked > MOST_UNPACKED:
        raise UnreadableSheet("it unpacks to too much")


def _filled(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The rows without empty columns and without empty rows at the end."""
    used = [
        column
        for column in range(max((len(row) for row in rows), default=0))
        if any(len(row) > column and row[column] for row in rows)
    ]
    cells = [[row[column] if column < len(row) else "" for column in used] for row in rows]
    while cells and not any(cells[-1]):
        cells.pop()
    return list(cells)


def _cell(cell: Any) -> str:
    """The text of a cell. A whole number, such as a telephone number, gets no decimals."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    lines = ("" if cell is None else str(cell)).replace("\t", " ").splitlines()
    return in_one_line(lines)
