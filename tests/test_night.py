"""What is tried by day and by night."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.night import rooms_of, spared, touched_rooms


def test_a_file_belongs_to_the_room_whose_tests_have_its_path():
    changed = [
        "tournament/formats/knockout/rules.py", "tests/web/paper/test_acta.py", "mus/counting.py",
        "mus/tests/test_settle.py", "README.md",
    ]  # fmt: skip
    assert rooms_of(changed) == {"tournament/formats", "web/paper", "mus"}


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two commits on main, the second of which touches one room."""
    monkeypatch.delenv("CI_BASE", raising=False)
    for name in ("web/paper/acta.py", "tournament/draw/rules.py"):
        _write(tmp_path, name)
    _git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    _commit(tmp_path)
    _write(tmp_path, "web/paper/sheet.py")
    _commit(tmp_path)
    return tmp_path


def test_a_branch_touches_the_rooms_in_which_it_differs_and_main_those_of_its_last_commit(history):
    assert touched_rooms(history) == {"web/paper"}
    _git(history, "switch", "--quiet", "--create", "branch")
    for name in ("tournament/draw/lots.py", "season/ranking/rules.py"):
        _write(history, name)
        _commit(history)
    assert touched_rooms(history) == {"tournament/draw", "season/ranking"}


def test_without_a_history_nothing_is_touched(tmp_path):
    assert touched_rooms(tmp_path) == frozenset()


def test_what_a_change_touches_is_not_spared_by_day(monkeypatch):
    monkeypatch.setattr("tests.night.NIGHT", False)
    monkeypatch.setattr("tests.night.touched_rooms", lambda _root: frozenset({"web/paper", "mus"}))
    assert [spared(3, room=room) for room in ("web", "web/paper", "mus")] == [1, 1, 1]
    assert [spared(3, room=room) for room in ("api", "we", "web/pair")] == [3, 3, 3]
    monkeypatch.setattr("tests.night.NIGHT", True)
    assert spared(3, room="api") == 1


def _write(root: Path, name: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(name, encoding="utf-8")


def _commit(root: Path) -> None:
    _git(root, "add", "--all")
    named = ("-c", "user.name=Getaria", "-c", "user.email=getaria@mus.example")
    _git(root, *named, "commit", "--quiet", "--message", "one more")


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def test_each_night_draws_another_seed_and_a_given_one_is_kept():
    code = "from tests.night import seed_of; print(seed_of(7))"

    def drawn(**env: str) -> int:
        whole = {n: v for n, v in os.environ.items() if n not in ("RUN_SEED", "RUN_LONG")} | env
        ran = subprocess.run(
            [sys.executable, "-c", code], env=whole, capture_output=True, check=True
        )
        return int(ran.stdout)

    assert drawn() == 7
    assert drawn(RUN_LONG="1") != drawn(RUN_LONG="1")
    assert drawn(RUN_LONG="1", RUN_SEED="30") == 37


FIXED = {
    "tests/scoring/explain/test_chances.py": "a digest of what these three deals give",
    "tests/scoring/proof/test_older_rules.py": "one day for each older rule",
    "tests/tablet/twin/test_generated.py": "the same number twice",
    "tests/tournament/draw/test_by_hand.py": "one lot by hand",
    "tests/tournament/formats/test_days.py": "one round that another follows",
}
"""Files that draw by a number of their own, because they tell one story and sample nothing."""


def test_every_sample_is_drawn_by_the_seed_of_the_run():
    """A number in a test draws the same sample each night."""
    root = Path(__file__).resolve().parent
    own = re.compile(r"\bRandom\(\d+\)")
    found = {
        path.relative_to(root.parent).as_posix()
        for path in root.rglob("*.py")
        if own.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(FIXED)
