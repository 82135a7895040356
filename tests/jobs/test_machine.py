"""What an operating system lacks is done without: each absence is simulated."""

import builtins
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jobs import machine


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system as Windows is: no niceness, no limits, no exec, a C library only by its name."""
    monkeypatch.setattr(machine, "WINDOWS", True)
    for name in ("nice", "execv"):
        monkeypatch.delattr(os, name)
    _without(monkeypatch, "resource")


def _without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    real = builtins.__import__

    def without(name: str, *more: object, **named: object) -> object:
        if name in missing:
            raise ImportError(name)
        return real(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", without)


def test_windows_keeps_its_priority_its_memory_and_its_files(windows):
    assert not machine.lower_priority()
    assert not machine.limit_memory(1)
    assert machine.raise_open_files() == machine.ENOUGH_FILES


def test_a_c_library_that_needs_a_name_is_left_as_it_is(monkeypatch):
    import ctypes

    def wants_a_name(name: str | None) -> None:
        raise TypeError("LoadLibrary() argument 1 must be str, not None")

    monkeypatch.setattr(ctypes, "CDLL", wants_a_name)
    assert not machine.give_back_memory()


def test_a_c_library_without_these_options_is_left_as_it_is(monkeypatch):
    import ctypes

    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    assert not machine.give_back_memory()


def test_where_no_process_can_become_another_it_waits_and_says_how_it_ended(windows):
    assert machine.become([sys.executable, "-c", "raise SystemExit(3)"]) == 3


def test_elsewhere_the_process_becomes_the_other(tmp_path):
    inner = f"import os; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    script = (
        f"import sys; from jobs.machine import become; become([sys.executable, '-c', {inner!r}])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=Path(machine.__file__).parents[1]
    )
    assert process.wait(60) == 0
    assert (tmp_path / "pid").read_text() == str(process.pid)


def test_a_folder_that_cannot_be_opened_is_not_flushed_and_its_files_are(
    windows, tmp_path, monkeypatch
):
    flushed = []
    monkeypatch.setattr(
        os, "fsync", lambda handle: flushed.append(os.readlink(f"/proc/self/fd/{handle}"))
    )
    (tmp_path / "file").write_text("x")
    machine.flush_to_disk(tmp_path / "file", tmp_path)
    assert flushed == [str(tmp_path / "file")]


def test_elsewhere_files_and_folders_are_flushed(tmp_path, monkeypatch):
    flushed = []
    monkeypatch.setattr(os, "fsync", flushed.append)
    (tmp_path / "file").write_text("x")
    machine.flush_to_disk(tmp_path / "file", tmp_path)
    assert len(flushed) == 2


def test_others_can_read_goes_by_the_mode_where_there_is_one(tmp_path, monkeypatch):
    tmp_path.chmod(0o755)
    assert machine.others_can_read(tmp_path)
    tmp_path.chmod(0o700)
    assert not machine.others_can_read(tmp_path)
    tmp_path.chmod(0o755)
    monkeypatch.setattr(machine, "WINDOWS", True)
    assert not machine.others_can_read(tmp_path)
