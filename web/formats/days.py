"""Days as they are written on paper: in Basque, too, where an ending depends on the number."""

from datetime import date, datetime

from django.utils import formats
from django.utils.dates import MONTHS
from django.utils.translation import get_language


def written_day(day: date) -> str:
    """The day in the reader's language, such as “27 nov 2026” or “2026ko azaroaren 27a”."""
    if get_language() != "eu":
        return formats.date_format(day, "DATE_FORMAT")
    # The eleventh and the thirty-first end in “hamaika”, whose own last letter is the article.
    article = "" if day.day in (11, 31) else "a"
    return f"{day.year}{_of_year(day.year)} {str(MONTHS[day.month]).lower()}ren {day.day}{article}"


def written_moment(when: datetime) -> str:
    """The day and the hour, in the reader's language."""
    if get_language() != "eu":
        return formats.date_format(when, "DATETIME_FORMAT")
    return f"{written_day(when)}, {formats.date_format(when, 'TIME_FORMAT')}"


def _of_year(year: int) -> str:
    """The ending of a year: “-eko” after a number whose word ends in a consonant (bat, bost, hamar,
    hamabost, ehun), “-ko” after a vowel."""
    hundreds, rest = divmod(year % 1000, 100)
    ends_in_consonant = rest % 20 in (1, 5, 10, 15) or (rest == 0 and hundreds > 0)
    return "eko" if ends_in_consonant else "ko"
