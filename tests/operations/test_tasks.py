"""The nightly jobs: a backup is kept, the oldest go."""

from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from operations import tasks
from operations.backups import shelf
from operations.backups.manifest import NAME
from operations.backups.services import Made

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


def test_no_backups_where_none_are_wanted(backups, settings):
    settings.BACKUPS_KEPT = 0
    assert "none made" in tasks.back_up()
    assert not backups.exists()
