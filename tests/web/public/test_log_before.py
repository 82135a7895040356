"""Each line of the public log shows what was before, for every kind of event that has a before."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.delivery.story import ACTS, Story
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import prizes
from tournament.entries.services import departures, pairs
from tournament.log.models import Event
from tournament.log.rules.kinds import BY_NAME, KINDS

pytestmark = pytest.mark.django_db

LANGUAGES = ("en-GB", "es", "eu", "fr")
LONGEST = 200
"""Letters of a line that somebody reads at a glance."""


def lines(client: Client, cup: Tournament, language: str = "en-GB") -> dict[int, str]:
    """What each line of the log says that its event changed."""
    found: dict[int, str] = {}
    address, before = reverse("public:log", args=[cup.slug]), cup.event_number + 1
    while before > 1:
        page = client.get(address, {"before": before}, headers={"Accept-Language": language})
        for row in re.split(r"<tr", page.text)[1:]:
            number = re.search(r'<td class="number">(\d+)</td>', row)
            said = re.search(r'<small class="changed">(.*?)</small>', row, re.DOTALL)
            if number:
                before = min(before, int(number[1]))
                found[int(number[1])] = html.unescape(said[1]) if said else ""
    return found


def test_every_kind_that_has_a_before_shows_it_in_its_line(client):
    story = Story()
    for _kind, act in ACTS:
        act(story)
    shown: dict[str, list[str]] = {}
    for cup in Tournament.objects.all():
        said = lines(client, cup)
        assert said.keys() == {one.number for one in cup.events.all()}
        for event in cup.events.all():
            if said[event.number]:
                shown.setdefault(event.kind, []).append(said[event.number])
    every = [one for said in shown.values() for one in said]
    assert {name for name in KINDS - shown.keys() if not BY_NAME[name].before} == set()
    assert [one for one in every if "→" not in one] == []
    assert [one for one in every if "— → —" in one] == []
    assert [one for one in every if len(one) > LONGEST] == []
    assert [one for one in every if re.search(r'[{}_"]|true|false|\d{4}-\d\d-\d\dT', one)] == []


def test_a_line_says_in_the_readers_words_what_was_and_what_is(client):
    cup = play.tournament(entered=4, drawn=True)
    departures.withdraw(pair_id=play.pair(cup, 3).pk, reason="ill", actor=play.PROGRAM)
    cup.refresh_from_db()
    number = cup.events.get(kind="pair.withdrawn").number
    assert lines(client, cup)[number] == "Status: entered → withdrawn"
    told = {language: lines(client, cup, language)[number] for language in LANGUAGES}
    assert told["es"] == "Estado: inscrita → baja"
    assert len(set(told.values())) == len(LANGUAGES)


def test_a_line_says_which_prizes_there_were_and_which_there_are(client):
    cup = play.tournament()
    first = {"first": 1, "last": 1, "prize": "600 €"}
    for last in (2, 4):
        others = {"first": 2, "last": last, "prize": "a ham"}
        prizes.set_prizes(tournament_id=cup.pk, places=[first, others], actor=play.PROGRAM)
    cup.refresh_from_db()
    announced, changed = cup.events.filter(kind="prizes.set").order_by("number")
    said = lines(client, cup, "es")
    field = "Premios y horario › Premios"
    assert said[announced.number] == f"{field}: — → 1: 600 €, 2: a ham"
    assert said[changed.number] == f"{field}: 1: 600 €, 2: a ham → 1: 600 €, 2–4: a ham"


@pytest.mark.parametrize(
    "fields", [{"regulation": "short-rules"}, {"settings": {"entrants": "clubs"}}], ids=str
)
def test_a_player_or_a_club_that_leaves_does_so_as_one(client, fields):
    day = play.tournament(**fields)
    pairs.enter_list(tournament_id=day.pk, text="Kaia\nLezo", actor=play.PROGRAM)
    departures.withdraw(pair_id=play.pair(day, 2).pk, reason="ill", actor=play.PROGRAM)
    day.refresh_from_db()
    event = day.events.get(kind="pair.withdrawn")
    assert lines(client, day, "es")[event.number] == "Estado: inscrito → baja"
    address = reverse("public:event", args=[day.slug, event.number])
    page = client.get(address, headers={"accept-language": "es"}).text
    assert "<del>inscrito</del>" in page
    assert "<ins>baja</ins>" in page


def test_a_page_of_many_events_asks_the_database_as_often_as_one_of_few(client):
    cup = play.tournament(entered=8, drawn=True)
    address = reverse("public:log", args=[cup.slug])

    def asked() -> int:
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address)
        return len(queries)

    play.play_round(cup, 1)
    few = asked()
    play.play_round(cup, 2)
    assert Event.objects.filter(tournament=cup, kind="match.finished").count() > 4
    assert asked() == few
