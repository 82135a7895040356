"""Draws text, codes and lines on a sheet. Coordinates are in points from the lower left corner."""

from io import BytesIO

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from web.paper.book import open_book
from web.paper.letters import BOLD, DISPLAY, PLAIN, ready, runs, width

INK, SOFT = HexColor("#221f18"), HexColor("#5d5748")
BAIZE, GOLD, LINE = HexColor("#17503c"), HexColor("#c28f1c"), HexColor("#bdb39c")
SMALLEST = 5.0

__all__ = ["BAIZE", "BOLD", "DISPLAY", "GOLD", "INK", "LINE", "PLAIN", "SOFT", "Pen", "mm", "on"]


class Pen:
    """A PDF being drawn page by page, or further pages of the open book."""

    def __init__(self, size: tuple[float, float], *, title: str, language: str) -> None:
        ready()
        self.width, self.height = size
        self._file = BytesIO()
        self._book = open_book()
        if self._book is not None:
            self.canvas = self._book.begin(size, title=title)
            return
        self.canvas = Canvas(self._file, pagesize=size, pageCompression=1, lang=language)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Mus")

    def text(
        self,
        x: float,
        y: float,
        text: object,
        *,
        font: str = PLAIN,
        size: float = 10,
        colour: HexColor = INK,
        align: str = "left",
        fit: float = 0,
    ) -> float:
        """Writes one line with its baseline at `y`; returns its width. A line wider than `fit` is
        set smaller, then cut."""
        line, size = self._fitted(str(text), font, size, fit)
        wide = width(line, font, size)
        x -= {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        self.canvas.setFillColor(colour)
        for name, piece in runs(line, font):
            self.canvas.setFont(name, size)
            self.canvas.drawString(x, y, piece)
            x += width(piece, name if name in (PLAIN, BOLD, DISPLAY) else font, size)
        return wide

    def rule(
        self, x: float, y: float, to: float, *, colour: HexColor = LINE, thick: float = 0.6
    ) -> None:
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(thick)
        self.canvas.line(x, y, to, y)

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        *,
        colour: HexColor = LINE,
        thick: float = 0.6,
    ) -> None:
        """A rectangle from its lower left corner."""
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(thick)
        self.canvas.rect(x, y, wide, high, stroke=1, fill=0)

    def code(self, x: float, y: float, side: float, text: str) -> None:
        """A QR code of `side` points, with its quiet zone inside."""
        rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=4)]
        unit = side / len(rows)
        self.canvas.setFillColor(HexColor("#000000"))
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    top = y + side - (down + 1) * unit
                    self.canvas.rect(x + across * unit, top, unit + 0.05, unit + 0.05, 0, 1)

    def page(self) -> None:
        """Ends this page and begins another."""
        self.canvas.showPage()

    def done(self) -> bytes:
        """The whole file; empty bytes when it went into an open book."""
        if self._book is not None:
            self._book.end_page()
            return b""
        self.canvas.save()
        return self._file.getvalue()

    def _fitted(self, line: str, font: str, size: float, fit: float) -> tuple[str, float]:
        if not fit or width(line, font, size) <= fit:
            return line, size
        size = max(SMALLEST, size * fit / width(line, font, size), size * 0.62)
        while len(line) > 2 and width(line, font, size) > fit:
            line = line[:-2].rstrip() + "…"
        return line, size


def on(canvas: Canvas) -> Pen:
    """A pen on a canvas that the caller has begun and will end."""
    pen = Pen.__new__(Pen)
    pen.canvas, (pen.width, pen.height) = canvas, A4
    return pen
