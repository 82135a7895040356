"""A process beside the server: it answers, gives way, and is never waited for without end."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest

from jobs import beside
from jobs.beside import NoAnswer, SideProcess, TakesTooMuch, answer_all, begin_of, run_beside

SLOW = """
import time, os

def answer(line):
    if line == b"sleep":
        time.sleep(60)
    if line == b"die":
        os._exit(1)
    return line.upper() + b" %d" % os.nice(0)

def halves(number, *, of=2):
    if number % of:
        raise ValueError(f"{number} is odd")
    return {"half": number // of}

def sleep():
    time.sleep(60)

def die():
    os._exit(1)

def eat():
    return [bytearray(10_000_000) for _ in range(1_000)]

def fall(deeper=0):
    return fall(deeper + 1)

def say_much():
    return b"x" * 50_000_000
"""

WAY = b"%d" % min(19, os.nice(0) + 10)
"""How nice it is, ten more than these tests are."""


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SideProcess]:
    (tmp_path / "slowly.py").write_text(SLOW)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "slowly", raising=False)
    made = SideProcess("slowly")
    yield made
    made.stop()


def test_it_answers_a_line_for_a_line_and_gives_way(slow):
    assert [slow.ask(line, seconds=60) for line in (b"one", b"two")] == [
        b"ONE " + WAY,
        b"TWO " + WAY,
    ]
    assert slow.is_alive


def test_it_is_begun_with_the_first_question_and_ended_when_told(slow):
    assert not slow.is_alive
    slow.ask(b"one", seconds=60)
    process = slow._process
    slow.stop()
    assert process is not None
    assert process.poll() is not None
    assert (slow.is_alive, slow.asked) == (False, 0)


def test_one_that_takes_too_long_is_killed_and_the_next_question_begins_another(slow):
    slow.ask(b"one", seconds=60)
    began = time.monotonic()
    with pytest.raises(NoAnswer, match="within 1 s"):
        slow.ask(b"sleep", seconds=1)
    assert time.monotonic() - began < 40
    assert slow.ask(b"two", seconds=60) == b"TWO " + WAY


def test_one_that_dies_of_a_question_says_nothing_and_the_next_one_is_answered(slow):
    with pytest.raises(NoAnswer):
        slow.ask(b"die", seconds=60)
    assert slow.ask(b"two", seconds=60) == b"TWO " + WAY


def test_half_an_answer_is_none(slow, monkeypatch):
    begin = [sys.executable, "-c", "import sys; sys.stdin.readline(); print('half', end='')"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    monkeypatch.setattr(beside, "_started", lambda _begin: subprocess.Popen(begin, **pipes))
    with pytest.raises(NoAnswer):
        slow.ask(b"one", seconds=60)


def test_it_ends_with_the_server_that_began_it():
    program = [sys.executable, "-c", begin_of("web.drawing.pen")]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, cwd=beside.ROOT)
    assert process.stdin is not None
    process.stdin.close()  # what a server that dies leaves behind
    assert process.wait(60) == 0


def test_answers_are_written_one_by_one():
    answers = BytesIO()
    answer_all(bytes.upper, BytesIO(b"a\nb\n"), answers)
    assert answers.getvalue() == b"A\nB\n"


def test_a_call_returns_and_raises_as_it_would_here_and_gives_way(slow):
    slowly = import_module("slowly")
    assert run_beside(slowly.halves, 10, of=5) == {"half": 2}
    with pytest.raises(ValueError, match="3 is odd"):
        run_beside(slowly.halves, 3)
    assert run_beside(os.nice, 0) == int(WAY)


@pytest.mark.parametrize("name", ["die", "eat", "fall", "say_much"])
def test_a_call_that_takes_too_much_ends_and_the_next_one_is_answered(slow, name):
    slowly = import_module("slowly")
    with pytest.raises(TakesTooMuch):
        run_beside(getattr(slowly, name))
    assert run_beside(slowly.halves, 4) == {"half": 2}


def test_a_call_that_hangs_is_killed(slow, monkeypatch):
    monkeypatch.setattr(beside, "SECONDS", 1)
    began = time.monotonic()
    with pytest.raises(TakesTooMuch, match="within 1 s"):
        run_beside(import_module("slowly").sleep)
    assert time.monotonic() - began < 40
