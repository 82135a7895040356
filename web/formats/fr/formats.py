"""Dates and times in French: 21 nov. 2026 à 23:42."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j N Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j N Y à H:i"
LOG_FORMAT = "j N Y à H:i:s"
