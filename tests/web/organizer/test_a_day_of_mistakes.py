"""A day of 23 pairs on one phone: what was undone leaves no trace at the end."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.tournament import play
from tests.web.organizer.day import Day
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.long]
WHY = "the wrong line was pressed"
Mistake = Callable[[Day], None]


def press(name: str, *args: object, **data: object) -> Mistake:
    return lambda day: day.press(name, *args, **{"reason": WHY, **data})


def of_a_match(name: str, *status: str, **data: object) -> Mistake:
    """The page of the first match that stands so."""

    def act(day: Day) -> None:
        matches = Match.objects.filter(tournament=day.cup, status__in=status).exclude(pair_b=None)
        match = matches.order_by("round", "slot")[0]
        day.press(name, match.pk, **{"reason": WHY, **data})

    return act


MISTAKES: tuple[Mistake, ...] = (
    press("change_pair", 7, player_1="Somebody else"),
    press("set_tables", count="9"),
    press("assign_free"),
    of_a_match("walkover", "ready", winner="B"),
    press("late_pair", place="consolation", player_1="Lezo", player_2="Deba"),
    press("withdraw_pair", 11),
    of_a_match("result", "ready", "playing", games_a="0", games_b="2"),
    press("substitute_player", 5, out="1", player="Lezo"),
    press("disqualify_pair", 3),
    press("reduce_games", best_of="1"),
    press("announce_pause", minutes="30"),
    of_a_match("both_absent", "ready"),
)


@pytest.fixture
def days(monkeypatch, desk, arizkun) -> Callable[[], Day]:
    settings = {"games_to_win": 2}

    def a_day() -> Day:
        cup = play.tournament(entered=23, drawn=True, owner=arizkun, settings=settings)
        return Day(desk, cup, monkeypatch)

    return a_day


def test_a_day_of_23_pairs_with_twelve_mistakes_ends_as_if_none_had_been_made(days):
    without, with_mistakes = days(), days()
    play_out(without, iter(()))
    mistakes = iter(MISTAKES)
    play_out(with_mistakes, mistakes)
    assert next(mistakes, None) is None, "the day was over before every mistake was made"
    expected, found = without.stands(), with_mistakes.stands()
    assert {part: found[part] for part in found if found[part] != expected[part]} == {}
    play.must_hold(with_mistakes.cup)


def play_out(day: Day, mistakes: Iterator[Mistake]) -> None:
    """Plays every match by its result; before each but the first, one of the mistakes is made, and
    undone by the first button of “Done last”."""
    for number in range(200):
        if number and (mistake := next(mistakes, None)):
            before = day.stands()
            mistake(day)
            assert day.stands() != before
            undo_last(day)
            assert day.stands() == before
        ready = Match.objects.filter(tournament=day.cup, status="ready").order_by("round", "slot")
        match = ready.first()
        if match is None:
            break
        a_wins = (match.round + match.slot) % 2 == 0
        games = {"games_a": "2", "games_b": "1"} if a_wins else {"games_a": "0", "games_b": "2"}
        day.press("result", match.pk, **games)
    day.cup.refresh_from_db()
    assert day.cup.status == "finished"


def undo_last(day: Day) -> None:
    """Presses the newest undo of the desk."""
    address = re.search(r"/acts/(\d+)/undo/", day.page("desk"))
    assert address is not None
    day.press("undo_act", int(address[1]), reason=WHY)
