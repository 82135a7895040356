"""Answers that a browser saves as files."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that begin a formula. Some spreadsheets treat the full-width forms like the others."""
IN_A_CELL = re.compile(r"([;\t\r\n])(?=[=+\-@＝＋－＠])")
"""Where a spreadsheet that parts cells at a semicolon or a tab would begin one with a formula."""
LINES = "application/x-ndjson; charset=utf-8"


def download(
    content: str | bytes | Iterable[str], *, name: str, kind: str = LINES
) -> HttpResponseBase:
    """The content as a file with this name; lines are sent one after the other."""
    is_whole = isinstance(content, str | bytes)
    answer = (HttpResponse if is_whole else StreamingHttpResponse)(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def csv_file(name: str, header: Iterable[str], rows: Iterable[Iterable[Any]]) -> HttpResponseBase:
    """A table for a spreadsheet, without formulas."""
    sheet = StringIO()
    writer = csv.writer(sheet)
    writer.writerow(header)
    writer.writerows(map(harmless, row) for row in rows)
    # The byte order mark tells a spreadsheet that the file is UTF-8.
    return download("\ufeff" + sheet.getvalue(), name=name, kind="text/csv; charset=utf-8")


def harmless(value: Any) -> Any:
    """The value, changed if needed so that no spreadsheet takes it, or a part of it, for a
    formula."""
    if not isinstance(value, str):
        return value
    text = IN_A_CELL.sub(r"\1'", value)
    return f"'{text}" if text.startswith(FORMULA) else text
