"""`manage.py regulations` lists what a tournament can be played under."""

import json
from io import StringIO

from django.core.management import call_command

from tournament.formats.regulations import DAY_SETTINGS, HAND_SETTINGS, REGULATIONS


def listed(*arguments: str) -> str:
    out = StringIO()
    call_command("regulations", *arguments, stdout=out)
    return out.getvalue()


def test_every_regulation_is_listed_with_every_setting():
    rows = json.loads(listed("--json"))
    assert [row["key"] for row in rows] == list(REGULATIONS)
    for row in rows:
        assert set(row["settings"]) == {*HAND_SETTINGS, *DAY_SETTINGS}
    valdegastea = next(row for row in rows if row["key"] == "valdegastea")
    assert valdegastea["settings"]["games_to_win"] == 4
    assert valdegastea["games_to_win_when_crowded"] == 2
    assert valdegastea["settings"]["target"] == 25
    assert valdegastea["source"].startswith("https://www.valdegastea.org/")


def test_people_read_a_line_of_settings():
    text = listed()
    assert "villorejo: Villorejo" in text
    assert "target=35" in text
