"""Whatever may stand in a name says in each thing that leaves the site what it says, and nothing
else: no line, header, cell, mark or formula of its own."""

import csv
import json
import re
from contextlib import suppress
from email.header import decode_header, make_header
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from tournament.errors import Refusal
from tournament.log.rules.text import clean
from web.files import FORMULA, harmless
from web.public.handpictures import NAME as OF_HAND
from web.public.pictures import lines, short

HOSTILE = (
    "=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)", "<script>alert(1)</script>", "]]>", "&amp;",
    "a;b,c\\d:e", "BEGIN:VEVENT", "END:VCALENDAR", "X-A:1", "\"; filename=x", "%(name)s", "{{ x }}",
    "{% now %}", "' onload='x", "👩‍🌾 Ane", "العربية", "שלום", "漢字", "Ane – Miren", "n" * 80,
    "é" * 80, "👩‍🌾" * 26, "</text><image href='file:///etc/passwd'/>", "\\n\\N\\;",
)  # fmt: skip
NEVER = (
    "a\r\nX: 1",
    "a\x00b",
    "a\u202eb",
    "a\u061cb",
    "a\u00adb",
    "x" * 10_000,
    "\ud800",
    "\u3164",
)

names = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80),
    st.text("=+-@\t\r\n,;:\"'<>&\\\u2028\u0085 a\u200d\ufe0f", min_size=1, max_size=80),
)


def accepted(text: str) -> bool:
    return clean(text, field="n", longest=80, required=True)[1] is None


def as_kept(text: str) -> str:
    return clean(text, field="n", longest=80)[0]


good = names.filter(accepted).map(as_kept)
several = settings(
    max_examples=12, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much,
                           HealthCheck.too_slow],
)  # fmt: skip


@pytest.fixture
def cup(db: None) -> Tournament:
    owner = User.objects.create_user("arizkun")
    made = play.play_out(play.tournament(entered=4, drawn=True, owner=owner))
    begun = play.tournament(entered=2, drawn=True, owner=owner, name="Orio Cup")
    match = play.start(play.match(begun, 1, 0))
    table.record(table.read(match), table.plain())
    return made


