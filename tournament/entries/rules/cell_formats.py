"""What a spreadsheet shows of its cells besides their values: which are struck through, and which
cover several rows. The library that reads the values leaves this out (of merged cells it knows
those of .xlsx and .xls)."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError, iterparse

MOST_CELLS = 100_000
"""Cells that are looked at; of later ones nothing is said."""
MOST_BYTES = 20_000_000
"""Unpacked: a larger file is no list of pairs, and its tree would take ten times as much."""
_FAR = 20_000
"""A row or column beyond this one is none of a list."""
_COORDINATE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


@dataclass(slots=True)
class CellFormats:
    """Of one sheet, by row and column from 0: the cells that are struck through, and the cells that
    cover rows below, with the last of them."""

    struck: set[tuple[int, int]] = field(default_factory=set)
    last_rows: dict[tuple[int, int], int] = field(default_factory=dict)


def formats_of(content: bytes) -> dict[str, CellFormats]:
    """The formats of each sheet of an .xlsx or .ods file, by its name; nothing of another file, or
    of what cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                return {}
            names = set(archive.namelist())
            if "content.xml" in names:
                return dict(_of_ods(archive))
            return dict(_of_xlsx(archive)) if "xl/workbook.xml" in names else {}
    except (zipfile.BadZipFile, ParseError, KeyError, ValueError, OSError):
        return {}


def _of_xlsx(archive: zipfile.ZipFile) -> Iterator[tuple[str, CellFormats]]:
    names = set(archive.namelist())
    styles = _struck_styles(archive) if "xl/styles.xml" in names else frozenset()
    strings = (
        frozenset(_struck_strings(archive)) if "xl/sharedStrings.xml" in names else frozenset()
    )
    paths = {}
    for element in _elements(archive, "xl/_rels/workbook.xml.rels", {"Relationship"}):
        target = element.get("Target", "")
        paths[element.get("Id")] = target.lstrip("/") if target[:1] == "/" else f"xl/{target}"
    for sheet in _elements(archive, "xl/workbook.xml", {"sheet"}):
        path = paths.get(_attribute(sheet, "id"), "")
        if path in names:
            yield sheet.get("name", ""), _of_worksheet(archive, path, styles, strings)


def _struck_styles(archive: zipfile.ZipFile) -> frozenset[str]:
    """The numbers of the cell styles whose font is struck through."""
    fonts: list[bool] = []
    struck: set[str] = set()
    for element in _elements(archive, "xl/styles.xml", {"fonts", "cellXfs"}):
        if _local(element.tag) == "fonts":
            fonts = [_is_struck(font) for font in element]
        else:
            for number, style in enumerate(element):
                font = int(style.get("fontId", "0"))
                if font < len(fonts) and fonts[font]:
                    struck.add(str(number))
    return frozenset(struck)


def _struck_strings(archive: zipfile.ZipFile) -> Iterator[str]:
    """The numbers of the shared texts all of whose parts are struck through."""
    for number, text in enumerate(_elements(archive, "xl/sharedStrings.xml", {"si"})):
        if _all_parts_struck(text):
            yield str(number)


def _all_parts_struck(text: Element) -> bool:
    parts = [part for part in text if _local(part.tag) == "r"]
    said = [part for part in parts if "".join(part.itertext()).strip()]
    return bool(said) and all(map(_is_struck, said))


def _is_struck(element: Element) -> bool:
    marks = (one for one in element.iter() if _local(one.tag) in ("strike", "dstrike"))
    return any(one.get("val", "1") not in ("0", "false") for one in marks)


def _of_worksheet(
    archive: zipfile.ZipFile, path: str, styles: frozenset[str], strings: frozenset[str]
) -> CellFormats:
    formats = CellFormats()
    for count, cell in enumerate(_elements(archive, path, {"c"})):
        place = _place(cell.get("r", ""))
        if count >= MOST_CELLS or place is None:
            continue
        is_struck = cell.get("s", "0") in styles
        if cell.get("t") == "s":
            value = next((one.text for one in cell if _local(one.tag) == "v"), None)
            is_struck = is_struck or value in strings
        elif cell.get("t") == "inlineStr":
            is_struck = is_struck or any(map(_all_parts_struck, cell))
        if is_struck:
            formats.struck.add(place)
    return formats


def _place(coordinate: str) -> tuple[int, int] | None:
    match = _COORDINATE.fullmatch(coordinate)
    if not match:
        return None
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 64
    return int(match[2]) - 1, column - 1


def _of_ods(archive: zipfile.ZipFile) -> Iterator[tuple[str, CellFormats]]:
    own: dict[str, bool] = {}
    parents: dict[str, str] = {}
    for path in ("styles.xml", "content.xml"):
        if path in archive.namelist():
            for style in _elements(archive, path, {"style"}):
                _note_style(style, own, parents)

    def is_struck(name: str) -> bool:
        for _step in range(10):
            if name in own:
                return own[name]
            if name not in parents:
                return False
            name = parents[name]
        return False

    struck = {name for name in (*own, *parents) if is_struck(name)}
    for table in _elements(archive, "content.xml", {"table"}):
        yield _attribute(table, "name"), _of_table(table, struck)


def _note_style(style: Element, own: dict[str, bool], parents: dict[str, str]) -> None:
    name = _attribute(style, "name")
    for part in style:
        for kind in ("text-line-through-style", "text-line-through-type"):
            if said := _attribute(part, kind):
                own[name] = said != "none"
    if parent := _attribute(style, "parent-style-name"):
        parents[name] = parent


def _of_table(table: Element, struck: set[str]) -> CellFormats:
    formats = CellFormats()
    row_number = 0
    count = 0
    for row in table.iter():
        if _local(row.tag) != "table-row":
            continue
        column = 0
        for cell in row:
            if _local(cell.tag) not in ("table-cell", "covered-table-cell"):
                continue
            count += 1
            width = _number(cell, "number-columns-repeated")
            text = "".join(cell.itertext()).strip()
            if text and count <= MOST_CELLS and max(row_number, column) <= _FAR:
                if _attribute(cell, "style-name") in struck or _all_spans(cell, struck) == text:
                    formats.struck.update((row_number, column + n) for n in range(min(width, 100)))
                if (rows := _number(cell, "number-rows-spanned")) > 1:
                    formats.last_rows[row_number, column] = row_number + rows - 1
            column += width
        row_number += _number(row, "number-rows-repeated")
    return formats


def _all_spans(cell: Element, struck: set[str]) -> str:
    """The text of the parts of a cell that are struck through."""
    spans = [one for one in cell.iter() if _local(one.tag) == "span"]
    inside = [one for one in spans if _attribute(one, "style-name") in struck]
    return "".join(text for one in inside for text in one.itertext()).strip()


def _number(element: Element, name: str) -> int:
    digits = _attribute(element, name)
    return int(digits) if digits.isdecimal() and len(digits) < 8 else 1


def _attribute(element: Element, name: str) -> str:
    return next((value for key, value in element.items() if _local(key) == name), "")


def _local(name: str) -> str:
    """A name without its namespace: strict and transitional files have different ones."""
    return name.rpartition("}")[2]


def _elements(archive: zipfile.ZipFile, path: str, names: Iterable[str]) -> Iterator[Element]:
    """The elements of these names in a part of the file, each whole and then forgotten."""
    # Read in a process of its own, with bounds of memory and time (entries/files.py).
    with archive.open(path) as part:
        for _event, element in iterparse(part, events=("end",)):  # noqa: S314
            if _local(element.tag) in names:
                yield element
                element.clear()
