"""Dates and times in English: 21 Nov 2026, 23:42."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
LOG_FORMAT = "j M Y, H:i:s"
