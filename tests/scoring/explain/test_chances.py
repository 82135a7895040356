"""Chances are counted behind the hands, kept beside them, and told as they were counted."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from random import Random
from signal import SIGSTOP
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jobs import services as jobs
from jobs.beside import ROOT, answer_all, begin_of
from jobs.models import Job
from mus.version import RULES_VERSION
from scoring.course.models import Hand
from scoring.explain import counting, rules, tasks
from scoring.explain import services as explain
from scoring.explain.counting import Counter, NotCounted, answer
from scoring.explain.models import Chances
from scoring.explain.queries.chances import (
    KnownChances,
    anything_to_count,
    known_chances,
)
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import match_page
from scoring.explain.services import count_chances
from tests.night import seed_of
from tests.scoring import table
from tests.scoring.table import plain, quick, record
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db

DEAL = [["R R S A", "7 6 5 4", "4 4 5 6", "A A 4 5"], 0, None]
CHANCES_SAID = "a7c1e930c7fb7e6c"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Counts here, and at once: every deal that was asked for."""
    asked: list[Any] = []

    def chances(_counter: Counter, deal: Any) -> dict[str, Any]:
        asked.append(deal)
        return {"seats": [], "pairs": {"A": [], "B": []}}

    monkeypatch.setattr(Counter, "chances", chances)
    return asked


def page_of(match: Match, number: int = 1) -> HandPage:
    return match_page(match_id=match.pk).games[0].hands[number - 1]


def test_what_is_kept_is_what_the_pure_function_says(match):
    rng = Random(seed_of(5))
    for _hand in range(3):
        record(match, table.dealt(match, rng))
    assert known_chances(hand=page_of(match)).are_coming
    assert count_chances(seconds=60) == explain.Counted(3, more=False, faults=())
    for number in (1, 2, 3):
        hand = page_of(match, number)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            known = known_chances(hand=hand)
        assert len(asked) == 1
        assert known.chances is not None
        assert not known.are_coming
        kept = Chances.objects.get(hand__game__match=match, hand__number=number)
        assert kept.told == rules.chances_in(rules.deal_of(hand.record))
    assert count_chances(seconds=60).hands == 0


def test_a_hand_without_cards_is_known_without_counting_and_without_asking(match):
    record(match, quick(3, 0))
    hand = page_of(match)
    with CaptureQueriesContext(connection) as asked:
        known = known_chances(hand=hand)
    assert (known.chances, known.are_coming, len(asked)) == (None, False, 0)
    assert count_chances(seconds=60).hands == 1
    assert Chances.objects.get().told is None
    assert not anything_to_count()


def test_where_no_chances_can_be_counted_nobody_waits(match):
    """Six seats, or cards without the suits that a rule set needs, say so when they were tried."""
    record(match, plain())
    hand = Hand.objects.get()
    Chances.objects.create(
        hand=hand, engine=rules.ENGINE, deal=rules.digest_of(rules.deal_of(hand.record)), told=None
    )
    known = known_chances(hand=page_of(match))
    assert (known.chances, known.are_coming) == (None, False)
    assert rules.chances_in([["R R S A"] * 6, 0, {"seats": 6}]) is None


@pytest.mark.long
def test_another_engine_counts_anew_and_nobody_is_told_what_the_old_one_said(match, monkeypatch):
    record(match, plain())
    count_chances(seconds=60)
    was = Chances.objects.get()
    Chances.objects.update(engine="older.1", told=None)
    assert anything_to_count()
    assert known_chances(hand=page_of(match)).are_coming
    count_chances(seconds=60)
    now = Chances.objects.get()
    assert (now.engine, now.told) == (was.engine, was.told) == (rules.ENGINE, was.told)


def test_what_was_counted_of_other_cards_is_not_told(match):
    record(match, plain())
    count_chances(seconds=60)
    Chances.objects.update(deal="0" * 32)
    known = known_chances(hand=page_of(match))
    assert known == KnownChances(None, are_coming=False, are_doubtful=True)


def test_a_corrected_hand_has_chances_of_its_own(match, at_once):

    record(match, plain())
    count_chances(seconds=60)
    table.correct(match, 1, 1, plain(bets=table.seen("grande", 2, by="B")))
    assert known_chances(hand=page_of(match)).are_coming
    assert count_chances(seconds=60).hands == 1
    assert Chances.objects.count() == 2


def test_the_newest_hands_come_first_and_a_share_ends_in_time(match, at_once, monkeypatch):
    for _hand in range(5):
        record(match, plain())
    monkeypatch.setattr(explain, "AT_ONCE", 2)
    monkeypatch.setattr(explain, "FROM_THE_END", 2)
    first = count_chances(seconds=0.0)
    assert (first.hands, first.more) == (1, True), "a share gets on, however short it is"
    kept: list[list[int]] = []
    keep = explain._keep
    monkeypatch.setattr(
        explain, "_keep", lambda made: kept.append([one.hand_id for one in made]) or keep(made)
    )
    assert count_chances(seconds=60).hands == 4
    order = [key for some in kept for key in some]
    assert order == sorted(order, reverse=True)
    assert len(at_once) == 5


