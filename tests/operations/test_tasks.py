"""The nightly jobs: a backup is kept, the oldest go."""

import os
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from operations import tasks
from operations.backups import shelf
from operations.backups.manifest import NAME
from operations.backups.services import Made
from operations.checks import stores

pytestmark = pytest.mark.django_db


@pytest.fixture
def backups(settings, tmp_path, monkeypatch):
    """A folder; a backup there is a folder with a manifest."""

    def back_up(folder: Path) -> Made:
        folder.mkdir()
        (folder / NAME).write_text("{}")
        return Made(folder, 2, 10)

    monkeypatch.setattr(shelf, "back_up", back_up)
    settings.BACKUP_DIR, settings.BACKUPS_KEPT = tmp_path / "backups", 2
    return settings.BACKUP_DIR


def test_the_newest_backups_are_kept(backups):
    backups.mkdir()
    (backups / "of somebody else").mkdir()
    for day in (1, 2, 3):
        with time_machine.travel(f"2026-05-0{day}T03:30:00+02:00", tick=False):
            assert "2 tournaments" in tasks.back_up()
    names = sorted(one.name for one in backups.iterdir())
    assert names == ["2026-05-02T033000", "2026-05-03T033000", "of somebody else"]
    assert f"{timezone.localtime(shelf.newest()):%d}" == "03"


def test_an_old_backup_that_was_moved_to_another_disk_stays_there(backups, tmp_path):
    backups.mkdir()
    moved = tmp_path / "disk" / "2026-05-01T033000"
    moved.mkdir(parents=True)
    (moved / NAME).write_text("{}")
    (backups / moved.name).symlink_to(moved)
    for day in (2, 3):
        with time_machine.travel(f"2026-05-0{day}T03:30:00+02:00", tick=False):
            assert "2 tournaments" in tasks.back_up()
    assert sorted(one.name for one in backups.iterdir()) == [
        "2026-05-02T033000", "2026-05-03T033000",
    ]  # fmt: skip
    assert (moved / NAME).exists()


def test_a_clock_that_was_set_back_costs_not_the_backup_that_was_just_made(backups):
    for day in (20, 21, 3):
        with time_machine.travel(f"2026-05-{day:02}T03:30:00+02:00", tick=False):
            tasks.back_up()
    names = sorted(one.name for one in backups.iterdir())
    assert names == ["2026-05-03T033000", "2026-05-21T033000"]
    with time_machine.travel("2026-05-03T12:00:00+02:00", tick=False):
        assert stores.backups().level == "warning"


def test_what_a_killed_run_left_goes_and_what_runs_stays(backups):
    backups.mkdir()
    names = ("2026-05-01T033000.x1.part", "2026-05-02T033000.x2.part", "mine.part")
    for name in names:
        (backups / name).mkdir()
    os.utime(backups / names[0], (1, 1))
    os.utime(backups / names[2], (1, 1))
    tasks.back_up()
    assert {one.name for one in backups.glob("*.part")} == set(names[1:])


def test_no_backups_where_none_are_wanted(backups, settings):
    settings.BACKUPS_KEPT = 0
    assert "none made" in tasks.back_up()
    assert not backups.exists()
