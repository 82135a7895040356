"""The page that undoes an act says first what it changes."""

import re

import pytest
from django.urls import reverse

from tests.tournament import play
from tournament.entries.models import Pair
from tournament.memory.models import ActMemory

pytestmark = pytest.mark.django_db


def test_the_matches_that_change_are_named_before_the_act_is_undone(desk, arizkun):
    cup = play.tournament(entered=4, drawn=True, owner=arizkun)
    leaving = Pair.objects.get(tournament=cup, number=1)
    withdraw = reverse("organizer:withdraw_pair", args=[cup.slug, leaving.number])
    seen = desk.get(withdraw).text
    version = re.search(r'name="version" value="(\d+)"', seen)
    desk.post(withdraw, {"reason": "ill", "version": version[1] if version else ""})
    act = ActMemory.objects.get(tournament=cup, kind="pair.withdrawn")

    page = desk.get(reverse("organizer:undo_act", args=[cup.slug, act.last])).text

    assert f"{leaving.number}. {leaving.name}: entered, instead of withdrawn." in page
    assert "not played yet; now between" in page
