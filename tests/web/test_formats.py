"""A day and an hour are written one way in a language, on every page."""

import re

import pytest
from django.urls import reverse

from tests.tournament import play
from tournament.log.models import Event

WRITTEN = {
    "en": ("24 May 2026, 14:00", r"\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d"),
    "es": ("24 may 2026, 14:00", r"\d{1,2} [a-z]{3} \d{4}, \d\d:\d\d:\d\d"),
    "eu": ("2026-05-24 14:00", r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"),
    "fr": ("24 mai 2026 à 14:00", r"\d{1,2} \w+\.? \d{4} à \d\d:\d\d:\d\d"),
}
ONE_OF_OURS = re.compile(r'date:"(?:c|H:i|H:i:s|T|Y|DATE_FORMAT|DATETIME_FORMAT|LOG_FORMAT)"')


@pytest.mark.django_db
@pytest.mark.parametrize("language", WRITTEN)
def test_start_and_log_are_written_as_the_language_writes(client, language):
    slug = play.tournament(entered=2).slug
    start, moment = WRITTEN[language]
    headers = {"accept-language": language}
    bracket = client.get(reverse("public:bracket", args=[slug]), headers=headers)
    assert f"<span>{start} CEST</span>" in bracket.text
    log = client.get(reverse("public:log", args=[slug]), headers=headers).text
    assert len(re.findall(moment, log)) == Event.objects.count()


def test_every_template_writes_a_moment_in_one_of_these_ways(root):
    used = 0
    for path in (root / "templates").rglob("*.html"):
        for written in re.findall(r'\|date:"[^"]*"', path.read_text(encoding="utf-8")):
            assert ONE_OF_OURS.fullmatch(written[1:]), (path.name, written)
            used += 1
    assert used > 20
