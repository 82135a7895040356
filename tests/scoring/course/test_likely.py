"""How likely each side is to win: between sure numbers, alike for both sides, and right as often as
it says."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.course import likely
from scoring.course.queries.likely import TitleChance, calibration_of_games, title_chances
from scoring.course.queries.states import live_scores, match_state
from scoring.management.commands.calibrate_forecast import moments
from tests.night import seed_of
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.services import departures

STONES = st.tuples(st.integers(0, 39), st.integers(0, 39))


@given(stones=STONES, more=st.integers(1, 10))
def test_the_sides_are_alike_and_a_stone_more_is_never_worth_less(stones, more):
    a, b = stones
    of_a = likely.of_a_game((a, b), 40)
    assert of_a + likely.of_a_game((b, a), 40) == pytest.approx(1)
    assert likely.of_a_game((min(39, a + more), b), 40) >= of_a


@given(games=st.tuples(st.integers(0, 3), st.integers(0, 3)), game=st.floats(0, 1))
def test_a_match_at_any_games_adds_up(games, game):
    if games == (3, 3):
        return
    of_a = likely.of_a_match(games, 5, game)
    of_b = likely.of_a_match(games[::-1], 5, 1 - game)
    assert 0 <= of_a <= 1
    assert of_a + of_b == pytest.approx(1)


def test_who_leads_by_a_game_of_best_of_3_wins_three_times_of_four():
    assert likely.of_a_match((1, 0), 3, 0.5) == 0.75
    assert likely.of_a_match((1, 1), 3, 0.9) == 0.9
    assert likely.of_a_match((2, 0), 3, 0.5) == 1


def test_T1_a_match_that_may_end_level_is_given_to_each_side_or_to_neither():
    both = likely.of_both((1, 1), 4, 0.5)
    assert both == (0.25, 0.25)
    assert likely.percents(*both) == (25, 25)
    assert likely.of_both((2, 1), 4, 0.5) == (0.5, 0)


def test_nothing_that_is_open_is_called_certain():
    assert likely.percents(0.9999, 0.0001) == (99, 1)
    assert likely.percents(0, 1) == (1, 99)


@pytest.mark.long
def test_of_games_that_bots_play_as_many_are_won_as_was_said():
    told = likely.tenths(moments(games=150, seed=seed_of(7)))
    assert [line.low for line in told] == [50, 60, 70, 80, 90]
    for line in told:
        # Four standard deviations; the moments of one game go together, some six of them.
        most = 400 * (0.25 / (line.moments / 6)) ** 0.5
        assert abs(line.won - line.expected) < most


@pytest.mark.django_db
class TestOfATournament:
    def test_nothing_is_said_before_a_stone_is_won(self, match):
        assert match_state(match_id=match.pk).chances is None

    def test_every_page_says_the_same_of_a_match(self, match, client):
        table.record(match, table.plain())  # 7 : 1
        state = match_state(match_id=match.pk)
        live = live_scores(tournament_id=match.tournament_id)[match.pk]
        assert state.chances == live.chances
        a, b = live.chances
        assert a > b
        slug = match.tournament.slug
        page = client.get(reverse("public:match", args=[slug, match.pk])).text
        assert f"{a}&nbsp;%" in page
        assert f"{b}&nbsp;%" in page
        for name in ("bracket", "tv"):  # the big screen in its bracket, not beside the score
            shown = client.get(reverse(f"public:{name}", args=[slug])).text
            assert f"{a} – {b}&nbsp;%" in " ".join(shown.split())
            assert f"{a}&nbsp;%" not in shown

    def test_a_match_that_is_over_has_no_chances(self, match, client):
        play.win(match)
        assert match_state(match_id=match.pk).chances is None
        page = client.get(reverse("public:match", args=[match.tournament.slug, match.pk])).text
        assert 'class="likely"' not in page

    def test_the_referees_own_page_says_none(self, client, django_user_model):
        arizkun = django_user_model.objects.create_user("arizkun")
        match = table.a_match(owner=arizkun)
        table.record(match, table.plain())
        client.force_login(arizkun)
        page = client.get(reverse("referee:match", args=[match.pk]))
        assert page.status_code == 200
        assert 'class="likely"' not in page.text

    def test_the_title_is_shared_among_those_who_can_still_win_it(self, match):
        table.record(match, table.plain())
        told = chances_of(match.tournament_id)
        assert sum(one.chance for one in told) == pytest.approx(100)
        assert {one.chance for one in told} == {25}, "a hand is no result yet"
        play.win(match, "B")
        left = chances_of(match.tournament_id)
        assert match.pair_a.name not in [one.name for one in left]
        assert left[0].chance == pytest.approx(50)

    def test_pages_of_the_standings_and_of_a_pair_say_it(self, match, client):
        slug = match.tournament.slug
        page = client.get(reverse("public:standings", args=[slug])).text
        assert page.count("25\N{NO-BREAK SPACE}%") == 4
        pair = client.get(reverse("public:pair", args=[slug, match.pair_a.number])).text
        assert "25\N{NO-BREAK SPACE}%" in pair

    @pytest.mark.parametrize(
        "format_", ["round_robin", "swiss", "three_losses", "repesca", "groups"]
    )
    def test_where_no_bracket_decides_nothing_is_said(self, format_):
        cup = play.tournament(entered=8, drawn=True, format=format_)
        assert chances_of(cup.pk) == ()

    def test_nothing_is_said_before_the_draw_and_after_the_final(self):
        assert chances_of(play.tournament(entered=4).pk) == ()
        assert chances_of(play.play_out(cup()).pk) == ()

    def test_a_pair_that_left_has_no_chance_and_its_opponent_has_them_all(self):
        made = cup()
        first = play.match(made, 1, 0)
        departures.withdraw(pair_id=first.pair_a_id, reason="ill", actor=play.PROGRAM)
        told = {one.name: one.chance for one in chances_of(made.pk)}
        assert first.pair_a.name not in told
        assert told[first.pair_b.name] == pytest.approx(50)

    def test_stored_games_are_held_to_what_was_said_of_them(self, match):
        table.record(match, table.plain())
        table.record(match, table.win_for_a())
        assert calibration_of_games() == ()
        Tournament.objects.update(status="finished")
        told = calibration_of_games()
        assert sum(line.moments for line in told) == 2
        assert {line.won for line in told} <= {0, 100}


def chances_of(tournament_id: int) -> tuple[TitleChance, ...]:
    return title_chances(tournament_id=tournament_id)


def cup() -> Tournament:
    return play.tournament(entered=4, drawn=True)
