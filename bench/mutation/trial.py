"""Collects the tests once, then tries every mutant in a fork of that process."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bench.mutation.attempt import (
    KILLED,
    PASSED,
    SURVIVED,
    UNDECIDED,
    UNFINISHED,
    Attempt,
    Outcome,
    runs,
)
from bench.mutation.changes import (
    ROOT,
    Mutant,
    all_services,
    imported_as,
    is_service,
    path_of,
    source,
)
from bench.mutation.living import Put, empty_caches, living
from bench.mutation.notes import Notes, watched
from bench.mutation.telling import Telling

BROKEN, NOT_RUN = "broken", "not run"
ENGINE_TESTS = ("mus/tests", "tests/mus", "tests/docs/test_schema.py")
WAYS_IN = ("tests/api", "tests/web/organizer", "tests/web/referee")
"""Where services are called from. The tests that ask every address anything are not used: they
know no service, and are slow."""
OF_EVERY_ADDRESS = ("test_every_endpoint.py", "test_every_view.py", "test_coverage.py",
                    "test_openapi.py", "test_shapes.py", "test_cost.py")  # fmt: skip
SLOW = 20
"""Seconds. A test that takes longer is not used: what it runs through is never told to have
survived."""


def tests_for(modules: Sequence[str]) -> list[str]:
    """Where the tests of these modules stand: those of the engine; or of all rooms that have
    services, for a service is often tried by its neighbours, which call it, and those of the API
    and of the pages that do."""
    services = [is_service(name) for name in modules]
    rooms = sorted({"/".join(("tests", *name.split(".")[:2])) for name in all_services()})
    return [
        *([] if all(services) else ENGINE_TESTS),
        *((room for room in rooms if (ROOT / room).is_dir()) if any(services) else []),
        *(_ways_in() if any(services) else []),
    ]


def _ways_in() -> list[str]:
    """The files of the API's and the pages' tests, without those of every address."""
    found = (file for folder in WAYS_IN for file in sorted((ROOT / folder).glob("test_*.py")))
    return [str(file.relative_to(ROOT)) for file in found if file.name not in OF_EVERY_ADDRESS]


@dataclass(frozen=True)
class Task:
    """A mutant with the tests that it is still to be tried by, of how many."""

    mutant: Mutant
    tests: Sequence[pytest.Item]
    of_all: int
    unsure: int = 0


class Trial:
    """A pytest plugin: notes which test runs through what, then tries the mutants: all of them for
    some seconds of tests each, and then for longer whatever is open still."""

    def __init__(
        self,
        drawn: Sequence[tuple[str, int]],
        *,
        jobs: int,
        seconds: int,
        longer: int,
        minutes: float | None,
        out: Path,
    ) -> None:
        self.drawn, self.jobs, self.minutes = drawn, jobs, minutes
        self.seconds, self.longer = seconds, longer
        self.modules = list(dict.fromkeys(name for name, _ in drawn))
        self.notes = Notes(out / "tests.json")
        self.telling = Telling()
        self.verdicts: list[tuple[Mutant, str]] = []
        self.tests: dict[tuple[str, int], tuple[int, int]] = {}  # tried, of all that run it
        self.open: list[Task] = []
        self.over = False  # told to end early, by SIGTERM

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        signal.signal(signal.SIGTERM, self.end)
        for name in self.modules:
            importlib.import_module(imported_as(name))
        items = [item for item in session.items if not _empties_the_database(item)]
        # One that is run in any case: the forks find the database made.
        first = next((item for item in items if item.get_closest_marker("django_db")), None)
        items.sort(key=lambda item: item is not first)
        for number, item in enumerate(items, 1):
            self.note(item, anew=item is first)
            say(f"{number} of {len(items)} tests read")
            if not number % 50:
                self.notes.keep()
        self.notes.keep()
        say(f"{len(items)} tests, {sum(map(self.telling.took, items)):.0f} s\n")
        for name in self.modules:
            living(path_of(name))
        gc.collect()
        gc.freeze()  # a fork that collects would copy every page
        self.try_all()
        return True

    def note(self, item: pytest.Item, *, anew: bool) -> None:
        """What the test runs, from the notes of an earlier run when its file is the same: they
        only tell which tests are tried."""
        note = None if anew else self.notes.of(item)
        if note is None:
            empty_caches()
            limit = 0 if anew else SLOW  # the database is made with the first
            began = time.process_time()
            run = watched(lambda: runs(item, at_most=limit) == PASSED)
            took = time.process_time() - began
            note = self.notes.add(item, run, took if run.passed else None)
        self.telling.add(item, note)

    def try_all(self) -> None:
        """Tries what was drawn, in its order, until the minutes are over or SIGTERM comes; then
        for longer what is open, as far as there is time."""
        end = time.monotonic() + 60 * self.minutes if self.minutes else None
        self.try_each(map(self.task, self.drawn), self.seconds, end)
        still, self.open = iter(self.open), []
        self.try_each(still, self.longer, end)
        for task in [*self.open, *still]:
            self.told(task.mutant, UNDECIDED)

    def try_each(self, tasks: Iterator[Task], seconds: int, end: float | None) -> None:
        """Tries them, as many at a time as there are jobs, for so many seconds each."""
        running: dict[int, tuple[Task, Attempt]] = {}
        more = True
        while more or running:
            while more and len(running) < self.jobs:
                self.over = self.over or (end is not None and time.monotonic() > end)
                task = None if self.over else next(tasks, None)
                more = task is not None
                if task and (attempt := self.begin(task, seconds)):
                    running[attempt.process] = task, attempt
            if running:
                process, _ = os.wait()
                if process in running:
                    task, attempt = running.pop(process)
                    self.heard(task, attempt.outcome())

    def task(self, drawn: tuple[str, int]) -> Task:
        """What was drawn, with every test that runs through it."""
        mutant = source(drawn[0]).mutant(drawn[1])
        tests = self.telling.of(mutant)
        task = Task(mutant, tests, len(tests) + self.telling.left_out(mutant))
        self.tests[drawn] = (0, task.of_all)
        return task

    def begin(self, task: Task, seconds: int) -> Attempt | None:
        """The process in which it is tried; None where there is nothing to try."""
        if not task.tests:
            self.told(task.mutant, UNDECIDED if task.of_all else NOT_RUN)
            return None
        put = Put(task.mutant)
        if not put.fits:
            self.told(task.mutant, BROKEN)
            return None
        limits = [5 + 5 * self.telling.took(item) for item in task.tests]
        return Attempt(put, task.tests, limits, seconds=seconds)

    def heard(self, task: Task, outcome: Outcome) -> None:
        """Takes note of what came of it. What has survived some tests only is open still, and what
        was not tried by all, or not by every one for certain, is not decided."""
        place = (task.mutant.module, task.mutant.number)
        tried, of_all = self.tests[place]
        self.tests[place] = (tried + outcome.ran, of_all)
        if outcome.verdict == UNFINISHED:
            rest, unsure = task.tests[outcome.ran :], task.unsure + outcome.unsure
            self.open.append(replace(task, tests=rest, unsure=unsure))
        elif outcome.verdict == SURVIVED and (task.unsure or tried + outcome.ran < of_all):
            self.told(task.mutant, UNDECIDED)
        else:
            self.told(task.mutant, outcome.verdict)

    def end(self, *_: object) -> None:
        self.over = True

    def told(self, mutant: Mutant, verdict: str) -> None:
        self.verdicts.append((mutant, verdict))
        killed = sum(each == KILLED for _, each in self.verdicts)
        of = f"{len(self.verdicts)} of {len(self.drawn)} mutants, {len(self.open)} open"
        say(f"{of}, {killed} killed: {mutant.module}")


def _empties_the_database(item: pytest.Item) -> bool:
    """Whether it leaves a database without what the migrations put there: the others need that."""
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


def say(text: str) -> None:
    """Tells how far it is, on one line that is written over until a text ends its line."""
    end = "" if not text.endswith("\n") else "\n"
    assert sys.__stderr__ is not None
    sys.__stderr__.write(f"\r\033[K{text.rstrip()}{end}")
    sys.__stderr__.flush()
