"""A league over weeks by its pages: the desk sets match days, the pairs agree on a meeting."""

import re
from datetime import datetime, timedelta
from functools import cache

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from scoring.matchdays.models import MatchDay
from scoring.matchdays.queries import calendar as queries
from scoring.matchdays.services import schedule
from scoring.statements import services as statements
from scoring.statements.queries import link_of
from tests.tournament.play import PROGRAM, tournament
from tests.web.organizer.day import Day
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.matches.models import Match
from tournament.matches.services import results

LOCAL = "%Y-%m-%dT%H:%M"


@cache
def soon(days: float) -> datetime:
    """The same moment whenever it is asked for."""
    return timezone.now().replace(second=0, microsecond=0) + timedelta(days=days)


@pytest.fixture
def cup(arizkun) -> Tournament:
    options = {"any_order": True}
    made = tournament(entered=4, owner=arizkun, format="round_robin", format_options=options)
    draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    statements.set_terms(tournament_id=made.pk, entered_by="pairs", actor=PROGRAM)
    return made


def html(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.rows_by_hand
def test_a_league_from_its_dates_to_an_appointment_and_a_postponement(desk, client, cup):
    page = reverse("organizer:match_days", args=[cup.slug])
    first = timezone.localtime(soon(7))
    sent = {"first": first.strftime(LOCAL), "between": "7"}
    assert desk.post(page + "fill/", sent).status_code == 302
    ends = MatchDay.objects.values_list("until", flat=True)
    dates = [timezone.localdate(until) for until in ends]  # in March a week may lack an hour
    assert [(one - dates[0]).days for one in dates] == [0, 7, 14]

    match = Match.objects.filter(tournament=cup, round=1).order_by("slot")[0]
    assert match.pair_a_id is not None
    assert match.pair_b_id is not None
    a, b = (
        reverse("pair:result_of", args=[link_of(pair_id=pair), match.pk])
        for pair in (match.pair_a_id, match.pair_b_id)
    )
    late = timezone.localtime(soon(9)).strftime(LOCAL)
    answer = client.post(a + "propose/", {"at": late, "venue": "Bar Bonberenea"})
    assert answer.status_code == 400
    assert "That is after its last day." in answer.text
    assert "Bar Bonberenea" in answer.text, "what was typed is still there"
    when = timezone.localtime(soon(3)).strftime(LOCAL)
    client.post(a + "propose/", {"at": when, "venue": "Bar Bonberenea"})
    assert "Your opponents have not answered yet." in html(client, a)
    assert "propose" in html(client, b)
    its = Q(pair_a=match.pair_b_id) | Q(pair_b=match.pair_b_id)
    other = reverse("pair:result_of", args=[b.split("/")[-3], Match.objects.get(its, round=2).pk])
    assert "A proposal waits for your answer:" in html(client, other)
    new = queries.meetings_of(match_ids=[match.pk])[match.pk].new_at
    assert new is not None
    client.post(b + "meet/", {"yes": "1", "at": new.isoformat(), "venue": "Bar Bonberenea"})
    assert "You meet on" in html(client, a)
    assert client.post(b + "meet/", {"yes": "1", "at": "x"}).status_code == 302

    public = html(client, reverse("public:match-days", args=[cup.slug]))
    assert "Bar Bonberenea" in public
    of_pair = html(client, reverse("public:pair", args=[cup.slug, match.pair_a.number]))
    assert "Bar Bonberenea" in of_pair
    assert of_pair.count("until ") >= 2, "the last day of the others"
    assert "1–4" in public, "what can still be reached"
    calendar = html(client, reverse("public:calendar", args=[cup.slug]))
    assert calendar.count("BEGIN:VEVENT") == 1 + 1 + 3, "the day, a meeting, three match days"
    own = html(client, reverse("public:pair-calendar", args=[cup.slug, match.pair_a.number]))
    assert "LOCATION:Bar Bonberenea" in own
    assert own.count("Last day:") == 2

    MatchDay.objects.filter(round=1).update(until=soon(-1))
    assert page + "#week" in html(desk, reverse("organizer:desk", args=[cup.slug]))
    assert "Not played in time" in html(desk, page)
    assert "The last day was" in (over := html(client, a))
    assert "datetime-local" not in over
    postpone = reverse("organizer:postpone", args=[cup.slug, match.pk])
    assert "New last day" in html(desk, postpone)
    desk.post(postpone, {"until": when, "reason": "snow"})
    assert "snow" in html(desk, page)
    back = reverse("organizer:keep_day", args=[cup.slug, match.pk])
    latest = html(desk, reverse("organizer:desk", args=[cup.slug])).split('id="latest"')[1]
    assert "/undo/" in latest
    assert "until " + date_format(timezone.localtime(soon(3)), "DATETIME_FORMAT") in latest
    at_desk = html(desk, reverse("organizer:match", args=[cup.slug, match.pk]))
    assert "Bar Bonberenea" in at_desk
    assert postpone in at_desk
    desk.post(back)
    assert len(queries.overdue(tournament_id=cup.pk)) == 2


def test_a_league_over_weeks_leads_with_its_week_its_table_its_pairs_and_messages(desk, cup):
    mine, week = reverse("organizer:mine"), reverse("organizer:match_days", args=[cup.slug])
    of_a_day = html(desk, reverse("organizer:desk", args=[cup.slug]))
    assert reverse("organizer:messages", args=[cup.slug]) not in of_a_day
    assert week not in html(desk, mine)
    schedule.set_days(tournament_id=cup.pk, days=[soon(-1), soon(6)], actor=PROGRAM)
    assert week in html(desk, mine)
    tabs = html(desk, week).split('class="tabs')[1].split("tabs__more")[0]
    found = re.findall(r'href="[^"]*/([a-z-]+)/"', tabs)
    assert found == ["match-days", "standings", "pairs", "messages"]
    assert html(desk, week).count("Not played in time") == 2
    match = Match.objects.filter(tournament=cup, round=1)[0]
    pairs.change(pair_id=match.pair_a_id, contact="600 112 233", actor=PROGRAM)
    told = html(desk, reverse("organizer:messages", args=[cup.slug]))
    assert "sms:600 112 233?body=Match%20" in told
    assert f"/our-result/{link_of(pair_id=match.pair_a_id)}/" in told
    table = html(desk, reverse("organizer:league_table", args=[cup.slug]))
    assert reverse("organizer:give_points", args=[cup.slug, match.pair_a.number]) in table
    assert "Nothing is late" not in html(desk, week)
    schedule.set_days(tournament_id=cup.pk, days=[soon(20), soon(26)], actor=PROGRAM)
    assert "Nothing is late" in html(desk, week)
    assert "No pair has anything to see to" in html(
        desk, reverse("organizer:messages", args=[cup.slug])
    )


def test_the_public_page_has_the_rounds_in_order_with_when_and_where(desk, client, cup):
    fill = reverse("organizer:fill_match_days", args=[cup.slug])
    past = timezone.localtime(soon(-3)).strftime(LOCAL)
    refused = desk.post(fill, {"first": past, "between": "7"})
    assert refused.status_code == 400
    assert "past match days are set one by one" in refused.text
    assert not MatchDay.objects.exists()
    desk.post(fill, {"first": timezone.localtime(soon(7)).strftime(LOCAL), "between": "7"})
    match = Match.objects.filter(tournament=cup, round=1)[0]
    appoint = reverse("organizer:appoint", args=[cup.slug, match.pk])
    when = timezone.localtime(soon(3)).strftime(LOCAL)
    desk.post(appoint, {"at": when, "venue": "Bar Bonberenea", "reason": "by telephone"})
    told = date_format(timezone.localtime(soon(3)), "DATETIME_FORMAT") + " · Bar Bonberenea"
    for name in ("organizer:desk", "public:log"):
        assert told in html(desk, reverse(name, args=[cup.slug])), name
    page = html(client, reverse("public:bracket", args=[cup.slug]))
    assert [page.index(f"round-league-0-{number}") for number in (1, 2, 3)] == sorted(
        page.index(f"round-league-0-{number}") for number in (1, 2, 3)
    )
    agreed = date_format(timezone.localtime(soon(3)), "SHORT_DATETIME_FORMAT")
    assert f"{agreed} · Bar Bonberenea" in page
    assert "no table" not in page, "the others say until when they are played"
    calendar = client.get(reverse("public:calendar", args=[cup.slug])).text
    begins = calendar.split(f"SUMMARY:{cup.name}")[1].split("END:VEVENT")[0]
    start, end = (line.split(":")[1] for line in begins.split() if line.startswith(("DTS", "DTE"))
                  and not line.startswith("DTSTAMP"))  # fmt: skip
    assert start == end, "a league's start is a moment"
    link = link_of(pair_id=match.pair_a_id)
    off = reverse("pair:call_off", args=[link, match.pk])
    assert off in html(client, reverse("pair:result_of", args=[link, match.pk]))
    client.post(off)
    assert f"{agreed} · Bar Bonberenea" not in html(
        client, reverse("public:bracket", args=[cup.slug])
    )


def test_a_match_not_played_is_lost_by_the_rule_with_a_point_off_for_everybody_to_see(
    desk, client, arizkun
):
    options = {"any_order": True, "unplayed": "point"}
    cup = tournament(entered=4, owner=arizkun, format="round_robin", format_options=options)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    schedule.set_days(tournament_id=cup.pk, days=[soon(-1)], actor=PROGRAM)
    match = Match.objects.filter(tournament=cup, round=1)[0]
    act = reverse("organizer:not_played", args=[cup.slug, match.pk])
    assert act in html(desk, reverse("organizer:match_days", args=[cup.slug]))
    page = html(desk, act)
    assert "the pair at fault loses, and a point off" in page
    assert desk.post(act, {"loses": "A", "reason": ""}).status_code == 400
    desk.post(act, {"loses": "A", "reason": "nobody came"})
    for name in ("standings", "match-days"):
        page = html(client, reverse(f"public:{name}", args=[cup.slug]))
        assert "−1" in page
        assert re.search(r">\s*−1\s*<small", page), "one sign for both"
    assert "not played, a point off" in html(client, reverse("public:bracket", args=[cup.slug]))
    rules = html(client, reverse("public:rules", args=[cup.slug]))
    assert "Matches not played by their last day" in rules


def test_a_reported_result_is_not_among_the_matches_not_played(desk, client, cup):
    schedule.set_days(tournament_id=cup.pk, days=[soon(-1)], actor=PROGRAM)
    match = Match.objects.filter(tournament=cup, round=1).order_by("slot")[0]
    assert match.pair_a_id is not None
    link = link_of(pair_id=match.pair_a_id)
    ours = reverse("pair:result_of", args=[link, match.pk])
    days = reverse("organizer:match_days", args=[cup.slug])
    assert "Ask the organizers for another" in html(client, ours)
    statements.say(link=link, match_id=match.pk, games=match.results[0])
    assert "Ask the organizers for another" not in html(client, ours)
    page = html(desk, days)
    assert "entered by" in page
    assert page.count("Not played in time") == 1, "the other match"


def test_the_form_of_a_tournament_asks_what_becomes_of_matches_not_played(
    desk, arizkun, monkeypatch
):
    cup = tournament(entered=4, owner=arizkun, format="round_robin")
    change = reverse("organizer:change", args=[cup.slug])
    page = html(desk, change)
    assert 'name="unplayed"' in page
    Day(desk, cup, monkeypatch).press("change", unplayed="both")
    cup.refresh_from_db()
    assert cup.format_options == {"unplayed": "both"}


def test_dates_one_by_one_leave_none_out(desk, cup):
    page = reverse("organizer:match_days", args=[cup.slug])
    days = [timezone.localtime(soon(one)).strftime(LOCAL) for one in (7, 14)]
    gap = desk.post(page, {"day_1": days[0], "day_2": "", "day_3": days[1]})
    assert gap.status_code == 400
    assert "This one is missing" in gap.text
    desk.post(page, {"day_1": days[0], "day_2": days[1], "day_3": ""})
    assert len(queries.dates_of(tournament_id=cup.pk)) == 2
    desk.post(page, {"day_1": "", "day_2": "", "day_3": ""})
    assert queries.dates_of(tournament_id=cup.pk) == {}


def test_a_first_match_day_of_another_age_is_refused_with_what_was_typed(desk, cup):
    page = reverse("organizer:match_days", args=[cup.slug])
    answer = desk.post(f"{page}fill/", {"first": "9999-12-31T23:59", "between": "7"})
    assert answer.status_code == 400
    assert "That is years away. Check the year." in answer.text
    assert 'value="9999-12-31T23:59"' in answer.text
    assert not MatchDay.objects.exists()


def test_the_desk_of_a_league_over_weeks_counts_no_six_hours_and_calls_nobody(desk, cup):
    address = reverse("organizer:desk", args=[cup.slug])
    Tournament.objects.filter(pk=cup.pk).update(starts_at=soon(-0.1))
    before = html(desk, address)
    assert "Left of the day’s time" in before
    assert "Call next" in before
    schedule.set_days(tournament_id=cup.pk, days=[soon(7)], actor=PROGRAM)
    weeks = html(desk, address)
    assert "the day’s time" not in weeks
    assert "Call next" not in weeks


def test_a_pair_and_the_log_read_that_a_match_was_not_played(desk, client, cup):
    match = Match.objects.filter(tournament=cup, status="ready")[0]
    assert match.pair_a_id is not None
    results.unplayed(match_id=match.pk, winner="B", costs_point=False, reason="x", actor=PROGRAM)
    own = html(client, reverse("pair:result", args=[link_of(pair_id=match.pair_a_id)]))
    assert "0 – 0" not in own
    assert "not played" in own
    assert "not played" in html(client, reverse("public:log", args=[cup.slug]))


def test_a_bye_is_said_once_and_open_sides_say_where_their_pairs_come_from(desk, client, arizkun):
    knockout = tournament(entered=6, owner=arizkun, drawn=True, name="Deba")
    for page in (
        html(client, reverse("public:match-days", args=[knockout.slug])),
        html(desk, reverse("organizer:match_days", args=[knockout.slug])),
    ):
        assert page.count("bye") == 2
        assert "winner of 1." in page
        assert "winner of 2.1" in page
