"""How a mutant is tried: by the tests that run it, and never told more than they have told."""

import os
import signal
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench.mutation import attempt
from bench.mutation.changes import ROOT, Mutant, source
from bench.mutation.living import Put
from bench.mutation.notes import Note, Notes, watched
from bench.mutation.telling import Telling
from mus.sides import side_of

BEFORE = [side_of(seat) for seat in range(4)]


@pytest.fixture
def put():
    of = source("sides")
    mutants = [of.mutant(number) for number in range(len(of))]
    put = Put(next(each for each in mutants if each.function == "side_of"))
    yield put
    put.off()


def test_a_change_is_put_in_and_taken_out(put):
    assert put.fits
    put.on()
    assert _outcome() != BEFORE
    put.off()
    assert _outcome() == BEFORE


def _outcome():
    try:
        return [side_of(seat) for seat in range(4)]
    except Exception as refused:
        return refused


# What a trial of one mutant comes to


def notices():
    return attempt.PASSED if _outcome() == BEFORE else attempt.FAILED


def passes():
    return attempt.PASSED


def fails():
    return attempt.FAILED


def hangs():
    return attempt.STOPPED


@pytest.fixture
def tried(put, monkeypatch):
    monkeypatch.setattr(attempt, "runs", lambda test, at_most: test())

    def tried(*tests, seconds=1e9):
        return attempt.tried(put, tests, [1] * len(tests), seconds=seconds)

    return tried


def test_a_change_that_a_test_notices_is_killed(tried):
    assert tried(passes, notices, passes) == attempt.Outcome("killed", 2)


def test_a_change_has_survived_only_when_every_test_ran_and_passed(tried):
    assert tried(passes, passes) == attempt.Outcome("survived", 2)


def test_a_test_that_fails_without_the_change_too_is_no_witness(tried):
    assert tried(fails, passes) == attempt.Outcome("not decided", 2, unsure=1)
    assert tried(fails, notices) == attempt.Outcome("killed", 2)


def test_a_test_that_fails_now_and_then_is_no_witness(tried):
    comes = iter(["failed", "passed", "passed"])
    assert tried(lambda: next(comes)) == attempt.Outcome("not decided", 1, unsure=1)


def test_what_our_own_limit_stops_is_never_killed(tried):
    assert tried(hangs, passes) == attempt.Outcome("not decided", 2, unsure=1)
    assert tried(*[hangs] * 9) == attempt.Outcome("not decided", 3, unsure=3)
    assert tried(hangs, notices).verdict == "killed"


def test_one_for_which_time_is_over_is_open_still(tried):
    assert tried(passes, notices, seconds=-1) == attempt.Outcome("unfinished", 0)


def test_a_process_that_ends_without_a_word_has_decided_nothing(put, monkeypatch):
    monkeypatch.setattr(attempt, "tried", lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    begun = attempt.Attempt(put, [passes], [1], seconds=1)
    os.waitpid(begun.process, 0)
    assert begun.outcome() == attempt.Outcome("not decided", 0)


def test_a_process_tells_what_came_of_it(put, monkeypatch):
    monkeypatch.setattr(attempt, "runs", lambda test, at_most: test())
    begun = attempt.Attempt(put, [passes, notices], [1, 1], seconds=100)
    os.waitpid(begun.process, 0)
    assert begun.outcome() == attempt.Outcome("killed", 2)


# Which tests are tried, and in what order


class Item:
    """A test as it is collected."""

    def __init__(self, nodeid, **names):
        self.nodeid = nodeid
        self.path = Path(nodeid.partition("::")[0])
        self.module = SimpleNamespace(**names)


ENDINGS = "scoring.rulings.services.endings"
PLACE = ["scoring/rulings/services/endings.py", "end"]


def mutant(lines=(10, 12)):
    return Mutant(ENDINGS, 0, "end", 11, "", "", lines)


def telling(*tests):
    """`tests`: each an item, its seconds (None: it is not used), and the lines that it runs."""
    telling = Telling()
    for item, took, lines in tests:
        telling.add(item, Note(0, took, [PLACE], {PLACE[0]: lines}))
    return telling


def test_the_most_telling_tests_come_first():
    room = Item("tests/scoring/rulings/test_words.py::test_a")
    subject = Item("tests/scoring/rulings/test_endings.py::test_a")
    direct = Item("tests/api/test_tribunal.py::test_a", endings=import_module(ENDINGS))
    others = [Item(f"tests/api/test_far.py::test_{n}") for n in "ab"]
    another = Item("tests/web/organizer/test_farther.py::test_a")
    quick = [(others[0], 1, [11]), (others[1], 2, [11]), (another, 3, [11])]
    told = telling(*quick, (direct, 4, [11]), (room, 5, [11]), (subject, 6, [11]))
    assert told.of(mutant()) == [subject, room, direct, others[0], another, others[1]]


def test_only_tests_that_run_the_changed_statement_are_tried():
    there, beside = (Item(f"tests/api/test_far.py::test_{n}") for n in "ab")
    told = telling((there, 1, [9, 12]), (beside, 1, [9, 13]))
    assert told.of(mutant()) == [there]
    assert told.of(mutant(lines=None)) == [there, beside]


def test_a_test_that_cannot_be_used_is_counted_where_it_runs_the_change():
    slow = [(Item(f"tests/api/test_far.py::test_{n}"), None, lines) for n, lines in ("a9", "b1")]
    told = telling(*[(item, took, [int(line) + 2]) for item, took, line in slow])
    assert (told.of(mutant()), told.left_out(mutant())) == ([], 1)


def test_the_statement_that_is_changed_is_the_innermost():
    of = source("scoring.rulings.services.cases")
    for number in range(len(of)):
        each = of.mutant(number)
        assert each.lines is not None
        assert each.lines[0] <= each.line <= each.lines[1]
        assert each.lines[1] - each.lines[0] < 8


RECORDS = "tournament/log/services/records.py"


def names_nobody():
    from tournament.log.services.records import pair_ref

    return pair_ref(None) is None


def test_what_a_test_runs_is_seen_to_the_line():
    run = watched(names_nobody)
    assert run.passed
    assert "pair_ref" in {code.co_name for code in run.called}
    ran = [
        (ROOT / RECORDS).read_text(encoding="utf-8").splitlines()[n - 1] for n in run.lines[RECORDS]
    ]
    assert [line.strip().partition(" ")[0] for line in ran] == ["return"]


def test_a_note_is_forgotten_once_a_service_that_it_ran_has_changed(tmp_path, monkeypatch):
    item = Item(__file__ + "::test_a")
    notes = Notes(tmp_path / "tests.json")
    made = notes.add(item, watched(names_nobody), 1.0)
    notes.keep()
    assert Notes(notes.path).of(item) == made
    monkeypatch.setattr("bench.mutation.notes._digest", lambda file: "another")
    assert Notes(notes.path).of(item) is None
