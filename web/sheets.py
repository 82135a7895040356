"""Values for a spreadsheet."""

from __future__ import annotations

from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that begin a formula. Some spreadsheets treat the full-width forms like the others."""


def harmless(value: Any) -> Any:
    """The value, changed if needed so that no spreadsheet takes it for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
