"""Collects the tests once, then tries every mutant in a fork of that process."""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path

import pytest

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
from bench.mutation.notes import Notes, functions_called

KILLED, ALIVE, BROKEN, NOT_RUN = "killed", "alive", "broken", "not run"
ENGINE_TESTS = ("mus/tests", "tests/mus")
WAYS_IN = ("tests/api", "tests/web/organizer", "tests/web/referee")
"""Where services are called from. The tests that ask every address anything are not used: they
know no service, and are slow."""
OF_EVERY_ADDRESS = ("test_every_endpoint.py", "test_every_view.py", "test_coverage.py",
                    "test_openapi.py", "test_shapes.py", "test_cost.py")  # fmt: skip
SLOW = 2
"""Seconds. A test that takes longer is no quick witness, and is not used."""


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


class Trial:
    """A pytest plugin: notes which test runs through which function, then tries the mutants."""

    def __init__(
        self,
        drawn: Sequence[tuple[str, int]],
        *,
        jobs: int,
        seconds: int,
        minutes: float | None,
        out: Path,
    ) -> None:
        self.drawn, self.jobs, self.seconds, self.minutes = drawn, jobs, seconds, minutes
        self.modules = list(dict.fromkeys(name for name, _ in drawn))
        self.notes = Notes(out / "tests.json")
        self.took: dict[str, float] = {}
        self.through: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
        self.verdicts: list[tuple[Mutant, str]] = []
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
        say(f"{len(self.took)} tests, {sum(self.took.values()):.0f} s\n")
        for name in self.modules:
            living(path_of(name))
        gc.collect()
        gc.freeze()  # a fork that collects would copy every page
        self.try_all()
        return True

    def note(self, item: pytest.Item, *, anew: bool) -> None:
        """Which functions the test calls, from the notes of an earlier run when its file is the
        same: they only tell which tests are tried."""
        note = None if anew else self.notes.of(item)
        if note is None:
            empty_caches()
            limit = 0 if anew else SLOW  # the database is made with the first
            began = time.process_time()
            called, passed = functions_called(lambda: runs(item, at_most=limit))
            note = self.notes.add(item, called, time.process_time() - began if passed else None)
        if note.took is None:
            return  # it was skipped, or takes too long
        self.took[item.nodeid] = note.took
        for file, function in note.called:
            self.through[file, function].append(item)

    def try_all(self) -> None:
        """Tries what was drawn, in its order, until the minutes are over or SIGTERM comes."""
        end = time.monotonic() + 60 * self.minutes if self.minutes else None
        running: dict[int, Mutant] = {}
        waiting = iter(self.drawn)
        more = True
        while more or running:
            while more and len(running) < self.jobs:
                self.over = self.over or (end is not None and time.monotonic() > end)
                drawn = None if self.over else next(waiting, None)
                more = drawn is not None
                if drawn:
                    mutant = source(drawn[0]).mutant(drawn[1])
                    if tests := self.tests_of(mutant):
                        running[self.start(mutant, tests)] = mutant
                    else:
                        self.told(mutant, NOT_RUN)
            if running:
                process, status = os.wait()
                code = os.waitstatus_to_exitcode(status)
                # Ended by a signal: it ran for ever, or ate all memory, which a user would notice.
                self.told(running.pop(process), {0: ALIVE, 3: BROKEN}.get(code, KILLED))

    def end(self, *_: object) -> None:
        self.over = True

    def told(self, mutant: Mutant, verdict: str) -> None:
        self.verdicts.append((mutant, verdict))
        killed = sum(each == KILLED for _, each in self.verdicts)
        say(f"{len(self.verdicts)} of {len(self.drawn)} mutants, {killed} killed: {mutant.module}")

    def tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """Tests that run through the mutant's function, as many as there is time for: those named
        after its subject, those of its room, then the others, the quickest of each first. One
        that survives them counts as alive, whatever a slower test might have said."""
        tests = self.through.get((_relative(mutant), mutant.function), [])
        parts = mutant.module.split(".")
        subject = parts[-1 if is_service(mutant.module) else 0]
        room = "/".join(("tests", *parts[:2]))
        tests = sorted(
            tests,
            key=lambda item: (
                subject not in item.nodeid,
                not item.nodeid.startswith(room),
                self.took[item.nodeid],
            ),
        )
        spent = accumulate(self.took[item.nodeid] for item in tests)
        return [item for item, so_far in zip(tests, spent, strict=True) if so_far < self.seconds]

    def start(self, mutant: Mutant, tests: Iterable[pytest.Item]) -> int:
        """The process in which it is tried."""
        process = os.fork()
        if process:
            return process
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (4 * self.seconds, 5 * self.seconds))
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.alarm(30 * self.seconds)  # one that waits for ever takes no time
            put = Put(mutant)
            if not put.fits:
                os._exit(3)
            os._exit(1 if tried(put, tests) else 0)
        except BaseException:
            os._exit(1)


def tried(put: Put, tests: Iterable[pytest.Item]) -> bool:
    """Whether a test notices the mutant. One that fails without it as well is no witness: it is
    run again with the mutant taken out."""
    put.on()
    for item in tests:
        if not runs(item):
            put.off()
            if runs(item):
                return True
            put.on()
    return False


class TooSlow(BaseException):
    """Raised in a test that takes longer than it may."""


def runs(item: pytest.Item, at_most: float = 0) -> bool:
    """Whether the test runs and passes; a test that is skipped or too slow does not. What belongs
    to the whole session, such as the test database, stays for the next."""
    from _pytest.runner import runtestprotocol

    def stop(*_: object) -> None:
        raise TooSlow

    if at_most:
        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, at_most)
    try:
        reports = runtestprotocol(item, log=False, nextitem=item.session)  # type: ignore[arg-type]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return len(reports) == 3 and all(report.passed for report in reports)


def _relative(mutant: Mutant) -> str:
    return str(path_of(mutant.module).relative_to(ROOT))


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
