"""The acts on a match: one leads, the others are a menu."""

import pytest

from scoring.desk.queries.acts import match_acts, pair_acts
from scoring.explain.queries.pages import match_page
from tests.scoring import table
from tests.tournament.play import PROGRAM, match, play_round, start, tournament, win
from tournament.entries.services import departures
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=4, drawn=True)


def acts(of):
    return match_acts(page=match_page(match_id=of.pk))


def names(of, place):
    return [act.name for act in acts(of) if act.place == place]


def test_a_result_by_hands_or_by_walkover_is_not_swapped(cup):
    by_hand, late = start(match(cup, 1, 0)), match(cup, 1, 1)
    while table.read(by_hand).status == "playing":
        table.record(table.read(by_hand), table.win_for_a())
    matches.walkover(match_id=late.pk, winner="A", reason="late", actor=PROGRAM)
    assert "swap" not in names(by_hand, "menu")
    assert "swap" not in names(late, "menu")


def test_no_act_is_listed_twice(cup):
    of = match(cup, 1, 0)
    for change in (lambda: None, lambda: start(of), lambda: win(of)):
        change()
        listed = [act.name for act in acts(of)]
        assert len(listed) == len(set(listed))


def test_a_pair_is_absent_or_withdraws_before_the_end_and_is_substituted_while_the_day_lasts(cup):
    def of(match_, *, over=False, appeals=False):
        page = match_page(match_id=match_.pk)
        return [found.names for found in pair_acts(page=page, is_over=over, may_appeal=appeals)]

    first = match(cup, 1, 0)
    other = ("substitute_1", "substitute_2")
    assert of(first) == [("absent", "withdraw_pair", *other)] * 2
    assert of(first, appeals=True)[0] == ("absent", "withdraw_pair", "appeal", *other)
    departures.withdraw(pair_id=first.pair_a.pk, reason="ill", actor=PROGRAM)
    assert of(first) == [(), other]
    assert of(first, over=True) == [(), ()]
    play_round(cup, 1)
    assert of(match(cup, 2, 0))[0][:2] == ("absent", "withdraw_pair")
