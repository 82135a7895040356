"""Fewer games (T5) taken back: what goes on, what stays, and what stands in the way."""

from functools import partial

import pytest

from tests.refusals import refusal
from tests.tournament import play
from tournament.clock import services as clock
from tournament.clock.queries import last_reduction
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.errors import NotFound
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
ROW = (
    "pk", "kind", "round", "slot", "pair_a", "pair_b", "best_of", "status", "winner", "ended_by",
    "games_a", "games_b", "table", "finished_at",
)  # fmt: skip


@pytest.fixture
def drawn():
    return play.tournament(entered=8, drawn=True)


def at(drawn, slot, games, table=None):
    match = play.match(drawn, 1, slot)
    play.start(match, table_number=table or slot + 1)
    matches.set_games(match_id=match.pk, games=games, actor=play.PROGRAM)
    return match


def reduce(drawn, best_of=3, **more):
    clock.reduce_games(
        tournament_id=drawn.pk, best_of=best_of, actor=play.PROGRAM, reason="it is late", **more
    )
    return last_reduction(tournament_id=drawn.pk)


def take_back(drawn, event, reason="the wrong tournament"):
    return clock.take_back_reduction(
        tournament_id=drawn.pk, event=event, actor=play.PROGRAM, reason=reason
    )


def preview(drawn, event):
    act = partial(clock.take_back_reduction, tournament_id=drawn.pk, actor=play.PROGRAM)
    return clock.preview_taking_back(act, tournament_id=drawn.pk, event=event)


def state(drawn):
    drawn.refresh_from_db()
    rows = list(Match.objects.filter(tournament=drawn).order_by("pk").values_list(*ROW))
    return drawn.best_of, drawn.games_by_round, drawn.status, drawn.champion_id, rows


def test_everything_is_as_it_was_before_and_the_log_tells_it(drawn):
    for slot, games in enumerate([(2, 1), (2, 2), (1, 1)]):
        at(drawn, slot, games)
    before = state(drawn)
    event = reduce(drawn)
    assert state(drawn) != before

    take_back(drawn, event)

    assert state(drawn) == before
    told = drawn.events.get(kind="tournament.reduction_taken_back").data
    assert (told["takes_back"], told["was"], told["best_of"]) == (event, 3, 5)
    assert told["reason"] == "the wrong tournament"
    play.must_hold(drawn)


@pytest.mark.parametrize(
    "format_", ["knockout", "repesca", "three_losses", "groups", "swiss", "round_robin"]
)
@pytest.mark.sampled(3)
def test_in_every_format_what_followed_goes_with_it(format_):
    drawn = play.tournament(entered=8, drawn=True, tables=8, format=format_)
    for match in Match.objects.filter(tournament=drawn, round=1, status="ready"):
        play.start(match)
        matches.set_games(match_id=match.pk, games=(1, 0), actor=play.PROGRAM)
    before = state(drawn)
    event = reduce(drawn, best_of=1)
    assert not Match.objects.filter(tournament=drawn, round=1, status="playing").exists()
    take_back(drawn, event)
    after = state(drawn)
    assert after[:4] == before[:4]
    had = {row[0] for row in before[4]}
    assert [row for row in after[4] if row[0] in had] == before[4]
    play.must_hold(drawn)


def test_what_was_played_to_its_end_since_stands(drawn):
    going_on, since = at(drawn, 0, (2, 1)), at(drawn, 1, (1, 1))
    event = reduce(drawn)
    play.win(since)
    found = preview(drawn, event)
    assert [card.id for card in found.go_on] == [going_on.pk]
    assert [card.id for card in found.stand] == [since.pk]
    assert (found.longer, found.best_of, found.fewer) == (5, 5, 3)
    take_back(drawn, event)
    since.refresh_from_db()
    assert (since.status, since.best_of) == ("finished", 3)


def test_a_match_goes_on_without_a_table_where_another_is_played_there(drawn):
    ended = at(drawn, 0, (2, 1), table=1)
    event = reduce(drawn)
    play.start(play.match(drawn, 1, 1), table_number=1)
    take_back(drawn, event)
    ended.refresh_from_db()
    assert (ended.status, ended.table) == ("playing", None)
    play.must_hold(drawn)


def test_all_that_stands_in_the_way_is_named_at_once_and_nothing_is_changed(drawn):
    first, second, third = at(drawn, 0, (2, 1)), at(drawn, 1, (2, 0)), at(drawn, 2, (2, 0))
    event = reduce(drawn)
    later = play.start(play.match(drawn, 2, 0))
    losers = [one.pair_b.number for one in (first, second)]
    (off,) = consolation.create_matches(
        tournament_id=drawn.pk, pairings=[tuple(losers)], actor=play.PROGRAM
    )
    departures.withdraw(pair_id=third.pair_b_id, reason="home", actor=play.PROGRAM)
    stood = state(drawn)
    assert refusal(take_back, drawn, event) == (
        "pair_is_out",
        "later_match_begun",
        "in_consolation",
    )
    assert state(drawn) == stood
    found = preview(drawn, event)
    assert [one.match.id for one in found.in_the_way] == [third.pk, later.pk, off.pk]


def test_of_two_reductions_the_last_is_taken_back_first(drawn):
    first = reduce(drawn, best_of=3)
    second = reduce(drawn, best_of=1, from_round=2)
    assert refusal(take_back, drawn, first) == ("newer_reduction",)
    take_back(drawn, second)
    drawn.refresh_from_db()
    assert (drawn.best_of, drawn.games_by_round) == (3, {})
    take_back(drawn, first)
    drawn.refresh_from_db()
    assert drawn.best_of == 5
    play.must_hold(drawn)


def test_it_is_taken_back_once_and_the_games_can_be_reduced_again(drawn):
    event = reduce(drawn)
    take_back(drawn, event)
    with pytest.raises(NotFound):
        take_back(drawn, event)
    assert last_reduction(tournament_id=drawn.pk) is None
    assert reduce(drawn, best_of=3) > event
    play.must_hold(drawn)


def test_rounds_drawn_since_are_as_long_as_they_would_have_been():
    drawn = play.tournament(entered=4, drawn=True, format="swiss")
    event = reduce(drawn, best_of=1, from_round=2)
    play.play_round(drawn, 1)
    assert play.match(drawn, 2, 0).best_of == 1
    take_back(drawn, event)
    assert play.match(drawn, 2, 0).best_of == 5
    play.must_hold(drawn)


def test_a_consolation_match_that_it_ended_goes_on_and_one_made_since_keeps_its_games(drawn):
    for slot in range(4):
        play.win(play.match(drawn, 1, slot))
    losers = [play.match(drawn, 1, slot).pair_b.number for slot in range(4)]
    pairings = {"tournament_id": drawn.pk, "actor": play.PROGRAM}
    (old,) = consolation.create_matches(pairings=[tuple(losers[:2])], **pairings)
    play.start(old)
    matches.set_games(match_id=old.pk, games=(2, 0), actor=play.PROGRAM)
    event = reduce(drawn)
    (new,) = consolation.create_matches(pairings=[tuple(losers[2:])], **pairings)
    take_back(drawn, event)
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.status, old.best_of, new.best_of) == ("playing", 5, 3)
    play.must_hold(drawn)
