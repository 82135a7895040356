"""Facts of games are kept behind the hands by a job, read where they hold, and never missed."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jobs import services as jobs
from jobs.models import Job
from jobs.registry import More
from scoring.course.models import Game, Hand
from scoring.hands.services import corrections
from scoring.rulings.services import endings
from scoring.statistics import services, tasks
from scoring.statistics.models import KeptFacts
from scoring.statistics.queries import facts
from scoring.statistics.queries.keeping import anything_to_keep, games_to_keep
from scoring.statistics.rules.summing import ENGINE, facts_from
from scoring.statistics.services import Kept, keep_anew, keep_facts
from tests.scoring import table
from tests.scoring.statistics.plainly import must_be_right, told
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match(best_of=5)


@pytest.fixture
def ended(match: Match) -> Match:
    """Its first game has ended, its second is played."""
    record(match, plain())
    record(match, win_for_a())
    record(match, plain())
    return match


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The hands whose facts were worked out since."""
    found: list[int] = []
    played = facts._played
    monkeypatch.setattr(facts, "_played", lambda hand: found.append(hand.pk) or played(hand))
    return found


def test_games_that_have_ended_are_kept_and_those_being_played_are_not(ended: Match) -> None:
    assert anything_to_keep()
    assert keep_facts(seconds=60) == Kept(1, more=False)
    kept = KeptFacts.objects.get()
    hands = Hand.objects.filter(game__number=1).order_by("number")
    assert kept.game.number == 1
    assert kept.made_of == ",".join(str(hand.pk) for hand in hands)
    assert facts_from(kept.told).hands == 2
    assert not anything_to_keep()
    assert keep_facts(seconds=60) == Kept(0, more=False)


def test_a_game_that_was_broken_off_is_kept_when_its_match_has_ended(ended: Match) -> None:
    endings.decide(match_id=ended.pk, winner="A", reason="T6", actor=PROGRAM)
    assert keep_facts(seconds=60).games == 2
    assert not anything_to_keep()


def test_what_is_kept_is_not_worked_out_by_a_reader(ended: Match, worked: list[int]) -> None:
    fresh = told(ended.tournament)
    assert len(worked) == 3
    keep_facts(seconds=60)
    worked.clear()
    assert told(ended.tournament) == fresh
    assert worked == list(Hand.objects.filter(game__number=2).values_list("pk", flat=True))
    must_be_right(ended.tournament, fresh)


def test_a_game_that_is_played_is_worked_out_once_for_each_hand(
    ended: Match, worked: list[int]
) -> None:
    from scoring.statistics.queries.tournament import tournament_statistics

    for head in ("one", "other"):
        tournament_statistics(tournament_id=ended.tournament_id, head=head)
    assert len(worked) == 3


def test_names_are_in_no_kept_row(ended: Match) -> None:
    keep_facts(seconds=60)
    row = KeptFacts.objects.values().get()
    for pair in (ended.pair_a, ended.pair_b):
        assert pair is not None
        assert pair.player_1 not in str(row)
        assert pair.name not in str(row)


def test_after_a_correction_the_kept_row_holds_no_more_and_is_made_anew(ended: Match) -> None:
    keep_facts(seconds=60)
    corrections.correct(
        match_id=ended.pk, game=1, number=1, record=quick(5, 0), reason="misread", actor=PROGRAM
    )
    now = told(ended.tournament)
    must_be_right(ended.tournament, now)
    assert now["whole"]["places"][5]["stones"] == 5, "a reader does not wait for the job"
    assert anything_to_keep()
    assert keep_facts(seconds=60).games == 1
    assert KeptFacts.objects.get().told["hands"] == 2
    assert not anything_to_keep()
    assert told(ended.tournament) == now


def test_a_game_that_goes_on_has_a_row_that_holds_no_more_until_it_has_ended_again(
    ended: Match,
) -> None:
    keep_facts(seconds=60)
    for _hand in range(2):
        corrections.undo(match_id=ended.pk, reason="wrong", actor=PROGRAM)
    assert Game.objects.get(number=1).winner == ""
    assert not anything_to_keep()
    must_be_right(ended.tournament, told(ended.tournament))
    record(ended, win_for_a())
    assert keep_facts(seconds=60).games == 1
    must_be_right(ended.tournament, told(ended.tournament))


def test_facts_of_another_engine_are_not_read_and_are_kept_anew(
    ended: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = told(ended.tournament)
    keep_facts(seconds=60)
    KeptFacts.objects.update(engine="older.1", told={})
    assert told(ended.tournament) == fresh
    assert keep_facts(seconds=60).games == 1
    assert KeptFacts.objects.get().engine == ENGINE


def several(match: Match, games: int) -> None:
    for _game in range(games):
        record(match, win_for_a())


def test_the_newest_games_come_first_and_a_share_ends_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    several(table.a_match(best_of=9), 3)
    monkeypatch.setattr(services, "AT_ONCE", 1)
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)
    assert games_to_keep(10) == list(newest)
    assert games_to_keep(10, without=newest[:1]) == list(newest[1:])
    for count in (1, 2):  # a share gets on, however short it is
        assert keep_facts(seconds=0.0) == Kept(1, more=True)
        kept = KeptFacts.objects.order_by("-game_id").values_list("game_id", flat=True)
        assert list(kept) == list(newest[:count])
    assert keep_facts(seconds=0.0) == Kept(1, more=False)


