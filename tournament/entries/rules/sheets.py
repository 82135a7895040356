"""A spreadsheet (.xlsx, .ods, .xls) as the text of an entry list: one of its sheets, a line a row,
cells parted by tabs. Of other files, what they are."""

import json
import zipfile
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any

from jobs.machine import limit_memory
from tournament.entries.rules.cutting import entry_list, in_one_line

MOST_ROWS = 2_000
MOST_UNPACKED = 60_000_000
"""Bytes: a small file may unpack to more than the memory of the machine."""
MOST_MEMORY = 700_000_000
"""Bytes for the reading process. For a file of one kilobyte with a cell in the last row and column,
calamine allocates all cells in between, and aborts the process if it cannot."""
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"RIFF")
_PICTURES_BY_BRAND = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")
PACKED, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class UnreadableSheet(ValueError):
    """The file is no spreadsheet that can be read."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as the text of an entry list, its name, and the other sheets that hold anything."""

    text: str
    name: str
    others: tuple[str, ...]


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


def read_sheet(content: bytes, name: str = "") -> Sheet:
    """The sheet of this name, or the first that holds anything. Raises UnreadableSheet."""
    # Imported here: spreadsheets are rare, and the library costs memory.
    from python_calamine import CalamineError, CalamineWorkbook

    if content.startswith(PACKED):
        _must_unpack_small(content)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        sheets = {title: book.get_sheet_by_name(title).to_python() for title in book.sheet_names}
    except (CalamineError, OSError, ValueError) as error:
        raise UnreadableSheet(str(error)) from error
    filled = {title: rows for title, rows in sheets.items() if any(any(row) for row in rows)}
    title = name if name in filled else next(iter(filled), "")
    rows = _filled(filled.get(title, []))[:MOST_ROWS]
    text = entry_list([_cell(cell) for cell in row] for row in rows)
    return Sheet(text, title, tuple(one for one in filled if one != title))


def answer(line: bytes) -> bytes:
    """Reads a sheet in a separate process (`jobs.beside`): takes JSON with the `file` in base64 and
    the `name` of a sheet, answers JSON with a `Sheet`, or `{}` if the file is unreadable."""
    limit_memory(MOST_MEMORY)
    asked = json.loads(line)
    try:
        return json.dumps(asdict(read_sheet(b64decode(asked["file"]), asked["name"]))).encode()
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
    lines = ("" if cell is None else str(cell)).replace("\t", " ").splitlines()
    return in_one_line(lines)
