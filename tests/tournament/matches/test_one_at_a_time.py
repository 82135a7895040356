"""A pair plays one match at a time, whatever is opened again or brought back."""

from functools import partial

import pytest

from tests.previews import if_back, reopening
from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.clock import services as clock
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
LEAGUES = pytest.mark.parametrize("format_", ["round_robin", "groups", "swiss", "three_losses"])
WHY = {"reason": "looked at again", "actor": PROGRAM}


def in_the_way(cup, event):
    """The matches that keep the fewer games from being taken back, and why."""
    act = partial(clock.take_back_reduction, tournament_id=cup.pk, actor=PROGRAM)
    found = clock.preview_taking_back(act, tournament_id=cup.pk, event=event)
    return {(one.match.id, one.code) for one in found.in_the_way}


def next_of(pair_id):
    """The match that the pair can begin now."""
    ready = Match.objects.filter(status="ready")
    return (ready.filter(pair_a=pair_id) | ready.filter(pair_b=pair_id)).first()


def a_round(format_):
    """A tournament with its first round played by side A; the first match, and the next of its
    winner, begun."""
    cup = tournament(entered=8, drawn=True, tables=8, format=format_)
    for one in Match.objects.filter(tournament=cup, round=1):
        win(one)
    first = match(cup, 1, 0)
    return first, start(next_of(first.pair_a_id))


@LEAGUES
@pytest.mark.sampled(4)
def test_a_match_is_not_opened_again_while_a_pair_of_it_plays_its_next_one(format_):
    first, later = a_round(format_)
    assert refusal(matches.reopen, match_id=first.pk, **WHY) == ("pair_busy",)
    assert refusal(reopening, match_id=first.pk) == ("pair_busy",)
    first.refresh_from_db()
    assert first.status == "finished"
    matches.undo_start(match_id=later.pk, **WHY)
    matches.reopen(match_id=first.pk, **WHY)
    later.refresh_from_db()
    assert later.status != "playing"


@LEAGUES
@pytest.mark.sampled(4)
def test_a_match_that_had_not_begun_is_opened_again_and_waits_for_its_pair(format_):
    cup = tournament(entered=8, drawn=True, tables=8, format=format_)
    first = match(cup, 1, 0)
    matches.walkover(match_id=first.pk, winner="A", **WHY)
    for one in Match.objects.filter(tournament=cup, round=1, status="ready"):
        win(one)
    later = start(next_of(first.pair_a_id))
    matches.reopen(match_id=first.pk, **WHY)
    assert refusal(matches.start, match_id=first.pk, actor=PROGRAM) == ("pair_busy",)
    win(later)
    start(first)


def test_a_match_that_opens_again_is_not_called_while_its_pair_plays_another():
    cup = tournament(entered=5, drawn=True, tables=8, format="round_robin")
    first = Match.objects.filter(tournament=cup, status="ready").earliest("round", "slot")
    departures.withdraw(pair_id=first.pair_b_id, **WHY)
    for one in Match.objects.filter(tournament=cup, round=1, status="ready"):
        win(one)
    later = start(next_of(first.pair_a_id))
    departures.reinstate(pair_id=first.pair_b_id, **WHY)
    assert refusal(matches.assign_free_tables, tournament_id=cup.pk, actor=PROGRAM) == (
        "nothing_to_assign",
    )
    first.refresh_from_db()
    assert (first.status, first.table) == ("waiting", None)
    win(later)
    first.refresh_from_db()
    assert first.status == "ready"


@pytest.mark.parametrize("format_", ["round_robin", "groups"])
@pytest.mark.sampled(4)
def test_a_pair_is_not_brought_back_to_a_match_whose_other_pair_plays_its_next_one(format_):
    cup = tournament(entered=8, drawn=True, tables=8, format=format_)
    first = start(match(cup, 1, 0))
    departures.withdraw(pair_id=first.pair_b_id, **WHY)
    for one in Match.objects.filter(tournament=cup, round=1, status="ready"):
        win(one)
    later = start(next_of(first.pair_a_id))
    back = {"pair_id": first.pair_b_id}
    assert refusal(if_back, tournament_id=cup.pk, **back) == ("pair_busy",)
    assert refusal(departures.reinstate, **back, **WHY) == ("pair_busy",)
    win(later)
    departures.reinstate(**back, **WHY)
    first.refresh_from_db()
    assert first.status == "playing"


def test_a_reduction_of_games_is_not_taken_back_into_two_matches_at_a_time():
    cup = tournament(entered=4, drawn=True, format="round_robin")
    both = list(Match.objects.filter(tournament=cup, round=1))
    for one in both:
        start(one)
        matches.set_games(match_id=one.pk, games=(1, 0), actor=PROGRAM)
    clock.reduce_games(tournament_id=cup.pk, best_of=1, **WHY)
    event = cup.events.get(kind="tournament.games_reduced").number
    later = start(next_of(both[0].pair_a_id))
    assert in_the_way(cup, event) == {(later.pk, "pair_busy")}
    codes = refusal(clock.take_back_reduction, tournament_id=cup.pk, event=event, **WHY)
    assert set(codes) == {"pair_busy"}
    matches.undo_start(match_id=later.pk, **WHY)
    clock.take_back_reduction(tournament_id=cup.pk, event=event, **WHY)


def test_a_consolation_match_is_not_opened_again_while_its_pair_plays_another():
    cup = tournament(entered=4, drawn=True)
    for slot in (0, 1):
        win(match(cup, 1, slot))
    first = match(cup, 1, 0)
    losers = tuple(match(cup, 1, slot).pair_b.number for slot in (0, 1))
    (off,) = consolation.create_matches(tournament_id=cup.pk, pairings=[losers], actor=PROGRAM)
    win(off)
    matches.replace_result(match_id=first.pk, games=(0, first.wins_needed), **WHY)
    start(match(cup, 2, 0))
    assert refusal(matches.reopen, match_id=off.pk, **WHY) == ("pair_busy",)
