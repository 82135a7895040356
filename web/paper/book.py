"""Several sheets in one file: while a book is open, sheets are drawn into it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

_OPEN: ContextVar[Book | None] = ContextVar("book", default=None)


class BoundCanvas(Canvas):
    """The canvas of a book. A document that is drawn on it cannot save it; the book does."""

    def save(self) -> None:
        """Does nothing: a document calls it at its own end, when other sheets may follow."""

    def save_book(self) -> None:
        super().save()


class Book:
    """One PDF of several sheets, each with an entry in the table of contents."""

    def __init__(self, *, title: str, language: str) -> None:
        self._file = BytesIO()
        self._title = title
        self._sheets = 0
        self._has_page = False
        self.canvas = BoundCanvas(self._file, pageCompression=1, lang=language)

    def begin(self, size: tuple[float, float], *, title: str) -> Canvas:
        """Begins a page of this size, named in the table of contents; returns the canvas."""
        self.end_page()
        self._sheets += 1
        self._has_page = True
        self.canvas.setPageSize(size)
        self.canvas.bookmarkPage(f"sheet-{self._sheets}")
        self.canvas.addOutlineEntry(title, f"sheet-{self._sheets}", 0)
        return self.canvas

    def end_page(self) -> None:
        """Ends the page if one has begun."""
        if self._has_page:
            self.canvas.showPage()
        self._has_page = False

    def has_ended_its_pages(self) -> None:
        """Notes that a document has ended its last page itself."""
        self._has_page = False

    def done(self) -> bytes:
        self.end_page()
        self.canvas.setTitle(self._title)
        self.canvas.setCreator("Mus")
        self.canvas.save_book()
        return self._file.getvalue()


def open_book() -> Book | None:
    """The open book; None when a sheet is to be a file of its own."""
    return _OPEN.get()


@contextmanager
def binding(*, title: str, language: str) -> Iterator[Book]:
    """Inside this context, every sheet goes into one book."""
    book = Book(title=title, language=language)
    token = _OPEN.set(book)
    try:
        yield book
    finally:
        _OPEN.reset(token)
