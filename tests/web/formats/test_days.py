"""Days on paper, in the reader's language."""

from datetime import date, datetime

import pytest
from django.utils.translation import override

from web.formats.days import written_day, written_moment


@pytest.mark.parametrize(
    ("day", "written"),
    [
        (date(2026, 11, 27), "2026ko azaroaren 27a"),
        (date(2025, 1, 1), "2025eko urtarrilaren 1a"),
        (date(2030, 2, 11), "2030eko otsailaren 11"),
        (date(2031, 12, 31), "2031ko abenduaren 31"),
        (date(2020, 8, 21), "2020ko abuztuaren 21a"),
        (date(2000, 5, 2), "2000ko maiatzaren 2a"),
        (date(2100, 5, 2), "2100eko maiatzaren 2a"),
    ],
)
def test_a_basque_day_ends_as_its_numbers_are_spoken(day, written):
    with override("eu"):
        assert written_day(day) == written


def test_other_languages_write_it_as_on_the_screen():
    when = datetime(2026, 11, 27, 9, 5)
    said = {}
    for language in ("es", "eu", "fr"):
        with override(language):
            said[language] = written_moment(when)
    assert said["es"] == "27 nov 2026, 09:05"
    assert said["eu"] == "2026ko azaroaren 27a, 09:05"
    assert said["fr"].startswith("27 nov. 2026")
