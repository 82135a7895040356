"""The organizer's clock: the forecast, what if, and fewer games for chosen rounds (T5)."""

import pytest
from django.urls import reverse

from tests.tournament import play
from tests.web.pages import version_in
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from web.organizer.views import day_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(arizkun):
    return play.tournament(entered=8, drawn=True, owner=arizkun)


def url(cup, name):
    return reverse(f"organizer:{name}", args=[cup.slug])


def test_it_says_when_the_day_will_be_over_and_how_good_that_is(desk, cup):
    page = desk.get(url(cup, "day_clock")).text
    for words in ("Forecast of the finish", "What if", "From round 2 on: 1 game", "88 %"):
        assert words in page


def test_before_the_draw_it_says_that_there_is_nothing_yet(desk, arizkun):
    assert desk.get(url(play.tournament(owner=arizkun), "day_clock")).status_code == 200


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


def test_T5_a_press_on_the_forecast_does_it_where_no_match_ends_by_it(desk, cup):
    first = play.start(play.match(cup, 1, 0), table_number=1)
    matches.set_games(match_id=first.pk, games=(2, 1), actor=play.PROGRAM)
    asked = url(cup, "reduce_games")
    given = {"step": "at_once", "reason": "code:late"}
    shown = desk.post(asked, {**given, "best_of": 3, "from_round": 1})
    assert shown.status_code == 200
    assert "End at once" in shown.text
    assert desk.post(asked, {**given, "best_of": 3, "from_round": 2}).status_code == 302
    by_round = dict(Match.objects.filter(tournament=cup).values_list("round", "best_of"))
    assert by_round == {1: 5, 2: 3, 3: 3}


def test_T5_the_page_says_what_would_end_of_the_rounds_that_are_chosen(desk, cup):
    first = play.start(play.match(cup, 1, 0), table_number=1)
    matches.set_games(match_id=first.pk, games=(2, 1), actor=play.PROGRAM)
    asked = url(cup, "reduce_games")
    assert "End at once" in desk.get(asked).text
    later = desk.get(asked + "?best_of=3&from_round=2").text
    assert "From round 2 on: best of 3" in later
    assert "End at once" not in later
    Tournament.objects.filter(pk=cup.pk).update(settings={"games_all_played": 5})
    all_played = desk.get(asked + "?best_of=3&from_round=2").text
    assert "From round 2 on: 3 games, all played" in all_played
    assert "Best of" not in all_played


def test_T5_other_rounds_than_those_looked_at_are_shown_before_they_are_shortened(desk, cup):
    asked = url(cup, "reduce_games")
    given = {"best_of": 3, "from_round": 2, "reason": "The hall closes"}
    answer = desk.post(asked, {**given, "looked_at": "1"})
    assert answer.status_code == 200, "it is a look, and no mistake"
    page = answer.text
    assert "Press again" in page
    assert "errorlist" not in page
    assert "field--wrong" not in page
    assert "The hall closes" in page, "what was typed stays"
    assert 'name="looked_at" value="2"' in page
    assert set(Match.objects.filter(tournament=cup).values_list("best_of", flat=True)) == {5}
    assert desk.post(asked, {**given, "looked_at": "2"}).status_code == 302


@pytest.fixture
def reduced(desk, cup):
    """Best of 3, by which the first match had ended 2–1; the address that takes it back."""
    first = play.start(play.match(cup, 1, 0), table_number=1)
    matches.set_games(match_id=first.pk, games=(2, 1), actor=play.PROGRAM)
    desk.post(url(cup, "reduce_games"), {"best_of": 3, "reason": "The hall closes"})
    event = Event.objects.get(kind="tournament.games_reduced").number
    return reverse("organizer:restore_games", args=[cup.slug, event])


def test_T5_fewer_games_are_taken_back_from_what_was_done_last(desk, cup, reduced):
    shown = desk.get(url(cup, "desk")).text
    assert f'href="{reduced}"' not in shown, "Undo is one page for every act"
    assert "Best of 3 · The hall closes" in shown
    assert f'href="{reduced}"' in desk.get(url(cup, "day_clock")).text
    page = desk.get(reduced).text
    for words in ("Best of 5 again", "go on where they stood", "6 matches that have not ended"):
        assert words in page
    assert desk.post(reduced, {"reason": ""}).status_code == 400
    said = desk.post(reduced, {"reason": "It is only four"}, follow=True).text
    assert "as many as before" in said
    assert f'href="{reduced}"' not in said
    first = play.match(cup, 1, 0)
    assert (first.status, first.best_of, first.games_a) == ("playing", 5, 2)
    again = desk.post(reduced, {"reason": "It is only four"}, follow=True)
    assert "are as many again" in again.text


def test_the_days_stored_here_are_replayed_when_somebody_asks_for_them(desk, cup):
    asked = url(cup, "day_clock") + "?stored=1"
    assert "No finished day with times" in desk.get(asked).text
    play.play_out(play.tournament(entered=4, drawn=True))
    assert "1 finished tournament is left out" in desk.get(asked).text


@pytest.mark.long
def test_days_are_replayed_only_so_often(desk, cup):
    asked = url(cup, "day_clock") + "?stored=1"
    pages = [desk.get(asked).text for _time in range(day_clock.REPLAYS.most + 1)]
    assert ["too often" in page for page in pages[-2:]] == [False, True]
    assert "too often" not in desk.get(url(cup, "day_clock")).text


@pytest.mark.long
def test_T5_no_match_ends_by_fewer_games_that_was_not_shown_to_end(desk, cup):
    first = play.start(play.match(cup, 1, 0), table_number=1)
    asked = url(cup, "reduce_games")
    given = {"best_of": 3, "reason": "The hall closes", "looked_at": "1"}
    stale = version_in(desk.get(asked))
    matches.set_games(match_id=first.pk, games=(2, 1), actor=play.PROGRAM)
    late = desk.post(asked, {**given, "version": stale})
    assert late.status_code == 409
    first.refresh_from_db()
    assert first.status == "playing"
    assert "End at once" in late.text
    assert desk.post(asked, {**given, "version": version_in(late)}).status_code == 302
