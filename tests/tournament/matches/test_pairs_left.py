"""Where rounds are drawn one by one, semi-finals and finals have their own length once so few pairs
are left (T1)."""

from functools import partial

import pytest

from tests.tournament import play
from tests.tournament.matches.falling import WHY, agreed, taken_back
from tests.tournament.play import PROGRAM, must_hold
from tournament.clock.services import preview_reductions, reduce_games, take_back_reduction
from tournament.entries.services import departures, latecomers
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
LENGTHS = {"games_to_win": 1, "semi_final_games_to_win": 2, "final_games_to_win": 3}


def a_day(entered: int, format_: str = "fresh_draw", **options):
    return play.tournament(
        entered=entered, drawn=True, format=format_, format_options=options, settings=LENGTHS
    )


def lengths(cup) -> dict[int, set[int]]:
    """Round → the lengths of its matches."""
    rows = Match.objects.filter(tournament=cup, kind="championship").exclude(ended_by="bye")
    rounds = {number: set() for number in sorted({row.round for row in rows})}
    for row in rows:
        rounds[row.round].add(row.best_of)
    return rounds


def pairs_left(cup, number: int) -> int:
    """How many pairs have lost fewer matches than they may before this round."""
    may_lose = {"fresh_draw": 1, "repesca": 2, "three_losses": 3}[cup.format]
    lost = dict.fromkeys(cup.pairs.values_list("pk", flat=True), 0)
    for match in Match.objects.filter(tournament=cup, round__lt=number).exclude(ended_by="bye"):
        lost[match.pair_b_id if match.winner == "A" else match.pair_a_id] += 1
    return sum(count < may_lose for count in lost.values())


@pytest.mark.parametrize("format_", ["fresh_draw", "repesca", "three_losses"])
def test_T1_a_match_is_as_long_as_the_pairs_left_make_it(format_):
    cup = a_day(6, format_)
    while (one := Match.objects.filter(tournament=cup, status="ready").first()) is not None:
        play.win(one)
    of_round = {number: pairs_left(cup, number) for number in lengths(cup)}
    assert min(of_round.values()) == 2
    assert lengths(cup) == {
        number: {1 if left > 4 else 3 if left > 2 else 5} for number, left in of_round.items()
    }
    must_hold(cup)


def test_T1_round_1_is_as_long_as_the_pairs_drawn_make_it_a_late_one_too():
    cup = a_day(3)
    bye = Match.objects.get(tournament=cup, ended_by="bye")
    latecomers.take_place(
        match_id=bye.pk,
        side="B",
        actor=PROGRAM,
        reason="late",
        player_1="Bermeo",
        player_2="Mutriku",
    )
    assert lengths(cup) == {1: {3}}
    play.play_round(cup, 1)
    assert lengths(cup) == {1: {3}, 2: {5}}
    must_hold(cup)


def test_T1_a_final_that_another_pair_comes_back_to_is_a_semi_final_again():
    cup = a_day(6)
    first, second, third = Match.objects.filter(tournament=cup, round=1).order_by("slot")
    play.win(first)
    play.win(second)
    departures.withdraw(pair_id=third.pair_a_id, actor=PROGRAM, reason="gone home")
    departures.withdraw(pair_id=third.pair_b_id, actor=PROGRAM, reason="gone home")
    final = lengths(cup)[2]
    departures.reinstate(pair_id=third.pair_b_id, actor=PROGRAM, reason="back in time")

    assert (final, lengths(cup)[2]) == ({5}, {3})
    must_hold(cup)


def test_T5_fewer_games_shorten_a_final_that_is_not_drawn_yet_and_taking_them_back_too():
    cup = a_day(4)
    act = partial(reduce_games, tournament_id=cup.pk, actor=PROGRAM)
    offered = preview_reductions(act, tournament_id=cup.pk, from_round=2)
    assert [one.best_of for one in offered] == [3, 1]
    reduce_games(tournament_id=cup.pk, best_of=3, from_round=2, actor=PROGRAM, reason="late")
    event = Event.objects.latest("number").number
    play.play_round(cup, 1)
    assert lengths(cup) == {1: {3}, 2: {3}}
    take_back_reduction(tournament_id=cup.pk, event=event, actor=PROGRAM, reason="in time")
    assert lengths(cup) == {1: {3}, 2: {5}}
    must_hold(cup)


def test_T1_a_match_set_aside_keeps_the_games_that_it_was_played_to():
    settings = {"games_to_win": 1, "quarter_final_games_to_win": 3, "final_games_to_win": 2}
    cup = play.tournament(entered=3, drawn=True, format="repesca", settings=settings)
    (first,) = Match.objects.filter(tournament=cup, status="ready")
    departures.withdraw(pair_id=first.pair_a_id, actor=PROGRAM, reason="gone home")
    played = play.match(cup, 2, 0)
    results.record_result(match_id=played.pk, games=(1, 2), **WHY)
    agreed(departures.reinstate, pair_id=first.pair_a_id)
    played.refresh_from_db()
    assert (played.kind, played.best_of, play.match(cup, 2, 0).best_of) == ("set_aside", 3, 5)
    must_hold(cup)

    taken_back(Cascade.objects.get(tournament=cup, undone_at=None))

    assert play.match(cup, 2, 0) == played
    assert play.match(cup, 2, 0).best_of == 3
    agreed(partial(results.replace_result, match_id=played.pk, games=(2, 1)))
    must_hold(cup)
