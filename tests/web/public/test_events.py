"""The log, looked through; one event with what it changed."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from scoring.hands.services import corrections
from scoring.proof.services.erasing import THE_TERM as NAMES_TERM
from scoring.rulings.services import appeals
from tests.scoring import table
from tests.tournament import play
from tests.web.pages import read
from tournament.arrivals.services import THE_DOOR
from tournament.championship.services import tournaments
from tournament.commitment.services import THE_ROOM
from tournament.entries.services import pairs
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.pauses import services as pauses
from tournament.screens import services as screens
from tournament.signup.services.desk import THE_TERM as CONTACTS_TERM
from tournament.signup.services.sign_ups import THE_PAIR
from web.templatetags.eventwords import PROGRAMS, event_detail, who

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def match(db: None) -> Match:
    found = table.a_match()
    table.record(found, table.plain())
    corrections.correct(
        match_id=found.pk, game=1, number=1, actor=play.PROGRAM, reason="miscounted",
        record=table.plain(bets=table.seen("grande", 2, by="B")),
    )  # fmt: skip
    pairs.change(pair_id=play.pair(found.tournament, 1).pk, player_1="<b>Ane", actor=play.PROGRAM)
    found.tournament.refresh_from_db()
    return found


def test_the_log_is_looked_through_by_kind_match_pair_and_words(client, match):
    slug = match.tournament.slug
    found = read(client, "log", slug, kind="hand.corrected", match=match.pk)
    assert "miscounted" in found
    assert "A match began" not in found.split("<tbody>")[1]
    assert "A pair was changed" in read(client, "log", slug, pair=1, words="ane")
    assert "Nothing in the log matches" in read(client, "log", slug, words="nobody ever said this")
    at = Event.objects.latest("number").at
    for asked, fits in (
        ({"who": play.PROGRAM.label}, True),
        ({"who": "nobody"}, False),
        ({"day": timezone.localdate(at, timezone=match.tournament.zone).isoformat()}, True),
        ({"day": "1999-12-31"}, False),
    ):
        told = read(client, "log", slug, **asked)
        assert ("Nothing in the log matches" not in told) is fits, asked


def test_what_makes_no_sense_is_passed_over(client, match):
    slug = match.tournament.slug
    odd = {"pair": "x", "match": "-", "kind": "no.kind", "day": "yesterday", "before": "²"}
    assert "A match began" in read(client, "log", slug, **odd)


def test_an_event_says_before_after_who_why_and_when(client, match):
    slug, last = match.tournament.slug, match.tournament.event_number
    text = read(client, "event", slug, last)
    assert "&lt;b&gt;Ane" in text
    assert "<del>Getaria 1</del>" in text
    text = read(client, "event", slug, last - 1)
    assert "Game 1, hand 1, version 2" in text
    assert "miscounted" in text


def test_what_is_told_whole_is_told_beside_what_it_was(client, match):
    cup = match.tournament
    tournaments.change(tournament_id=cup.pk, name="Lezo cup", actor=play.PROGRAM)
    for minutes in (20, 45):
        appeals.set_window(tournament_id=cup.pk, minutes=minutes, actor=play.PROGRAM)
    pause = pauses.announce(
        tournament_id=cup.pk, minutes=15, reason="lunch", actor=play.PROGRAM, starts_at=None
    )
    pauses.change(pause_id=pause.pk, minutes=30, actor=play.PROGRAM)
    told = {
        "tournament.changed": (cup.name, "Lezo cup"),
        "appeals.window_set": ("20", "45"),
        "pause.changed": ("15", "30"),
    }
    for kind, (was, now) in told.items():
        number = cup.events.filter(kind=kind).latest("number").number
        text = read(client, "event", cup.slug, number)
        assert re.findall("<del>(.*?)</del>|<ins>(.*?)</ins>", text) == [(was, ""), ("", now)], kind


def test_a_line_says_when_a_pause_is_who_is_meant_and_what_the_screens_show(client):
    cup = play.tournament(entered=2)
    noon = {"starts_at": "2026-05-24T12:00:00.000000Z", "ends_at": "2026-05-24T12:30:00.000000Z"}
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"pause": 1, **noon, "reason": "lunch", "stops_clock": True}, "es",
         "14:00 – 14:30 · el reloj del día está parado · lunch"),
        ({"organizer": "deba", "role": "desk"}, "es", "deba"),
        ({"pair": {"number": 9, "name": "A – B"}, "reason": "by the pair itself"}, "eu",
         "9. A – B · izena emandakoek beraiek"),
    ]  # fmt: skip
    for data, language, words in cases:
        with translation.override(language), timezone.override("Europe/Madrid"):
            assert event_detail(Event(sealed=data), cup) == words
    screens.steer(tournament_id=cup.pk, panels=["tables", "bracket"], seconds=20, actor=THE_ROOM)
    cup.refresh_from_db()
    asked = reverse("public:event", args=[cup.slug, cup.event_number])
    text = client.get(asked, headers={"Accept-Language": "es"}).text
    assert "Mesas en directo, Cuadro" in text
    assert "la sala" in text


def test_whoever_acts_without_an_account_is_named_in_the_readers_words():
    actors = [THE_DOOR, THE_PAIR, THE_ROOM, CONTACTS_TERM, NAMES_TERM]
    for actor in actors:
        assert actor.label in PROGRAMS
        for language in (code for code, _name in settings.LANGUAGES if code != "en"):
            with translation.override(language):
                assert who(actor.label) != actor.label, (language, actor.label)


def test_whoever_acts_with_an_account_is_named_with_the_part_they_act_in():
    with translation.override("es"):
        assert who("organizer deba") == "deba, organización"
        assert who("operator deba") == "deba, operador"


def test_the_first_of_a_series_has_nothing_before_it(client, match):
    cup = match.tournament
    appeals.set_window(tournament_id=cup.pk, minutes=20, actor=play.PROGRAM)
    cup.refresh_from_db()
    assert "<del>" not in read(client, "event", cup.slug, cup.event_number)


def test_a_hand_leads_to_its_event(client, match):
    slug, last = match.tournament.slug, match.tournament.event_number
    address = reverse("public:event", args=[slug, last - 1])
    assert address in read(client, "hand", slug, match.pk, 1, 1)


def test_each_stone_leads_to_its_clause_and_its_hand_to_the_newest_event(client, match):
    slug = match.tournament.slug
    text = read(client, "match", slug, match.pk)
    log = reverse("public:hand-event", args=[slug, match.pk, 1, 1])
    assert log in text
    corrected = Event.objects.get(kind="hand.corrected").number
    assert client.get(log)["Location"] == reverse("public:event", args=[slug, corrected])
    rules = read(client, "rules", slug)
    linked = set(re.findall(r'href="[^"]*/rules/#(\w+)"', text))
    assert linked == {"S3", "S4"}
    assert all(f'id="{clause}"' in rules for clause in linked)
