"""2026-11-21 23:42: written out, the year's ending would depend on the year (2025eko, 2026ko)."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i"
LOG_FORMAT = "Y-m-d H:i:s"
