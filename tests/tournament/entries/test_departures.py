"""Which pairs were drawn, and so stay in the draw when they leave."""

import pytest

from scoring.proof.queries.verify import verify_tournament
from tests.refusals import refusal
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.entries.services import departures, pairs
from tournament.matches.models import Match

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
    late = pairs.join_late(
        tournament_id=cup.pk, into="consolation", player_1="Lezo", player_2="Orio", **why
    )
    departures.disqualify(pair_id=late.pk, **why)
    again = {"tournament_id": cup.pk, "into": "consolation", "pair_number": late.number}
    assert refusal(pairs.join_late, **again, **why) == ("was_drawn",)

    assert departures.reinstate(pair_id=late.pk, **why).is_in

    assert verify_tournament(tournament_id=cup.pk).ok
