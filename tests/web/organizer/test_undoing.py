"""The page that undoes an act says first what it changes."""

import re

import pytest
from django.urls import reverse

from tests.tournament import play
from tournament.clock import services as clock
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.matches.services import matches
from tournament.memory.models import ActMemory
from tournament.memory.services import desk_act

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


def test_T5_what_was_played_on_names_the_page_on_which_each_match_is_worked_out_anew(desk, arizkun):
    cup = play.tournament(entered=4, drawn=True, owner=arizkun, settings={"games_to_win": 2})
    match = play.start(play.match(cup, 1, 0))
    with desk_act() as recorder:
        clock.reduce_games(tournament_id=cup.pk, best_of=1, reason="late", actor=play.PROGRAM)
    matches.set_games(match_id=match.pk, games=(1, 0), actor=play.PROGRAM)
    matches.finish(match_id=match.pk, winner="A", actor=play.PROGRAM)
    event = recorder.memory.last

    page = desk.get(reverse("organizer:undo_act", args=[cup.slug, event])).text

    assert "played on at the table since" in page
    assert reverse("organizer:restore_games", args=[cup.slug, event]) in page


@pytest.mark.parametrize("together", ["9" * 5_000, ",", "1,,2", "²"])
def test_what_is_no_list_of_events_is_refused_and_undoes_nothing(desk, arizkun, together):
    cup = play.tournament(entered=4, drawn=True, owner=arizkun, settings={"games_to_win": 2})
    with desk_act() as recorder:
        clock.reduce_games(tournament_id=cup.pk, best_of=1, reason="late", actor=play.PROGRAM)
    before = Event.objects.count()
    where = reverse("organizer:undo_act", args=[cup.slug, recorder.memory.last])
    assert desk.post(where, {"together": together, "reason": "x"}).status_code == 400
    assert Event.objects.count() == before
