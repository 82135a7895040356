"""Dates and times in Spanish: 21 nov 2026, 23:42."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j b Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j b Y, H:i"
LOG_FORMAT = "j b Y, H:i:s"
