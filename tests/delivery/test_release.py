"""The release names the program by its contents, not by when its files were written."""

import os
from pathlib import Path

import pytest

from delivery.release import release, release_of

FOLDERS = ("web", "templates")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    for name, text in (("web/page.py", "x = 1"), ("templates/a/page.html", "<p>")):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path


def test_the_release_is_the_same_every_time():
    assert release() == release()


def test_a_copy_made_at_another_time_is_the_same_release(program):
    before = release_of(program, FOLDERS)
    os.utime(program / "web/page.py", (1, 1))
    assert release_of(program, FOLDERS) == before


@pytest.mark.parametrize("name", ["web/page.py", "templates/a/page.html"])
def test_one_changed_letter_is_another_release(program, name):
    before = release_of(program, FOLDERS)
    (program / name).write_text("other")
    assert release_of(program, FOLDERS) != before


def test_a_new_file_is_another_release_and_a_compiled_one_is_not(program):
    before = release_of(program, FOLDERS)
    (program / "web/__pycache__").mkdir()
    (program / "web/__pycache__/page.pyc").write_text("compiled")
    assert release_of(program, FOLDERS) == before
    (program / "web/new.py").write_text("")
    assert release_of(program, FOLDERS) != before


def test_another_setting_that_pages_show_is_another_release(program):
    brisbane, madrid = (release_of(program, FOLDERS, (zone,)) for zone in ("Brisbane", "Madrid"))
    assert brisbane != madrid
