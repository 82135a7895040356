"""A day is judged by the rule of the version that decided it, as far as its log says which."""

from random import Random
from typing import Any

import pytest

from scoring.proof.queries.verify import Report, left_out_words, verify_tournament
from scoring.proof.rules import replay
from tests.tournament import play
from tests.tournament.formats.test_days import day, play_some
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.entries.services import departures
from tournament.formats import groups, knockout, settling, tables
from tournament.formats.rounds import lives
from tournament.formats.settling import left
from tournament.log import services as events
from tournament.standings.queries import group_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The version before: whoever was disqualified after the last match kept title and rank."""
    monkeypatch.setattr(events, "LOG_VERSION", 2)
    monkeypatch.setattr(tables, "_away", lambda bouts, _gone: left(bouts))
    for where in (tables, settling, knockout, lives):
        monkeypatch.setattr(where, "without_place", lambda _bouts, _gone: {})
    monkeypatch.setattr(groups, "struck_from", lambda *_given: {})
    return monkeypatch


def checked(of: Tournament) -> Report:
    return verify_tournament(tournament_id=of.pk)


def without_the_champion(format_: str) -> Tournament:
    """A day whose champion was disqualified in the end."""
    of = day(format_, 4)
    play_some(of, Random(1), 1_000)
    of.refresh_from_db()
    departures.disqualify(pair_id=of.champion_id, actor=play.PROGRAM, reason="A third claim")
    return of


@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knockout", "three_losses"])
@pytest.mark.sampled(4)
def test_T8_a_title_that_an_earlier_version_left_to_a_disqualified_pair_is_told_and_no_fault(
    before, format_
):
    of = without_the_champion(format_)
    before.undo()
    report = checked(of)
    assert report.ok, report.first
    (said,) = report.left_out
    assert left_out_words(said) != said
    Tournament.objects.filter(pk=of.pk).update(champion=of.pairs.exclude(pk=of.champion_id)[0])
    assert not checked(of).ok


@pytest.mark.parametrize(
    ("format_", "tells"),
    [("round_robin", 3), ("swiss", 3), ("knockout", 4), ("three_losses", 4)],
)
@pytest.mark.sampled(4)
def test_T8_a_log_of_this_version_that_leaves_such_a_pair_its_title_is_wrong(
    before, format_, tells
):
    before.setattr(events, "LOG_VERSION", tells)
    of = without_the_champion(format_)
    before.undo()
    report = checked(of)
    assert report.first is not None
    assert (report.first.where, report.left_out) == ("bracket › champion", ())


def test_T6_a_bracket_in_which_an_earlier_version_left_a_disqualified_pair_holds(before):
    of = day("groups", 8)
    play_some(of, Random(1), 12)
    play.decide_ties(of)
    qualified = of.matches.get(round=4, slot=0)
    departures.disqualify(pair_id=qualified.pair_a_id, actor=play.PROGRAM, reason="A third claim")
    before.undo()
    assert checked(of).ok
    play_some(of, Random(1), 1_000)
    assert of.matches.get(round=4, slot=0).ended_by == "disqualification"
    report = checked(of)
    assert (report.first, report.left_out) == (None, ())


def a_place_that_waits_is_lost() -> Tournament:
    """A pair that was disqualified while the other group, from which its opponent in the bracket
    comes, still played."""
    of = day("groups", 8)
    first, _other = group_tables(tournament_id=of.pk)
    pairs = [line.pair.id for line in first.lines]
    while found := of.matches.filter(status="ready", round__lte=3, pair_a__in=pairs).first():
        play.win(found)
    (waiting,) = of.matches.filter(round=4, status="waiting").exclude(pair_a=None)
    departures.disqualify(pair_id=waiting.pair_a_id, actor=play.PROGRAM, reason="A third claim")
    return of


def test_T6_a_bracket_that_has_not_begun_is_told_and_no_fault_until_it_is_worked_out_again(before):
    of = a_place_that_waits_is_lost()
    before.undo()
    report = checked(of)
    assert report.ok, report.first
    (said,) = report.left_out
    assert left_out_words(said) != said
    play_some(of, Random(1), 1_000)
    assert (checked(of).first, checked(of).left_out) == (None, ())


def test_T6_a_log_of_this_version_that_leaves_such_a_pair_its_place_is_wrong(before):
    before.setattr(events, "LOG_VERSION", 3)
    of = a_place_that_waits_is_lost()
    before.undo()
    report = checked(of)
    assert report.first is not None
    assert (report.first.where[:7], report.left_out) == ("bracket", ())


def test_a_day_of_this_version_is_judged_without_a_word_of_earlier_ones():
    of = without_the_champion("round_robin")
    report = checked(of)
    assert (report.first, report.left_out) == (None, ())


def reduced() -> Tournament:
    """A day whose matches became shorter, behind a round that was shorter already."""
    of = play.tournament(
        entered=8, drawn=True, format="repesca",
        settings={"games_to_win": 3, "round_2_games_to_win": 1},
    )  # fmt: skip
    clock.reduce_games(tournament_id=of.pk, best_of=3, actor=play.PROGRAM, reason="late")
    of.refresh_from_db()
    return of


def test_T5_a_log_of_an_earlier_version_is_judged_by_what_fewer_games_meant_then(
    monkeypatch: pytest.MonkeyPatch,
):
    """It left every round behind a short one as short, and did not tell the lengths after it."""
    append = events.append

    def as_then(tournament: Tournament, actor: Any, kind: str, data: dict[str, Any]) -> Any:
        data.pop("after", None)
        return append(tournament, actor, kind, data)

    with monkeypatch.context() as before:
        before.setattr(clock, "fewer_from", replay.fewer_from_before)
        before.setattr(events, "append", as_then)
        of = reduced()
    assert (of.best_of, of.games_by_round) == (3, {"2": 1})
    assert checked(of).ok, checked(of).first
    play_some(of, Random(1), 1_000)
    assert checked(of).ok, checked(of).first


def test_T5_a_log_whose_fewer_games_are_not_those_of_the_rule_is_wrong(monkeypatch):
    with monkeypatch.context() as forged:
        forged.setattr(clock, "fewer_from", replay.fewer_from_before)
        of = reduced()
    assert of.events.get(kind="tournament.games_reduced").data["after"]["by_round"] == {"2": 1}
    assert not checked(of).ok
