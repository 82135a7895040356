"""A spreadsheet (.xlsx, .ods, .xls) as the text of an entry list: its first sheet that holds
anything, a line a row, cells parted by tabs."""

import json
import re
import zipfile
from base64 import b64decode
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from jobs.machine import limit_memory
from tournament.entries.rules.cutting import entry_list

MOST_ROWS = 2_000
MOST_UNPACKED = 60_000_000
"""Bytes: a small file may unpack to more than the memory of the machine."""
MOST_MEMORY = 700_000_000
"""Bytes for the reading process. For a file of one kilobyte with a cell in the last row and column,
calamine allocates all cells in between, and aborts the process if it cannot."""
PACKED, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# Tabs and line breaks inside a cell: in the text they would start another cell or line.
_PARTS = re.compile(r"[\t\r\n]+")


class UnreadableSheet(ValueError):
    """The file is no spreadsheet that can be read."""


def is_sheet(content: bytes) -> bool:
    """Whether these bytes begin like a spreadsheet and not like text."""
    return content.startswith((PACKED, OLD))


def sheet_text(content: bytes) -> str:
    """The entry list in a spreadsheet. Raises UnreadableSheet."""
    # Imported here: spreadsheets are rare, and the library costs memory.
    from python_calamine import CalamineError, CalamineWorkbook

    if content.startswith(PACKED):
        _must_unpack_small(content)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        sheets = (book.get_sheet_by_name(name).to_python() for name in book.sheet_names)
        rows = next((rows for rows in sheets if any(any(row) for row in rows)), [])
    except (CalamineError, OSError, ValueError) as error:
        raise UnreadableSheet(str(error)) from error
    return entry_list([_cell(cell) for cell in row] for row in _filled(rows)[:MOST_ROWS])


def answer(line: bytes) -> bytes:
    """Reads a sheet in a separate process (`jobs.beside`): takes the file in base64, answers JSON
    with `text`, or `{}` if the file is unreadable."""
    limit_memory(MOST_MEMORY)
    try:
        return json.dumps({"text": sheet_text(b64decode(line))}).encode()
    except (UnreadableSheet, MemoryError):
        return b"{}"


def _must_unpack_small(content: bytes) -> None:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile as error:
        raise UnreadableSheet(str(error)) from error
    if unpacked > MOST_UNPACKED:
        raise UnreadableSheet("it unpacks to too much")


def _filled(rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """The rows without empty columns and without empty rows at the end."""
    used = [
        column
        for column in range(max((len(row) for row in rows), default=0))
        if any(len(row) > column and row[column] not in ("", None) for row in rows)
    ]
    cells = [[row[column] if column < len(row) else "" for column in used] for row in rows]
    while cells and not any(cell not in ("", None) for cell in cells[-1]):
        cells.pop()
    return list(cells)


def _cell(cell: Any) -> str:
    """The text of a cell. A whole number, such as a telephone number, gets no decimals."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return _PARTS.sub(" ", "" if cell is None else str(cell)).strip()
