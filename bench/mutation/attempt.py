"""One mutant, tried by tests in a process of its own, which tells what came of it."""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import pytest

from bench.mutation.living import Put

KILLED, SURVIVED, UNDECIDED, UNFINISHED = "killed", "survived", "not decided", "unfinished"
PASSED, FAILED, STOPPED = "passed", "failed", "stopped"
ENOUGH_STOPPED = 3
"""Tests that were stopped, after which no further one is begun: the mutant runs for ever."""
MEMORY = 3 << 30


@dataclass(frozen=True)
class Outcome:
    """What came of some tests: how many were run, and of how many nothing can be told, for they
    were stopped, or failed without the change as well."""

    verdict: str
    ran: int
    unsure: int = 0


def tried(
    put: Put, tests: Sequence[pytest.Item], limits: Sequence[float], *, seconds: float
) -> Outcome:
    """Whether a test notices the mutant, as far as can be told within the seconds of the
    processor. It has survived only when every test was run and passed. Each test has a limit of
    its own; what a limit has stopped was not noticed by anybody."""
    unsure = stopped = 0
    put.on()
    for ran, (item, limit) in enumerate(zip(tests, limits, strict=True)):
        if time.process_time() > seconds:
            return Outcome(UNFINISHED, ran, unsure)
        came = runs(item, at_most=limit)
        if came == FAILED and _is_witness(put, item, limit):
            return Outcome(KILLED, ran + 1)
        unsure += came != PASSED
        stopped += came == STOPPED
        if stopped == ENOUGH_STOPPED:
            return Outcome(UNDECIDED, ran + 1, unsure)
    return Outcome(UNDECIDED if unsure else SURVIVED, len(tests), unsure)


def _is_witness(put: Put, item: pytest.Item, limit: float) -> bool:
    """Whether the test that failed passes without the change, and fails with it once more: one
    that fails by itself now and then tells nothing."""
    put.off()
    without = runs(item, at_most=limit)
    put.on()
    return without == PASSED and runs(item, at_most=limit) == FAILED


class TooSlow(BaseException):
    """Raised in a test that takes longer than it may."""


def runs(item: pytest.Item, at_most: float = 0) -> str:
    """Whether the test passed, failed (or was skipped), or was stopped after so many seconds of
    the processor. What belongs to the whole session, such as the test database, stays."""
    from _pytest.runner import runtestprotocol

    stops = []

    def stop(*_: object) -> None:
        stops.append(item)
        raise TooSlow

    if at_most:
        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, at_most)
    try:
        reports = runtestprotocol(item, log=False, nextitem=item.session)  # type: ignore[arg-type]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if stops:
        return STOPPED
    return PASSED if len(reports) == 3 and all(each.passed for each in reports) else FAILED


class Attempt:
    """A fork in which a mutant is tried. `outcome` waits for nobody: ask it of one that ended."""

    def __init__(
        self, put: Put, tests: Sequence[pytest.Item], limits: Sequence[float], *, seconds: float
    ) -> None:
        self._told, telling = os.pipe()
        self.process = os.fork()
        if not self.process:
            _in_the_fork(telling, put, tests, limits, seconds)
        os.close(telling)

    def outcome(self) -> Outcome:
        """What it told; not decided where it ended without a word, at a bound of ours or by
        itself."""
        os.set_blocking(self._told, False)  # what it has started may live on, and hold the pipe
        try:
            text = os.read(self._told, 1 << 12)
        except BlockingIOError:
            text = b""
        os.close(self._told)
        return Outcome(**json.loads(text)) if text else Outcome(UNDECIDED, 0)


def _in_the_fork(
    telling: int, put: Put, tests: Sequence[pytest.Item], limits: Sequence[float], seconds: float
) -> None:
    try:
        longest = int(4 * seconds + 2 * max(limits))
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.alarm(2 * longest + 60)  # one that waits for ever takes no time
        outcome = tried(put, tests, limits, seconds=seconds)
        os.write(telling, json.dumps(asdict(outcome)).encode())
    finally:
        os._exit(0)
