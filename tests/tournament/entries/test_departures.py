"""Which pairs were drawn, and so stay in the draw when they leave."""

import pytest

from scoring.rulings.services import cascades
from tests.refusals import refusal
from tests.tournament import play
from tournament.consolation import services as consolation
from tournament.entries.models import Pair
from tournament.entries.services import departures, latecomers, pairs
from tournament.matches.models import Cascade, Match

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format_", ["round_robin", "groups"])
def test_a_pair_that_rests_in_round_1_can_leave_and_come_back(format_):
    odd = play.tournament(entered=3, drawn=True, format=format_)
    begins = Match.objects.filter(tournament=odd, round=1)
    first = {pair for match in begins for pair in match.pairs}
    rests = Pair.objects.filter(tournament=odd).exclude(pk__in=first).get()
    departures.withdraw(pair_id=rests.pk, reason="ill", actor=play.PROGRAM)

    departures.reinstate(pair_id=rests.pk, reason="well again", actor=play.PROGRAM)

    rests.refresh_from_db()
    assert rests.is_in
    assert not Match.objects.filter(tournament=odd, ended_by="withdrawal").exists()


@pytest.mark.parametrize("begun", [True, False])
def test_a_pair_that_went_on_because_another_left_can_leave_too(begun):
    cup = play.tournament(entered=8, drawn=True)
    first = play.match(cup, 1, 0)
    assert first.pair_a is not None
    assert first.pair_b is not None
    departures.withdraw(pair_id=first.pair_a.pk, reason="never came", actor=play.PROGRAM)
    play.win(play.match(cup, 1, 1))
    play.win(play.match(cup, 2, 0), "A")  # the pair that had no opponent in round 1
    play.win(play.match(cup, 1, 2))
    play.win(play.match(cup, 1, 3))
    play.win(play.match(cup, 2, 1))
    if begun:
        play.start(play.match(cup, 3, 0))

    departures.withdraw(pair_id=first.pair_b.pk, reason="ill", actor=play.PROGRAM)

    assert [play.match(cup, *at).winner_id for at in ((1, 0), (2, 0))] == [first.pair_b.pk] * 2
    final = play.match(cup, 3, 0)
    assert (final.winner, final.ended_by) == ("B", "withdrawal")
    departures.reinstate(pair_id=first.pair_b.pk, reason="well again", actor=play.PROGRAM)
    assert play.match(cup, 3, 0).status == ("playing" if begun else "ready")


def test_a_pair_of_a_group_leaves_once_the_bracket_has_begun():
    cup = play.tournament(entered=6, drawn=True, format="groups")
    early = play.match(cup, 1, 0).pair_a
    assert early is not None
    departures.withdraw(pair_id=early.pk, reason="never came", actor=play.PROGRAM)
    for round_ in (1, 2, 3):
        play.play_round(cup, round_)
    play.decide_ties(cup)
    first, second = play.match(cup, 4, 0), play.match(cup, 4, 1)
    play.start(first)

    for pair in (second.pair_a, second.pair_b):
        assert pair is not None
        departures.withdraw(pair_id=pair.pk, reason="a train", actor=play.PROGRAM)

    assert play.match(cup, 4, 0).pairs == first.pairs
    assert play.match(cup, 4, 1).pairs == second.pairs


def test_a_pair_whose_names_came_in_again_comes_back_only_as_other_people():
    cup = play.tournament(entered=4)
    left, other = play.pair(cup, 1), play.pair(cup, 2)
    back = {"pair_id": left.pk, "reason": "found", "actor": play.PROGRAM}
    departures.withdraw(**back)
    names = {"player_1": left.player_2, "player_2": left.player_1}
    twin = pairs.enter(tournament_id=cup.pk, **names, actor=play.PROGRAM)
    assert refusal(departures.reinstate, **back) == ("duplicate_pair",)
    pairs.change(pair_id=twin.pk, player_2="Somebody", actor=play.PROGRAM)
    assert refusal(departures.reinstate, **back) == ("player_twice",)
    left.refresh_from_db()
    assert not left.is_in
    assert departures.reinstate(**back, allow_duplicate=True).is_in
    assert other.is_in


