"""A spreadsheet (.xlsx, .ods, .xls) as the text of an entry list: its first sheet that holds
anything, a line a row, cells parted by tabs."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any

MOST_ROWS = 2_000
MOST_UNPACKED = 60_000_000
"""Bytes: a small file may unpack to more than the memory of the machine."""
PACKED, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# A cell cannot hold what parts cells and lines.
_PARTS = re.compile(r"[\t\r\n]+")


class UnreadableSheet(ValueError):
    """The file is no spreadsheet that can be read."""


def is_sheet(content: bytes) -> bool:
    """Whether these bytes begin as a spreadsheet does, and no text."""
    return content.startswith((PACKED, OLD))


def sheet_text(content: bytes) -> str:
    """The entry list in a spreadsheet. Raises UnreadableSheet."""
    # Read so rarely that no process carries its reader from the start.
    from python_calamine import CalamineError, CalamineWorkbook

    if content.startswith(PACKED):
        _must_unpack_small(content)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        sheets = (book.get_sheet_by_name(name).to_python() for name in book.sheet_names)
        rows = next((rows for rows in sheets if any(any(row) for row in rows)), [])
    except (CalamineError, OSError, ValueError) as error:
        raise UnreadableSheet(str(error)) from error
    return "\n".join("\t".join(_cell(cell) for cell in row) for row in _filled(rows)[:MOST_ROWS])


def _must_unpack_small(content: bytes) -> None:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile as error:
        raise UnreadableSheet(str(error)) from error
    if unpacked > MOST_UNPACKED:
        raise UnreadableSheet("it unpacks to too much")


def _filled(rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """The rows without the columns and the last rows that nobody filled in."""
    used = [
        column
        for column in range(max((len(row) for row in rows), default=0))
        if any(len(row) > column and row[column] not in ("", None) for row in rows)
    ]
    kept = [[row[column] if column < len(row) else "" for column in used] for row in rows]
    while kept and not any(cell not in ("", None) for cell in kept[-1]):
        kept.pop()
    return list(kept)


def _cell(cell: Any) -> str:
    """What is read in a cell. A telephone number typed as a number has no decimals."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return _PARTS.sub(" ", "" if cell is None else str(cell)).strip()
