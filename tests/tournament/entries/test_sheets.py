"""A spreadsheet is read as the text of an entry list."""

import zipfile
from io import BytesIO

import pytest

from tests.tournament.entries.written import read
from tournament.entries.rules.cell_formats import formats_of
from tournament.entries.rules.sheets import UnreadableSheet, is_sheet, kind_of_file, read_sheets

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


STYLES = """<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="3"><font/><font><strike/></font><font><strike val="0"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>"""  # noqa: E501


def packed(told, merged=""):
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
        book.writestr("xl/styles.xml", STYLES)
        sheet = SHEET.format(rows=told).replace("</sheetData>", "</sheetData>" + merged)
        book.writestr("xl/worksheets/sheet1.xml", sheet)
    return file.getvalue()


ODS = """<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.2"><office:automatic-styles><style:style style:name="gone" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style><style:style style:name="gone2" style:family="table-cell" style:parent-style-name="gone"/><style:style style:name="back" style:family="table-cell" style:parent-style-name="gone"><style:text-properties style:text-line-through-style="none"/></style:style><style:style style:name="T1" style:family="text"><style:text-properties style:text-line-through-type="single"/></style:style></office:automatic-styles><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"""  # noqa: E501


MANIFEST = """<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>"""  # noqa: E501


def ods(**sheets):
    """A workbook of these sheets; a cell is a text, or a text and the attributes of the cell."""
    tables = ""
    for name, rows in sheets.items():
        tables += f'<table:table table:name="{name}">'
        for row in rows:
            tables += "<table:table-row>"
            for value in row:
                text, more = value if isinstance(value, tuple) else (value, "")
                inside = f"<text:p>{text}</text:p>" if text else ""
                kind = 'office:value-type="string"' if text else ""
                tables += f"<table:table-cell {kind} {more}>{inside}</table:table-cell>"
            tables += "</table:table-row>"
        tables += "</table:table>"
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("META-INF/manifest.xml", MANIFEST)
        book.writestr("content.xml", ODS.format(tables=tables))
    return file.getvalue()


def sheet_text(content):
    return read_sheets(content).text


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


def struck(column, row, value, style=1):
    return cell(column, row, value).replace("<c ", f'<c s="{style}" ')


RICH = (
    '<c r="A4" t="inlineStr"><is><r><rPr><strike/></rPr><t>E</t></r>'
    "<r><rPr><strike/></rPr><t>ibar</t></r></is></c>"
)


def test_a_row_that_is_struck_through_is_asked_about_and_enters_when_looked_at():
    rows = (
        f"<row r='2'>{cell(0, 2, 'Lezo')}{cell(1, 2, 'Orio')}</row>"
        f"<row r='3'>{struck(0, 3, 'Deba')}{struck(1, 3, 'Mutriku')}</row>"
        f"<row r='4'>{RICH}{cell(1, 4, 'Ermua')}</row>"
        f"<row r='5'>{struck(0, 5, 'Getaria', style=2)}{cell(1, 5, 'Zumaia')}</row>"
    )
    text = sheet_text(packed(rows))
    assert text == "Lezo\tOrio\n~Deba~\t~Mutriku~\n~Eibar~\tErmua\nGetaria\tZumaia"
    found = read(text)
    assert [one.player_1 for one in found.entries] == ["Lezo", "Getaria"]
    assert [(fault.field, fault.code) for fault in found.faults] == [
        ("lines[2]", "cancelled"),
        ("lines[3]", "cancelled"),
    ]
    looked = read(text, looked_at={2, 3})
    assert [(one.player_1, one.player_2) for one in looked.entries][1:3] == [
        ("Deba", "Mutriku"),
        ("Eibar", "Ermua"),
    ]


def test_an_ods_says_by_its_styles_what_is_struck_through():
    gone, again, back = (f'table:style-name="{name}"' for name in ("gone", "gone2", "back"))
    span = '<text:span text:style-name="T1">{}</text:span>'
    content = ods(
        Pairs=[
            ["Lezo", "Orio"],
            [("Deba", gone), ("Mutriku", again)],
            [span.format("Eibar"), "Ermua"],
            [span.format("Ge") + "taria", ("Zumaia", back)],
        ]
    )
    expected = "Lezo\tOrio\n~Deba~\t~Mutriku~\n~Eibar~\tErmua\nGetaria\tZumaia"
    assert sheet_text(content) == expected


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_cell_merged_downwards_counts_in_each_row_that_it_covers(kind):
    names = [["Deba", "Mutriku"], ["Eibar", "Ermua"], ["Lezo", "Orio"]]
    if kind == "xlsx":
        rows = "".join(
            f"<row r='{n}'>{cell(1, n, one)}{cell(2, n, two)}"
            f"{cell(3, n, 'Kaia') if n == 3 else ''}</row>"
            for n, (one, two) in enumerate(names, start=3)
        )
        content = packed(rows, '<mergeCells count="1"><mergeCell ref="D3:D4"/></mergeCells>')
    else:
        merged = ("Kaia", 'table:number-rows-spanned="2"')
        content = ods(Pairs=[[*names[0], merged], names[1], names[2]])
    assert sheet_text(content) == "Deba\tMutriku\tKaia\nEibar\tErmua\tKaia\nLezo\tOrio\t"


def test_the_other_sheets_are_kept_to_be_read_in_its_place():
    content = ods(Empty=[], Pairs=[["Deba", "Mutriku"]], Reserves=[["Lezo", "Orio"]])
    sheet = read_sheets(content)
    assert (sheet.name, sheet.text) == ("Pairs", "Deba\tMutriku")
    assert sheet.others == (("Reserves", "Lezo\tOrio"),)


@pytest.mark.parametrize(
    "broken",
    [
        b"no archive",
        ods(Pairs=[["Deba"]])[:-30],
        ods(Pairs=[[("Deba", 'table:number-rows-spanned="x"')]]),
        ods(Pairs=[[("Deba", 'table:number-columns-repeated="99999999999"')]]),
    ],
)
def test_formats_that_cannot_be_read_say_nothing(broken):
    assert all(not one.struck and not one.last_rows for one in formats_of(broken).values())
