"""The URL converter for numbers."""

from __future__ import annotations


class Number:
    """Up to 18 digits: whatever fits a database key, nothing that could overflow one."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
