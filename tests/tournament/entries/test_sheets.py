"""A spreadsheet is read as the text of an entry list."""

import zipfile
from io import BytesIO

import pytest

from tests.tournament.entries.written import read
from tournament.entries.rules.sheets import UnreadableSheet, is_sheet, kind_of_file, read_sheet

TYPES = """<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>
</Types>"""  # noqa: E501
RELS = """<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{what}" Target="{to}"/></Relationships>"""  # noqa: E501
BOOK = """<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Pairs" sheetId="1" r:id="rId1"/></sheets></workbook>"""  # noqa: E501
SHEET = """<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"""


def cell(column, row, value):
    at = f"{'ABCDEFGH'[column]}{row}"
    if isinstance(value, str):
        return f'<c r="{at}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{at}"><v>{value}</v></c>'


def xlsx(*rows):
    """A workbook of one sheet, as a spreadsheet saves it."""
    told = "".join(
        f'<row r="{n}">'
        + "".join(cell(column, n, value) for column, value in enumerate(row) if value != "")
        + "</row>"
        for n, row in enumerate(rows, start=1)
    )
    return packed(told)


def packed(told):
    """The rows, as they stand in the file, as a workbook."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("[Content_Types].xml", TYPES)
        book.writestr("_rels/.rels", RELS.format(what="officeDocument", to="xl/workbook.xml"))
        book.writestr("xl/workbook.xml", BOOK)
        book.writestr(
            "xl/_rels/workbook.xml.rels",
            RELS.format(what="worksheet", to="worksheets/sheet1.xml"),
        )
        book.writestr("xl/worksheets/sheet1.xml", SHEET.format(rows=told))
    return file.getvalue()


def sheet_text(content):
    return read_sheet(content).text


def test_rows_are_lines_and_numbers_have_no_decimals():
    content = xlsx(
        ["Player 1", "Player 2", "Club", "Phone"],
        ["Deba", "Mutriku", "Kaia", 600112233],
        ["Eibar", "Ermua", "", 611],
    )
    assert is_sheet(content)
    text = sheet_text(content)
    assert text.splitlines()[1] == "Deba\tMutriku\tKaia\t600112233"
    found = read(text)
    assert [(one.player_1, one.texts["contact"]) for one in found.entries] == [
        ("Deba", "600112233"),
        ("Eibar", "611"),
    ]
    assert found.faults == ()


def test_empty_columns_and_rows_do_not_count():
    text = sheet_text(
        xlsx(["", "Deba", "", "Mutriku"], ["", "", "", ""], ["", "Eibar", "", "Ermua"])
    )
    assert text == "Deba\tMutriku\n\t\nEibar\tErmua"
    assert len(read(text).entries) == 2


def test_what_cannot_be_read_is_said():
    for content in (b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0 no workbook"):
        with pytest.raises(UnreadableSheet):
            sheet_text(content)
    assert not is_sheet(b"Deba, Mutriku")


def test_a_file_that_unpacks_to_too_much_is_not_unpacked():
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/workbook.xml", b"0" * 61_000_000)
    with pytest.raises(UnreadableSheet):
        sheet_text(file.getvalue())


def test_line_breaks_in_a_cell_part_two_players_and_tear_no_name():
    text = sheet_text(xlsx(["Pareja"], ["Deba\nMutriku"], ["Eibar y\nErmua"]))
    assert text == "Pareja\nDeba / Mutriku\nEibar y Ermua"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7\n", "pdf"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "picture"),
        (b"\0\0\0\x18ftypheic", "picture"),
        (b"PK\x03\x04 word/document.xml", "document"),
        (b"<html><table>", "document"),
        (b"\x01\x02\x03" * 9, "binary"),
        ("Getaria / Orio".encode("utf-16-le"), ""),
        ("Iñurritza; Oñati".encode("cp1252"), ""),
        (b"Getaria, Orio", ""),
        (b"", ""),
    ],
)
def test_a_file_that_is_no_list_is_named_as_what_it_is(content, kind):
    assert kind_of_file(content) == kind
