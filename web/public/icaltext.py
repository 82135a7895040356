"""Texts of a calendar. Imported only where a calendar is made, because the library costs memory."""

import re

from icalendar import vText


class Said(vText):
    """A text of a calendar, escaped as RFC 5545 says. The library would turn "\\N" into a new
    line."""

    def to_ical(self) -> bytes:
        """The text, with the characters that would end it escaped."""
        return re.sub(r"([\\;,])", r"\\\1", str(self)).replace("\n", "\\n").encode()
