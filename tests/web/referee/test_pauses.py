"""The plain pages of a table say when the day pauses, as the tablet's app does."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring import table
from tests.tournament.play import PROGRAM
from tournament.pauses import services as pauses
from tournament.tables.models import Table
from tournament.tables.queries import join_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.mark.parametrize("page", ["table", "match"])
def test_a_pause_stands_on_the_plain_pages_until_it_is_called_off(page):
    match = table.a_match()
    client = Client()
    there = Table.objects.get(tournament=match.tournament, number=1)
    client.post(reverse("referee:join", args=[join_token(there)]), {"label": "Bar"})
    where = (
        reverse("referee:table") if page == "table" else reverse("referee:match", args=[match.pk])
    )
    assert "Pause, " not in client.get(where).text
    made = pauses.announce(
        tournament_id=match.tournament_id, minutes=30, reason="lunch", actor=PROGRAM
    )
    told = client.get(where).text
    assert "Pause, " in told
    assert "lunch" in told
    pauses.call_off(pause_id=made.pk, actor=PROGRAM)
    assert "Pause, " not in client.get(where).text
