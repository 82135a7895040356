"""Sheets with text that flows from page to page: paragraphs and tables in one style."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    CondPageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.flowables import Flowable

from web.paper.book import open_book
from web.paper.letters import BOLD, DISPLAY, PLAIN, marked, ready
from web.paper.pen import BAIZE, INK, LINE, SOFT, mm, on

MARGIN = 16 * mm
PADDING = 3
"""Left and right of the text of a cell."""
HANGING = {"rule": 8, "own rule": 8}
"""How far the second line of a paragraph stands in, in points."""
STYLES = {
    "title": (DISPLAY, 20, 24, INK),
    "head": (BOLD, 11.5, 15, BAIZE),
    "text": (PLAIN, 9.5, 12.5, INK),
    "bold": (BOLD, 9.5, 12.5, INK),
    "wall": (PLAIN, 11, 14.5, INK),
    "rule": (PLAIN, 11, 14.5, INK),
    "own rule": (BOLD, 11, 14.5, INK),
    "soft": (PLAIN, 8.5, 11, SOFT),
    "small": (PLAIN, 7.5, 9.5, SOFT),
}


def paragraph(text: object, style: str = "text", *, align: int = 0) -> Paragraph:
    """One paragraph. `align`: 0 left, 1 middle, 2 right."""
    ready()
    font, size, leading, colour = STYLES[style]
    inwards = HANGING.get(style, 0)
    paragraph_style = ParagraphStyle(
        style, fontName=font, fontSize=size, leading=leading, textColor=colour, alignment=align,
        leftIndent=inwards, firstLineIndent=-inwards, keepWithNext=style == "head",
    )  # fmt: skip
    return Paragraph(marked(text, font), paragraph_style)


def over_table(text: object) -> list[Flowable]:
    """A heading over a table that may be longer than a page and begins below it all the same."""
    head = paragraph(text, "head")
    head.keepWithNext = False
    return [CondPageBreak(30 * mm), head]


def fitted(text: str, style: str, wide: float, *, lines: int) -> Paragraph:
    """One paragraph for a row of fixed height: cut to at most so many lines of this width."""
    leading = STYLES[style][2]
    cell = paragraph(text, style)
    while len(text) > 2 and cell.wrap(wide - 2 * PADDING, 1000)[1] > lines * leading:
        text = text[:-2].rstrip()
        cell = paragraph(text + "…", style)
    return cell


def gap(millimetres: float) -> Spacer:
    return Spacer(1, millimetres * mm)


class Code(Flowable):
    """A QR code in the text, of `side` points, with its quiet zone inside."""

    def __init__(self, text: str, side: float) -> None:
        super().__init__()
        self._text, self._side = text, side
        self.width = self.height = side

    def draw(self) -> None:
        """Draws the code at its place in the text."""
        on(self.canv).code(0, 0, self._side, self._text)


def grid(
    rows: Sequence[Sequence[Any]],
    widths: Sequence[float | None],
    *,
    heads: int = 1,
    least: float | None = None,
    boxed: bool = False,
) -> Table:
    """A table with ruled lines. Its first `heads` rows are repeated on every page. `least`: the
    height of rows to be filled in by hand; `boxed`: also lines between columns."""
    heights = [None] * heads + [least] * (len(rows) - heads) if least else None
    table = Table(rows, colWidths=list(widths), rowHeights=heights, repeatRows=heads, hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE),
                *([("INNERGRID", (0, 0), (-1, -1), 0.5, LINE)] if boxed else []),
                ("LINEBELOW", (0, heads - 1), (-1, heads - 1), 1.2, BAIZE),
                ("LEFTPADDING", (0, 0), (-1, -1), PADDING),
                ("RIGHTPADDING", (0, 0), (-1, -1), PADDING),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ]
        )
    )
    return table


def flowed(
    story: Sequence[Flowable], *, title: str, language: str, foot: str = "", code: str = ""
) -> bytes:
    """An upright A4 PDF of `story`; empty bytes when it went into an open book. `foot`: text below
    every page, with the page number; `code`: the text of the first page's QR code."""
    ready()
    file = BytesIO()
    document = SimpleDocTemplate(
        file,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=14 * mm,
        bottomMargin=18 * mm,
        title=title,
        creator="Mus",
        lang=language,
    )

    def below(canvas: Any, sheet: Any) -> None:
        pen = on(canvas)
        pen.rule(MARGIN, 14 * mm, A4[0] - MARGIN)
        page = _("page %(n)s") % {"n": sheet.page}
        pen.text(MARGIN, 9.5 * mm, foot, size=7.5, colour=SOFT, fit=140 * mm)
        pen.text(A4[0] - MARGIN, 9.5 * mm, page, size=7.5, colour=SOFT, align="right")
        if code and sheet.page == 1:
            pen.code(A4[0] - MARGIN - 25 * mm, A4[1] - 39 * mm, 27 * mm, code)

    book = open_book()
    if book is None:
        document.build(list(story), onFirstPage=below, onLaterPages=below)
        return file.getvalue()
    bound = book.begin(A4, title=title)
    document.build(
        list(story), onFirstPage=below, onLaterPages=below, canvasmaker=lambda *_, **__: bound
    )
    book.has_ended_its_pages()
    return b""