def test_between_two_batches_it_rests_as_long_as_one_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    several(table.a_match(best_of=9), 2)
    rests: list[float] = []
    monkeypatch.setattr(services, "AT_ONCE", 1)
    monkeypatch.setattr(services, "sleep", rests.append)
    monkeypatch.setattr(services, "monotonic", iter([0.0, 1.0, 2.0, 3.5, 5.0, 5.2, 5.5]).__next__)
    assert keep_facts(seconds=60.0).games == 2
    assert rests == [2.5, 0.5]


def test_the_job_does_a_share_is_seen_and_stands_behind_the_others_for_the_rest(
    ended: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = iter([Kept(1, more=True), Kept(4, more=False)])
    monkeypatch.setattr(tasks, "keep_facts", lambda **_given: next(kept))
    asked, _all = jobs.ask_standing()
    (job,) = Job.objects.filter(pk__in=asked, name="statistics.keep").values_list("pk", flat=True)
    assert jobs.run(job) == "queued"
    assert Job.objects.get(pk=job).said == "facts of 1 games kept, and there are more"
    assert jobs.run(job) == "done"
    assert Job.objects.get(pk=job).said == "facts of 4 games kept"
    assert not isinstance(tasks.keep.__wrapped__, More) if hasattr(tasks.keep, "__wrapped__") else 1


def test_it_may_run_twice_and_two_at_once_keep_the_same(ended: Match) -> None:
    made = services._made(list(Game.objects.filter(number=1).values_list("pk", flat=True)))
    assert tasks.keep() == "facts of 1 games kept"
    first = KeptFacts.objects.values().get()
    services._keep(made)
    assert KeptFacts.objects.values().get() == first
    assert tasks.keep() == "facts of 0 games kept"


def test_a_hand_that_comes_while_facts_are_worked_out_is_not_missed(
    ended: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(games: Any) -> dict[int, int]:
        found = newest(games)
        corrections.correct(
            match_id=ended.pk, game=1, number=1, record=quick(5, 0), reason="misread", actor=PROGRAM
        )
        return found

    newest = services.newest_of
    monkeypatch.setattr(services, "newest_of", meanwhile)
    services._keep(services._made(games_to_keep(1)))
    monkeypatch.undo()
    assert anything_to_keep()
    must_be_right(ended.tournament, told(ended.tournament))


def test_facts_of_a_game_that_is_gone_meanwhile_are_let_go(ended: Match) -> None:
    (here,) = services._made(games_to_keep(1))
    gone = KeptFacts(game_id=10**9, engine=ENGINE, made_of="", newest=0, told={})
    services._keep([gone, here])
    assert KeptFacts.objects.get() == here


def test_nothing_of_it_is_done_where_a_hand_is_saved(match: Match) -> None:
    with CaptureQueriesContext(connection) as asked:
        record(match, win_for_a())
    assert "keptfacts" not in " ".join(query["sql"] for query in asked).lower()


@pytest.mark.parametrize("games", [1, 4])
def test_whether_there_is_anything_to_keep_is_asked_with_as_many_queries_however_many_games(
    games: int, django_assert_num_queries: Any
) -> None:
    several(table.a_match(best_of=9), games)
    keep_facts(seconds=60)
    with django_assert_num_queries(3):
        assert not anything_to_keep()


@pytest.mark.rows_by_hand
def test_in_the_night_facts_of_edited_hands_are_worked_out_anew(ended: Match) -> None:
    keep_facts(seconds=60)
    assert keep_anew() == 0
    hand = Hand.objects.get(game__number=1, number=1)
    Hand.objects.filter(pk=hand.pk).update(record=plain(bets=table.seen("grande", 9)) | {
        name: hand.record[name] for name in ("ruleset", "mano", "score")
    })  # fmt: skip
    assert not any(one["kind"] == "biggest_seen" for one in told(ended.tournament)["remarkable"])
    assert tasks.keep_what_changed() == "facts of 1 games kept anew"
    found = told(ended.tournament)
    assert [one["rank"] for one in found["remarkable"] if one["kind"] == "biggest_seen"] == [9]
    must_be_right(ended.tournament, found)
    assert keep_anew() == 0


@pytest.mark.rows_by_hand
@pytest.mark.parametrize("nonsense", [[], {"cards": 5}, "x"])
def test_a_hand_that_somebody_made_unreadable_keeps_no_page_and_no_other_game_waiting(
    ended: Match, nonsense: Any, caplog: pytest.LogCaptureFixture
) -> None:
    record(ended, win_for_a())
    Hand.objects.filter(game__number=1, number=1).update(record=nonsense)
    found = told(ended.tournament)
    assert found["whole"]["hands"] == 4
    assert found["whole"]["stones"] == sum(
        sum(hand.stones) for hand in Hand.objects.filter(is_current=True)
    )
    with caplog.at_level(logging.ERROR):
        said = tasks.keep()
    game = Game.objects.get(number=1).pk
    assert said == f"facts of 2 games kept; counted by their stones alone: game {game}, hand 1"
    assert f"cannot be read: game {game}, hand 1" in caplog.text
    assert not anything_to_keep()
    assert told(ended.tournament) == found