@pytest.mark.long
def test_what_fails_is_said_and_keeps_no_other_hand_waiting(match, monkeypatch):
    for _hand in range(3):
        record(match, plain())
    newest = Hand.objects.order_by("-pk").values_list("pk", flat=True)[0]
    broken = Counter.chances
    calls: list[int] = []

    def chances(counter: Counter, deal: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise NotCounted("KeyError: 'cards'")
        return broken(counter, deal)

    monkeypatch.setattr(Counter, "chances", chances)
    monkeypatch.setattr(tasks, "SHARE_SECONDS", 60.0)
    with pytest.raises(RuntimeError, match=f"hand {newest}: KeyError"):
        tasks.chances()
    assert Chances.objects.count() == 2
    assert tasks.chances() == "1 hands counted"


def test_a_hand_that_is_gone_meanwhile_is_let_go(match):
    record(match, plain())
    gone = Chances(hand_id=10**9, engine=rules.ENGINE, deal="", told=None)
    here = Chances(hand=Hand.objects.get(), engine=rules.ENGINE, deal="", told=None)
    explain._keep([gone, here])
    assert Chances.objects.get() == here


def test_a_job_does_a_share_and_stands_behind_the_others_for_the_rest(match, at_once, monkeypatch):
    for _hand in range(3):
        record(match, plain())
    monkeypatch.setattr(explain, "AT_ONCE", 1)
    times = iter([0.0, 9.0, 9.0])
    monkeypatch.setattr(explain, "monotonic", lambda: next(times, 0.0))
    (job,), _all = jobs.ask_standing()
    assert jobs.run(job) == "queued"
    row = Job.objects.get(pk=job)
    assert (row.name, row.said) == ("explain.chances", "1 hands counted, and there are more")
    assert jobs.run(job) == "done"
    assert not anything_to_count()
    assert jobs.ask_standing() == ([], True)
    record(match, plain())
    assert jobs.ask_standing() == ([job], True)


def test_nothing_of_it_is_done_where_a_hand_is_saved(match, at_once):
    with CaptureQueriesContext(connection) as asked:
        record(match, plain())
    told = " ".join(query["sql"] for query in asked).lower()
    assert "chances" not in told
    assert "jobs_job" not in told
    assert at_once == []


# The process that counts


def test_the_process_knows_no_django_and_gives_way():
    begins = f"import os, sys\n{begin_of(counting.__name__)}\n"
    script = begins + "print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script + "\nprint(os.nice(0), file=sys.stderr)"],
        input=json.dumps(DEAL).encode() + b"\n", capture_output=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert json.loads(done.stdout) == {"told": rules.chances_in(DEAL)}
    modules, nice = done.stderr.decode().split("]")
    assert "django" not in modules
    assert int(nice) == min(19, os.nice(0) + 10)


def test_a_deal_that_cannot_be_read_is_answered_and_the_next_one_too():
    answers = BytesIO()
    deals = BytesIO(b'{"cards": 1}\nno json\n' + json.dumps(DEAL).encode() + b"\n")
    answer_all(answer, deals, answers)
    first, second, third = map(json.loads, answers.getvalue().splitlines())
    assert "error" in first
    assert "error" in second
    assert third["told"] == rules.chances_in(DEAL)


def test_a_process_that_dies_or_is_silent_is_said_and_another_is_begun(monkeypatch):
    with counting.resting() as counter:
        told = counter.chances(DEAL)
        process = counter._beside._process
        assert process is not None
        process.kill()
        process.wait()
        with pytest.raises(NotCounted, match="no answer"):
            counter.chances(DEAL)
        assert counter.chances(DEAL) == told
        with pytest.raises(NotCounted, match="Error"):
            counter.chances(["x"])
        assert counter._beside._process is not None
        counter._beside._process.send_signal(SIGSTOP)
        monkeypatch.setattr(counting, "LONGEST_SECONDS", 0.0)
        with pytest.raises(NotCounted, match="within 0 s"):
            counter.chances(DEAL)
        monkeypatch.setattr(counting, "LONGEST_SECONDS", 60.0)
        counter.chances(DEAL)
        last = counter._beside._process
    counting.let_go()
    assert last is not None
    assert last.poll() is not None


@pytest.mark.long
def test_chances_that_are_counted_otherwise_say_so_in_the_name_of_their_engine():
    """Raise COUNTING when this fails, and put the new digest here: else old chances are kept."""
    rng, said = Random(3), sha256()
    for ruleset in (None, {"preset": "nabo"}, {"preset": "pagat"}):
        pack = [token for token in "A234567SCR" for _suit in range(4)]
        rng.shuffle(pack)
        cards = [" ".join(pack[4 * seat : 4 * seat + 4]) for seat in range(4)]
        said.update(json.dumps(rules.chances_in([cards, rng.randrange(4), ruleset])).encode())
    assert f"{RULES_VERSION}.{rules.COUNTING}" == rules.ENGINE
    assert (rules.COUNTING, said.hexdigest()[:16]) == (1, CHANCES_SAID)
