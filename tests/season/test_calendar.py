"""Several divisions of one league on one calendar."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.matchdays.services import appointments, schedule
from season.models import Circuit, Claim
from season.queries import calendar
from tests.season import seasons
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
DIVISIONS = ("First Division", "Second Division")


@pytest.fixture
def league(in_english: None) -> Circuit:
    """Two divisions with match days on the same evenings, and a cup without any."""
    now = timezone.now().replace(second=0, microsecond=0)
    days = [now + timedelta(days=7 * number) for number in (1, 2, 3)]
    options = {"format": "round_robin", "format_options": {"any_order": True}, "played": False}
    lines = (("A1, B1", "A2, B2", "A3, B3", "A4, B4"), ("C1, D1", "C2, D2", "C3, D3", "C4, D4"))
    cups = [
        seasons.cup(name, those, **options) for name, those in zip(DIVISIONS, lines, strict=True)
    ]
    for one in cups:
        schedule.set_days(tournament_id=one.pk, days=days, actor=play.PROGRAM)
    return seasons.circuit(User.objects.create_user("lezo"), *cups, seasons.cup())


def test_the_divisions_stand_under_one_date_with_when_and_where(
    league: Circuit, client: Client, django_assert_num_queries
) -> None:
    with django_assert_num_queries(4):
        found = calendar.match_days(circuit_id=league.pk)
    assert [[one.name for one in day.divisions] for day in found] == [list(DIVISIONS)] * 3
    assert [day.divisions[0].number for day in found] == [1, 2, 3]
    assert all(len(one.meetings) == 2 for day in found for one in day.divisions)
    first = found[0].divisions[1].meetings[0].match.id
    appointments.appoint(
        match_id=first, at=timezone.now() + timedelta(days=2), venue="Bar Bonberenea",
        reason="by telephone", actor=play.PROGRAM,
    )  # fmt: skip
    address = reverse("circuits:match_days", args=[league.slug])
    assert address in client.get(reverse("circuits:ranking", args=[league.slug])).content.decode()
    page = client.get(address).content.decode()
    assert "Bar Bonberenea" in page
    assert page.count(">First Division<") == page.count(">Second Division<") == 3
    assert "A1 – B1" in page
    assert "C1 – D1" in page
    ics = reverse("circuits:calendar", args=[league.slug])
    assert ics in page
    file = client.get(ics).content.decode()
    assert file.count("BEGIN:VEVENT") == 2 + 1 + 6, "two starts, a meeting, six ends of match days"
    assert "Bar Bonberenea" in file
    api = f"/api/v1/circuits/{league.slug}/match-days/"
    days = client.get(api).json()["results"]
    assert [len(day["divisions"]) for day in days] == [2, 2, 2]
    second = client.get(f"{api}?page=2&page_size=2").json()
    assert second == {"count": 3, "page": 2, "pages": 2, "results": days[2:]}
    for match in Match.objects.filter(round=1, tournament__name__in=DIVISIONS):
        results.record_result(match_id=match.pk, games=(match.wins_needed, 0), actor=play.PROGRAM)
    over = calendar.match_days(circuit_id=league.pk)
    assert [day.is_over for day in over] == [True, False, False]


def test_a_player_who_asked_not_to_be_named_has_no_match_there(
    league: Circuit, client: Client
) -> None:
    pair = Pair.objects.get(player_1="A1")
    match = (Match.objects.filter(pair_a=pair) | Match.objects.filter(pair_b=pair))[0]
    about = {"match_id": match.pk, "actor": play.PROGRAM}
    later = timezone.now() + timedelta(days=30)
    schedule.postpone(**about, until=later, reason="a1 is ill")
    appointments.appoint(**about, at=later, venue="Bar of A1", reason="by telephone")
    api = f"/api/v1/circuits/{league.slug}/match-days/"
    assert "a1 is ill" in client.get(api).content.decode()
    Claim.objects.create(
        circuit=league, user=User.objects.create_user("bera"), pair=pair, seat=1,
        confirmed_at=timezone.now(), is_private=True,
    )  # fmt: skip
    page, file = (
        reverse(f"circuits:{one}", args=[league.slug]) for one in ("match_days", "calendar")
    )
    for address, other in ((api, "B2"), (page, "B2"), (file, "BEGIN:VEVENT")):
        text = client.get(address).content.decode()
        assert "A1" not in text, "nor in the place of the match"
        assert "a1 is ill" not in text
        assert "B1" not in text, "nor is there a match that its league names"
        assert other in text


def test_without_a_league_there_is_no_calendar(client: Client, in_english: None) -> None:
    made = seasons.circuit(User.objects.create_user("lezo"), seasons.cup())
    assert not calendar.has_match_days(circuit_id=made.pk)
    address = reverse("circuits:match_days", args=[made.slug])
    ranking = client.get(reverse("circuits:ranking", args=[made.slug])).content.decode()
    assert address not in ranking
    assert "No match days yet" in client.get(address).content.decode()
