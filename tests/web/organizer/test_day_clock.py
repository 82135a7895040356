"""The organizer's clock: the forecast, what if, and fewer games for chosen rounds (T5)."""

import pytest
from django.urls import reverse

from tests.tournament import play
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(arizkun):
    return play.tournament(entered=8, drawn=True, owner=arizkun)


def url(cup, name):
    return reverse(f"organizer:{name}", args=[cup.slug])


def test_it_says_when_the_day_will_be_over_and_how_good_that_is(desk, cup):
    page = desk.get(url(cup, "day_clock")).content.decode()
    for words in ("Forecast of the finish", "What if", "Best of 1 from round 2 on", "88 %"):
        assert words in page


def test_before_the_draw_it_says_that_there_is_nothing_yet(desk, arizkun):
    page = desk.get(url(play.tournament(owner=arizkun), "day_clock"))
    assert page.status_code == 200


def test_a_stranger_does_not_see_it(cup, stranger):
    assert stranger.get(url(cup, "day_clock")).status_code in (403, 404)


def test_T5_a_line_of_what_if_is_done_in_one_step_with_its_reason(desk, cup):
    asked = url(cup, "reduce_games") + "?best_of=1&from_round=2"
    page = desk.get(asked)
    assert page.context["form"].initial == {"best_of": "1", "from_round": "2"}
    done = desk.post(
        asked,
        {"best_of": 1, "from_round": 2, "reason": "The hall closes", "once": page.context["once"]},
    )
    assert done.status_code == 302
    by_round = dict(Match.objects.filter(tournament=cup).values_list("round", "best_of"))
    assert by_round == {1: 5, 2: 1, 3: 1}


def test_the_days_stored_here_are_replayed_when_somebody_asks_for_them(desk, cup):
    asked = url(cup, "day_clock") + "?stored=1"
    assert "No finished day with times" in desk.get(asked).content.decode()
    play.play_out(play.tournament(entered=4, drawn=True))
    assert "1 finished tournament is left out" in desk.get(asked).content.decode()
