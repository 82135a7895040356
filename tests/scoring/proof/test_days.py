"""Stored days played again from their logs: what the forecast would have said, and was it right."""

import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from scoring.management.simulation import Plan
from scoring.pace.queries import clock_now
from scoring.proof.queries import days
from scoring.proof.rules.days import DayRetold, repeated_forecasts, stored_day
from scoring.proof.services.files import write_file
from tests.night import seed_of
from tests.scoring.proof.paced import stored
from tests.tournament import play
from tournament.clock.rules import prior
from tournament.log.queries.log import entries_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 24, 12, 0, tzinfo=UTC)
KEPT = Path("tests/kept/exports")


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def a_day(number=0, *, pairs=8, tables=3, **more):
    plan = {"results_only": True, "consolation_share": 0, **more}
    return stored(
        Plan(
            name=f"Zarautz {number}",
            pairs=pairs,
            seed=seed_of(number),
            starts_at=NOON - timedelta(days=7 * (20 - number)),
            tables=tables,
            **plan,
        )
    )


def log_of(day):
    return list(entries_of(tournament=day))


@pytest.mark.long
def test_what_the_log_had_told_gives_the_forecast_that_was_given_then():
    with_hands = a_day(pairs=4, tables=2, results_only=False, preset="nabo")
    retold = DayRetold()
    for entry in log_of(with_hands):
        retold.apply_event(entry)
    so_far = retold.so_far()
    said = clock_now(tournament_id=with_hands.pk, now=NOON)
    pace = so_far.pace(prior([], retold.target))
    assert said.learned_from == pace.matches == 3
    assert said.minutes_a_hand == round(pace.minutes.usual, 1)
    assert said.hands_a_game == round(pace.hands.usual, 1)
    assert said.minutes_between == round(pace.between.usual, 1)


def test_each_moment_knows_only_what_had_happened_by_then():
    day = stored_day(log_of(a_day()))
    early, late = repeated_forecasts(day, (0.1, 0.9), []).values()
    assert early.real > late.real > 0
    assert early.high - early.low > late.high - late.low
    assert early.low < early.middle < early.high


@pytest.mark.long
def test_a_day_that_was_stored_before_is_the_prior_of_the_next_and_never_of_itself(monkeypatch):
    a_day(1, pairs=4, tables=2, results_only=False, preset="nabo")
    a_day(2)
    known = []

    def asked(day, shares, before):
        known.append(len(before))
        return repeated_forecasts(day, shares, before)

    monkeypatch.setattr(days, "repeated_forecasts", asked)
    days.calibration()
    assert known == [0, 1]


def test_a_pause_moves_the_replayed_end_as_it_moved_the_real_one():
    log = log_of(a_day())
    retold = DayRetold()
    for entry in log:
        retold.apply_event(entry)
    assert retold.so_far().pauses == ()
    since, until = (moment.isoformat() for moment in (NOON, NOON + timedelta(minutes=30)))
    data = {"pause": 1, "starts_at": since, "ends_at": until, "minutes": 30, "reason": "lunch"}
    retold._note_pause("pause", data)
    assert retold.so_far().pauses == ((NOON, NOON + timedelta(minutes=30)),)
    retold._note_pause("unpause", data)
    assert retold.so_far().pauses == ()


def test_the_command_replays_the_days_that_are_stored_and_names_those_it_leaves_out(capsys):
    a_day()
    in_no_time = play.play_out(play.tournament(entered=4, drawn=True))
    call_command("calibrate_forecast")
    said = capsys.readouterr().out
    assert "Days replayed: 1" in said
    assert "10 % of the day gone" in said
    assert f"{in_no_time.slug}: left out" in said


@pytest.mark.parametrize("name", ["mustour-1", "mustour-2"])
def test_exports_of_days_played_by_a_program_are_read_named_and_teach_nothing(
    name, tmp_path, capsys
):
    file = tmp_path / f"{name}.mustour"
    file.write_bytes(gzip.decompress((KEPT / f"{name}.mustour.gz").read_bytes()))
    call_command("calibrate_forecast", str(file))
    said = capsys.readouterr().out
    assert "No finished day with times" in said
    assert "left out" in said


def test_an_exported_day_is_replayed_like_the_one_it_was_exported_from(tmp_path, capsys):
    day = a_day()
    file = tmp_path / "day.mustour"
    file.write_bytes(write_file(tournament_id=day.pk))
    call_command("calibrate_forecast")
    stored_here = capsys.readouterr().out
    call_command("calibrate_forecast", str(file))
    assert capsys.readouterr().out == stored_here
