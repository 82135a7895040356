"""One process counts as long as there is a backlog, and does not outlive it."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from jobs import beside
from jobs import services as jobs
from jobs.models import Job
from scoring.course.models import Hand
from scoring.explain import counting
from scoring.explain import services as explain
from scoring.explain.counting import Counter, NotCounted, let_go, resting
from scoring.explain.models import Chances
from tests.scoring import table
from tests.scoring.table import plain, record

DEAL: list[Any] = [["R R S A", "7 6 5 4", "4 4 5 6", "A A 4 5"], 0, None]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The processes that were begun."""
    processes: list[Any] = []
    started = beside._started

    def start(begin: str) -> Any:
        processes.append(started(begin))
        return processes[-1]

    monkeypatch.setattr(beside, "_started", start)
    let_go()
    yield processes
    let_go()
    assert [process.poll() is None for process in processes] == [False] * len(processes)


@pytest.mark.django_db
@pytest.mark.long
def test_a_backlog_of_many_shares_is_counted_by_one_process_that_ends_with_it(begun, monkeypatch):
    match = table.a_match()
    for _hand in range(5):
        record(match, plain())
    monkeypatch.setattr(explain, "AT_ONCE", 1)
    monkeypatch.setattr("scoring.explain.tasks.SHARE_SECONDS", 0.001)
    (job,), _all = jobs.ask_standing()
    states = [jobs.run(job) for _share in range(5)]
    assert states == ["queued"] * 4 + ["done"]
    assert len(begun) == 1
    assert begun[0].poll() is not None, "there is nothing left to count"
    assert Chances.objects.count() == 5


@pytest.mark.django_db
def test_a_process_killed_between_shares_loses_nothing(begun, monkeypatch):
    match = table.a_match()
    for _hand in range(3):
        record(match, plain())
    monkeypatch.setattr(explain, "AT_ONCE", 1)
    assert explain.count_chances(seconds=0.001).more
    begun[0].kill()
    begun[0].wait()
    rest = explain.count_chances(seconds=60)
    assert (rest.hands, rest.more, rest.faults) == (2, False, ())
    assert len(begun) == 2


@pytest.mark.django_db
@pytest.mark.long
def test_a_process_killed_while_it_counts_is_said_and_its_hand_is_counted_later(begun, monkeypatch):
    record(table.a_match(), plain())
    asked = beside._answer_of

    def killed(process: Any, deal: Any) -> Any:
        process.kill()
        process.wait()
        return asked(process, deal)

    monkeypatch.setattr(beside, "_answer_of", killed)
    (job,), _all = jobs.ask_standing()
    assert jobs.run(job) == "queued"
    hand = Hand.objects.get().pk
    assert f"hand {hand}: no answer" in Job.objects.get(pk=job).said
    assert not Chances.objects.exists()
    monkeypatch.setattr(beside, "_answer_of", asked)
    assert explain.count_chances(seconds=60).hands == 1


def test_a_process_at_rest_ends_by_itself(begun, monkeypatch):
    monkeypatch.setattr(counting, "RESTING_SECONDS", 0.05)
    with resting() as counter:
        counter.chances(DEAL)
    end = time.monotonic() + 60
    while begun[0].poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    assert begun[0].poll() is not None
    assert counting._at_rest == []


def test_whoever_takes_it_has_it_alone_and_no_more_than_one_rests(begun):
    with resting() as one, resting() as other:
        assert one is not other
        one.chances(DEAL)
        other.chances(DEAL)
    assert [process.poll() is None for process in begun].count(True) == 1
    with resting() as again:
        assert again is other
        assert counting._at_rest == [], "nobody else can take it"


@pytest.mark.long
def test_a_process_that_has_counted_much_is_begun_anew(begun, monkeypatch):
    monkeypatch.setattr(counting, "MOST_DEALS", 2)
    for _share in range(3):
        with resting() as counter:
            counter.chances(DEAL)
    assert len(begun) == 2


@pytest.mark.long
def test_a_fault_in_a_share_leaves_no_process(begun):
    def faulty() -> None:
        with resting() as counter:
            counter.chances(DEAL)
            raise KeyError("of ours")

    with pytest.raises(KeyError):
        faulty()
    assert begun[0].poll() is not None


def test_a_process_without_a_server_ends(begun):
    """What is killed closes its pipes: the process reads to their end and is done."""
    counter = Counter()
    counter.chances(DEAL)
    (process,) = begun
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    process.stdin = None
    with pytest.raises(NotCounted):
        counter.chances(DEAL)
    counter.stop()
