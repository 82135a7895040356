"""Texts of a calendar. With what makes calendars: imported where one is made."""

from __future__ import annotations

import re

from icalendar import vText


class Said(vText):
    """A text of a calendar, escaped as RFC 5545 says: the library makes a new line of "\\N"."""

    def to_ical(self) -> bytes:
        """The text with what would end it or begin something else made harmless."""
        return re.sub(r"([\\;,])", r"\\\1", str(self)).replace("\n", "\\n").encode()
