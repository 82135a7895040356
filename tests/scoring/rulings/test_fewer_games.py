"""T5 with hands: fewer games, and as many again, work every match out from what was played."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from scoring.course.services.versions import is_blocked
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.night import of_many, seed_of
from tests.scoring import acts, table
from tests.scoring.table import PROGRAM, quick, read, record
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.clock.queries import last_reduction
from tournament.errors import Refusal
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "late", "actor": PROGRAM}


def reduce(cup: Tournament, best_of: int) -> int:
    clock.reduce_games(tournament_id=cup.pk, best_of=best_of, **WHY)
    event = last_reduction(tournament_id=cup.pk)
    assert event is not None
    return event


def as_many_again(cup: Tournament, event: int) -> None:
    clock.take_back_reduction(tournament_id=cup.pk, event=event, **WHY)


def won(match: Match) -> tuple[str, str, tuple[int, ...], int]:
    now = read(match)
    return now.status, now.winner, tuple(now.games), now.best_of


def left_with_nothing_to_play(cup: Tournament) -> list[Match]:
    playing = Match.objects.filter(tournament=cup, status="playing").select_related("tournament")
    return [one for one in playing if one.outcome_with(one.games) and not is_blocked(match=one)]


def all_played(games: int, *winners: str) -> Match:
    """A match of a league of which all games are played; the winners of those played so far."""
    cup = play.tournament(
        entered=3, drawn=True, format="round_robin", settings={"games_all_played": games}
    )
    match = Match.objects.filter(tournament=cup, status="ready").order_by("round", "slot")[0]
    play.start(match, table_number=1)
    for winner in winners:
        record(match, quick(40, 0) if winner == "A" else quick(0, 40))
    return read(match)


def test_T5_a_correction_made_meanwhile_stands_and_no_match_is_left_with_nothing_to_play():
    match = table.a_match(best_of=3)
    for _game in range(2):
        record(match, quick(0, 40))
    results.reopen(match_id=match.pk, **WHY)
    event = reduce(match.tournament, 1)
    assert won(match)[:3] == ("finished", "B", (0, 2))
    table.correct(match, 2, 1, quick(1, 40))

    as_many_again(match.tournament, event)

    assert won(match) == ("finished", "B", (0, 2), 3)
    assert [one.score_a for one in match.played_games.order_by("number")] == [0, 1]
    assert verify_tournament(tournament_id=match.tournament_id).ok


def test_T5_a_correction_that_turned_a_match_meanwhile_lets_it_go_on_as_corrected():
    match = table.a_match(best_of=5)
    for one in (quick(40, 0), quick(0, 40), quick(40, 0)):
        record(match, one)
    event = reduce(match.tournament, 3)
    assert won(match) == ("finished", "A", (2, 1), 3)
    table.correct(match, 3, 1, quick(0, 40))
    assert won(match) == ("finished", "B", (1, 2), 3)

    as_many_again(match.tournament, event)

    assert won(match) == ("playing", "", (1, 2), 5)
    assert verify_tournament(tournament_id=match.tournament_id).ok


@pytest.mark.parametrize("next_begun", [False, True])
def test_T5_a_match_that_ended_since_by_its_hands_goes_on_unless_the_next_one_has_begun(next_begun):
    match = table.a_match(best_of=5)
    Match.objects.filter(tournament=match.tournament).update(best_of=5)
    event = reduce(match.tournament, 3)
    for _game in range(2):
        record(match, quick(40, 0))
    play.win(play.match(match.tournament, 1, 1))
    if next_begun:
        play.start(play.match(match.tournament, 2, 0))

    as_many_again(match.tournament, event)

    stands = ("finished", "A", (2, 0), 3)
    assert won(match) == (stands if next_begun else ("playing", "", (2, 0), 5))
    assert verify_tournament(tournament_id=match.tournament_id).ok


def test_T5_a_result_entered_since_stands():
    match = table.a_match(best_of=5)
    event = reduce(match.tournament, 3)
    results.record_result(match_id=match.pk, games=(2, 0), **WHY)
    as_many_again(match.tournament, event)
    assert won(match) == ("finished", "A", (2, 0), 3)


@pytest.mark.parametrize(
    ("games", "winners", "fewer", "ends"),
    [
        (3, "AA", 1, ("finished", "A", (2, 0))),
        (3, "AB", 1, ("playing", "", (1, 1))),  # one more decides
        (5, "AAB", 3, ("finished", "A", (2, 1))),
        (5, "AA", 3, ("playing", "", (2, 0))),
        (4, "ABA", 2, ("finished", "A", (2, 1))),
        (4, "BB", 2, ("finished", "B", (0, 2))),
        (4, "AB", 2, ("finished", "", (1, 1))),
        (4, "A", 2, ("playing", "", (1, 0))),
    ],
)
def test_T5_where_all_games_are_played_what_was_played_counts(games, winners, fewer, ends):
    match = all_played(games, *winners)
    before = won(match)
    event = reduce(match.tournament, fewer)
    assert won(match)[:3] == ends
    table.correct(match, 1, 1, quick(40, 3) if winners[0] == "A" else quick(3, 40))
    assert won(match)[:3] == ends, "every game that was played still counts"
    as_many_again(match.tournament, event)
    assert won(match) == before
    assert verify_tournament(tournament_id=match.tournament_id).ok


def test_T5_where_all_games_are_played_one_more_decides_and_can_be_entered():
    by_hand, told = all_played(3, "A", "B"), all_played(3, "A", "B")
    for match in (by_hand, told):
        reduce(match.tournament, 1)
    record(by_hand, quick(0, 40))
    results.record_result(match_id=told.pk, games=(1, 2), over_recorded=True, **WHY)
    assert won(by_hand)[:3] == won(told)[:3] == ("finished", "B", (1, 2))
    with pytest.raises(Refusal, match="not_a_result"):
        results.replace_result(match_id=told.pk, games=(3, 2), **WHY)


def test_T5_what_waits_for_a_decision_ends_after_it():
    match = table.a_match(best_of=5)
    for _game in range(2):
        record(match, table.lie(1))
        record(match, quick(40, 0))
    reduce(match.tournament, 3)
    assert won(match)[:2] == ("playing", "")
    asked = Ruling.objects.get(kind="repetition")
    rulings.dismiss(ruling_id=asked.pk, **WHY)
    assert won(match) == ("finished", "A", (2, 0), 3)


@pytest.mark.parametrize("seed", range(of_many(3, nightly=40)))
@pytest.mark.parametrize("played", [{}, {"games_all_played": 3}, {"games_all_played": 4}])
def test_T5_no_reduction_or_its_taking_back_leaves_a_match_with_nothing_to_play(seed, played):
    """Whatever happens in between; and the log tells what is stored."""
    crowd = acts.a_crowd(
        seed=seed_of(3 * seed + 1),
        pairs_entered=5,
        format="round_robin" if played else "knockout",
        settings=played,
    )
    rng = Random(seed_of(seed))
    fewer = partial(reduce, crowd.cup)
    for _turn in range(of_many(4, nightly=12)):
        for _act in range(12):
            crowd.act()
        event = last_reduction(tournament_id=crowd.cup.pk)
        try:
            if event is not None and rng.random() < 0.5:
                as_many_again(crowd.cup, event)
            else:
                fewer(rng.choice([2, 4] if played.get("games_all_played") == 4 else [1, 3]))
        except Refusal:
            continue
        assert left_with_nothing_to_play(crowd.cup) == []
        report = verify_tournament(tournament_id=crowd.cup.pk)
        assert report.ok, report.first


def test_T5_a_preview_names_what_the_next_game_decides():
    match = all_played(3, "A", "B")
    act = partial(clock.reduce_games, tournament_id=match.tournament_id, actor=PROGRAM)
    (one,) = clock.preview_reductions(act, tournament_id=match.tournament_id)
    assert [card.id for card in one.level] == [match.pk]