def test_a_pair_comes_back_once_the_one_with_its_names_has_left():
    cup = play.tournament(entered=4)
    left = play.pair(cup, 1)
    back = {"pair_id": left.pk, "reason": "found", "actor": play.PROGRAM}
    departures.withdraw(**back)
    names = {"player_1": left.player_1, "player_2": left.player_2}
    twin = pairs.enter(tournament_id=cup.pk, **names, actor=play.PROGRAM)
    departures.withdraw(**{**back, "pair_id": twin.pk})
    assert departures.reinstate(**back).is_in


def test_a_disqualification_is_undone_where_the_pair_is_in_the_consolation_alone():
    cup = play.tournament(entered=4, drawn=True)
    why = {"reason": "the wrong pair", "actor": play.PROGRAM}
    late = latecomers.join_late(
        tournament_id=cup.pk, into="consolation", player_1="Lezo", player_2="Orio", **why
    )
    departures.disqualify(pair_id=late.pk, **why)
    again = {"tournament_id": cup.pk, "into": "consolation", "pair_number": late.number}
    assert refusal(latecomers.join_late, **again, **why) == ("was_drawn",)

    assert departures.reinstate(pair_id=late.pk, **why).is_in

    play.must_hold(cup)


WHY = {"reason": "it was another pair", "actor": play.PROGRAM}


def in_consolation(cup, *pairs):
    numbers = [tuple(pair.number for pair in pairs)]
    (extra,) = consolation.create_matches(
        tournament_id=cup.pk, pairings=numbers, actor=play.PROGRAM
    )
    return extra


@pytest.mark.parametrize("begun", [True, False])
def test_T3_a_pair_that_comes_back_has_its_match_of_the_consolation_again(begun):
    cup = play.tournament(entered=8, drawn=True)
    a, b = (play.win(play.match(cup, 1, slot)).pair_b for slot in (0, 1))
    extra = in_consolation(cup, a, b)
    if begun:
        play.start(extra, table_number=2)
    departures.withdraw(pair_id=a.pk, **WHY)

    departures.reinstate(pair_id=a.pk, **WHY)

    extra.refresh_from_db()
    assert (extra.winner, extra.ended_by, extra.finished_at) == ("", "", None)
    assert extra.status == ("playing" if begun else "ready")
    assert extra.table_id is None or extra.table.number == 2
    play.must_hold(cup)


@pytest.mark.parametrize("what", ["paired_again", "left_too"])
def test_T3_it_stays_lost_where_the_other_pair_plays_another_or_has_left(what):
    cup = play.tournament(entered=8, drawn=True)
    a, b, c = (play.win(play.match(cup, 1, slot)).pair_b for slot in (0, 1, 2))
    extra = in_consolation(cup, a, b)
    departures.withdraw(pair_id=a.pk, **WHY)
    if what == "left_too":
        departures.withdraw(pair_id=b.pk, **WHY)
    else:
        in_consolation(cup, b, c)

    departures.reinstate(pair_id=a.pk, **WHY)

    extra.refresh_from_db()
    assert (extra.status, extra.winner, extra.ended_by) == ("finished", "B", "withdrawal")
    play.must_hold(cup)


def test_T3_a_pair_whose_return_is_undone_leaves_the_consolation_again():
    cup = play.tournament(entered=8, drawn=True)
    first = play.match(cup, 1, 0)
    late = first.pair_a
    departures.withdraw(pair_id=late.pk, **WHY)
    other = play.win(play.match(cup, 1, 1)).pair_b
    later = play.start(play.match(cup, 2, 0))
    departures.reinstate(pair_id=late.pk, sets_aside=[later.pk], **WHY)
    play.win(first, "B")
    extra = in_consolation(cup, late, other)

    cascades.take_back(cascade_id=Cascade.objects.get().pk, **WHY)

    extra.refresh_from_db()
    assert (extra.status, extra.winner, extra.ended_by) == ("finished", "B", "withdrawal")
    play.must_hold(cup)


def test_T3_a_match_to_which_neither_pair_came_is_nobodys_until_both_are_back():
    cup = play.tournament(entered=8, drawn=True)
    a, b = (play.win(play.match(cup, 1, slot)).pair_b for slot in (0, 1))
    extra = in_consolation(cup, a, b)

    departures.both_absent(match_id=extra.pk, **WHY)
    extra.refresh_from_db()
    assert (extra.status, extra.winner, extra.ended_by) == ("finished", "", "withdrawal")

    for pair in (a, b):
        departures.reinstate(pair_id=pair.pk, **WHY)
    extra.refresh_from_db()
    assert (extra.status, extra.ended_by) == ("ready", "")
    play.must_hold(cup)