def unescaped(value: str) -> str:
    """RFC 5545, 3.3.11."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def named(cup: Tournament, name: str, place: str, player: str, club: str) -> None:
    """Puts the texts where the services let them."""
    tournaments.change(tournament_id=cup.pk, actor=play.PROGRAM, name=name, place=place)
    for one in Pair.objects.filter(tournament=cup):
        if one.number == 1:
            with suppress(Refusal):  # the same as the second player, or a number to call
                pairs.change(
                    pair_id=one.pk, player_1=player, club=club, reason="hostile", actor=play.PROGRAM
                )


def got(name: str, *at: object) -> Any:
    response = Client().get(reverse(f"public:{name}", args=at))
    assert response.status_code == 200, name
    for value in response.headers.values():
        assert not re.search(r"[\r\n\0]", value)
    return response


@several
@given(good, good, good, good)
def test_calendars_feeds_and_tables_say_the_names_and_nothing_else(cup, name, place, player, club):
    try:
        named(cup, name, place, player, club)
    except Refusal:
        return
    cup.refresh_from_db()
    one = Pair.objects.get(tournament=cup, number=1)

    raw = got("pair-calendar", cup.slug, 1).content
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw), "no line end of its own"
    assert {part.name for part in Calendar.from_ical(raw).walk()} == {
        "VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT",
    }  # fmt: skip
    told = [line.partition(":") for line in raw.decode().replace("\r\n ", "").split("\r\n")]
    values: dict[str, list[str]] = {}
    for prop, _colon, value in told:
        values.setdefault(prop.partition(";")[0], []).append(unescaped(value))
    assert len(values["SUMMARY"]) == len(values["LOCATION"]) == values["BEGIN"].count("VEVENT") == 3
    assert set(values) == {
        "", "BEGIN", "END", "PRODID", "VERSION", "X-WR-CALNAME", "UID", "SUMMARY", "DTSTAMP",
        "DTSTART", "DTEND", "LOCATION", "URL", "TZID", "TZNAME", "TZOFFSETFROM", "TZOFFSETTO",
        "RDATE", "COMMENT", "SEQUENCE", "STATUS", "LAST-MODIFIED",
    }  # fmt: skip
    assert values["X-WR-CALNAME"] == [f"{one.name} · {cup.name}"]
    assert cup.name in values["SUMMARY"]
    assert set(values["LOCATION"]) == {cup.place}
    assert any(one.name in said for said in values["SUMMARY"])

    feed = ElementTree.fromstring(got("feed", cup.slug).content)
    atom = "{http://www.w3.org/2005/Atom}"
    assert feed.findtext(f"{atom}title") == cup.name
    titles = [entry.findtext(f"{atom}title") or "" for entry in feed.iter(f"{atom}entry")]
    assert any(one.name in title for title in titles)
    assert len(feed.findall(f"{atom}entry")) == 3

    text = got("results-csv", cup.slug).content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text, newline="")))
    assert len(rows) == 3
    assert not any(
        part.startswith(FORMULA)
        for row in rows
        for cell in row.values()
        for part in re.split(r"[;\t]", cell)  # another spreadsheet parts cells there
        if part.strip()
    )
    assert harmless(one.name) in {row[pair] for row in rows for pair in ("pair_a", "pair_b")}
    assert json.loads(got("results-json", cup.slug).content)["name"] == cup.name
    log = b"".join(got("log-export", cup.slug).streaming_content).decode()
    entries = [json.loads(line) for line in log.removesuffix("\n").split("\n")]
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))


@several
@given(good, good, good, good)
@pytest.mark.long
def test_pictures_and_every_kind_of_paper_are_made(cup, name, place, player, club):
    try:
        named(cup, name, place, player, club)
    except Refusal:
        return
    match = cup.matches.exclude(pair_a=None).order_by("-round")[0]
    assert got("picture", cup.slug).content.startswith(b"\x89PNG")
    assert got("match-picture", cup.slug, match.pk).content.startswith(b"\x89PNG")
    desk = Client()
    desk.force_login(User.objects.get(username="arizkun"))
    sheets = [
        reverse("organizer:sheet", args=[cup.slug, sheet])
        for sheet in ("bracket", "entries", "tables", "diplomas")
    ]
    for sheet in (*sheets, reverse("organizer:acta", args=[cup.slug, match.pk])):
        made = desk.get(sheet)
        assert made.content.startswith(b"%PDF-"), sheet
        assert re.fullmatch(r'inline; filename="[\w.-]+\.pdf"', made["Content-Disposition"])


@pytest.mark.parametrize("text", NEVER, ids=ascii)
@pytest.mark.sampled(3)
def test_what_is_not_seen_or_breaks_lines_is_in_no_name(cup, text):
    one = Pair.objects.filter(tournament=cup)[0]
    with pytest.raises(Refusal):
        pairs.change(pair_id=one.pk, player_1=text, reason="hostile", actor=play.PROGRAM)
    for field in ("name", "place"):
        with pytest.raises(Refusal):
            tournaments.change(tournament_id=cup.pk, actor=play.PROGRAM, **{field: text})


@given(good, good, st.integers(2, 3))
def test_a_picture_names_both_players_and_says_what_it_cut(one, other, most):
    whole = f"{one} – {other}"
    found = lines(whole, OF_HAND, most)
    assert 1 <= len(found) <= most
    said = "".join(found)
    if "".join(said.split()) != "".join(whole.split()):
        assert "…" in said
    if len(whole) > OF_HAND and " – " not in one and " – " not in other:
        assert "".join(found[0].split())[:1] == "".join(one.split())[:1]
        assert any("".join(line.split())[:1] == "".join(other.split())[:1] for line in found)


@given(good, st.integers(5, 20))
def test_a_name_cut_to_a_line_still_says_something_of_it(name, letters):
    said = short(name, letters)
    assert len(said) <= letters
    assert said == name or (said.endswith("…") and len(said) > 1)
    assert name.startswith(said.removesuffix("…"))


@given(good)
def test_a_mail_has_the_headers_that_it_was_given(name):
    message = mail.EmailMessage(
        f"Table 1, now · {name}"[:180], "body", "cup@example.org", ["a@b.eus"]
    )
    sent = message.message()
    assert sorted(sent.keys()) == [
        "Content-Transfer-Encoding", "Content-Type", "Date", "From", "MIME-Version", "Message-ID",
        "Subject", "To",
    ]  # fmt: skip
    said = str(make_header(decode_header(sent["Subject"])))
    assert "".join(said.split()) == "".join(message.subject.split())
