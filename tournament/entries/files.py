"""A file that holds a list of pairs: a spreadsheet, CSV or text."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from jobs.beside import TakesTooMuch, run_beside
from tournament.entries.rules import sheets
from tournament.entries.rules.cutting import decode
from tournament.entries.rules.results import read_past
from tournament.errors import Refusal, StrOrPromise

NOT_A_LIST: Mapping[str, StrOrPromise] = {
    "pdf": _("This is a PDF. Open it, copy the list and paste it here, or send the spreadsheet."),
    "picture": _("This is a picture; names are not read from it. Type or paste the list."),
    "document": _("This is a document. Open it, copy the list and paste it here."),
    "binary": _("This file is no text and no spreadsheet. Save the list as .xlsx, .ods or CSV."),
}


def read_file(content: bytes) -> sheets.Sheet:
    """The list in a file: the first sheet of a spreadsheet that holds anything, with the others, or
    the text of another file. Raises Refusal (pdf, picture, document, binary, unreadable)."""
    if kind := sheets.kind_of_file(content):
        raise Refusal.one("file", kind, NOT_A_LIST[kind])
    if not sheets.is_sheet(content):
        return sheets.Sheet(decode(content), "")
    try:
        return run_beside(sheets.read_sheets, content)
    except (sheets.UnreadableSheet, TakesTooMuch) as error:
        raise Refusal.one(
            "file",
            "unreadable",
            _("This spreadsheet cannot be read. Save it as .xlsx, .ods or CSV and try again."),
        ) from error


def sheet_of(read: sheets.Sheet, name: str) -> sheets.Sheet:
    """The sheet of this name in a file that was read. Raises Refusal (no_such_sheet)."""
    others = dict(read.others)
    if name not in others and name != read.name:
        names = ", ".join((read.name, *others)) or "–"
        raise Refusal.one(
            "sheet",
            "no_such_sheet",
            _("The file has no sheet of this name. Give one of these: %(names)s."),
            names=names[:200],
        )
    return sheets.Sheet(others.get(name, read.text), name)


def results_in(content: bytes, *, most: int) -> str:
    """The text of a file with results: its sheets one below the other, those with results last. Not
    in order beyond `most` letters. Raises as `read_file`."""
    read = read_file(content)
    texts = [read.text, *(text for _name, text in read.others)]
    if len(texts) > 1 and sum(map(len, texts)) <= most:
        texts.sort(key=lambda text: bool(read_past(text).results))
    return "\n\n".join(texts)
