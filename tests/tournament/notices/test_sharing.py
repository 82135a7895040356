"""Telling many browsers that answer slowly, or not at all."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from jobs.registry import More
from tests.refusals import refusal
from tests.tournament.notices.test_notices import SERVICE, Browser, call, tell
from tests.tournament.play import match, tournament
from tournament.errors import Refusal
from tournament.notices import push
from tournament.notices import services as notices
from tournament.notices.models import Notice, Watch

pytestmark = pytest.mark.django_db


class Slow:
    """Push services that take ten seconds each; those named in `broken` then fail."""

    def __init__(self):
        self.now, self.told, self.broken, self.stops_at = 0.0, [], set(), ""

    def send(self, endpoint, *_rest):
        self.now += 10
        self.told.append(endpoint)
        if endpoint == self.stops_at:
            raise SoftTimeLimitExceeded
        if endpoint in self.broken:
            raise OSError("timed out")


@pytest.fixture
def slow(monkeypatch):
    made = Slow()
    monkeypatch.setattr(push, "send", made.send)
    monkeypatch.setattr(notices, "monotonic", lambda: made.now)
    return made


@pytest.fixture
def first():
    cup = tournament(entered=4, drawn=True)
    found = match(cup, 1, 0)
    call(found)
    return found


def ask(pair_id, name):
    given = Browser(f"{SERVICE}{name}").subscription
    return notices.watch(pair_id=pair_id, subscription=given, language="en")


def asked(match):
    """Both pairs have as many browsers as they can."""
    return [
        ask(pair, f"{pair}-{n}").endpoint
        for pair in match.pairs
        for n in range(notices.MOST_WATCHES)
    ]


def until_told(match, key="1"):
    """Does one share after the other, as the worker does."""
    while isinstance(tell(match, key), More):
        pass


def test_a_job_stops_in_time_and_the_next_share_tells_the_rest_once(first, slow):
    everybody = asked(first)
    shares = 0
    while isinstance(tell(first), More):
        shares += 1
        assert slow.now <= 100, "the job is ended after 120 seconds"
        slow.now = 0
    assert shares == 3
    assert slow.told == everybody, "each once, in order"


def test_what_failed_waits_until_everybody_was_tried_once(first, slow):
    everybody = asked(first)
    slow.broken = set(everybody[:12])
    with pytest.raises(notices.SomeFailed, match="3 told, 12 not"):
        until_told(first)
    assert slow.told == everybody
    with pytest.raises(notices.SomeFailed):
        tell(first)
    with pytest.raises(notices.SomeFailed):
        tell(first)
    assert slow.told[24:31] == everybody[:7]
    assert slow.told[31:] == everybody[7:12] + everybody[:2], "the oldest failure first"


def test_a_job_that_is_told_to_stop_stops_and_keeps_what_was_done(first, slow):
    everybody = asked(first)
    slow.stops_at = everybody[1]
    with pytest.raises(SoftTimeLimitExceeded):
        tell(first)
    assert slow.told == everybody[:2]
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent", "failed"}
    assert isinstance(tell(first), More)
    assert slow.told[2:] == everybody[2:9], "not the one that was stopped at, before the others"


def test_a_browser_that_nothing_ever_reached_gives_way_to_another_one(first, slow):
    asked(first)
    slow.broken = {one.endpoint for one in Watch.objects.filter(pair=first.pair_a)[:2]}
    out, kept = sorted(slow.broken)
    with pytest.raises(notices.SomeFailed):
        until_told(first)
    assert refusal(ask, first.pair_a_id, "late") == ("too_many_watches",), "it may be tried again"
    Notice.objects.update(at=timezone.now() - timedelta(seconds=push.KEPT_SECONDS))
    ask(first.pair_a_id, "late")
    left = set(Watch.objects.filter(pair=first.pair_a).values_list("endpoint", flat=True))
    assert len(left) == notices.MOST_WATCHES
    assert out not in left
    assert kept in left


def test_nobody_pushes_a_telephone_out_that_was_reached_once_or_was_not_tried_yet(first, slow):
    everybody = asked(first)
    with pytest.raises(Refusal):
        ask(first.pair_a_id, "stranger")
    until_told(first)
    slow.broken = set(everybody)
    for _time in range(4):
        with pytest.raises(notices.SomeFailed):
            until_told(first, key="2")
    Notice.objects.update(at=timezone.now() - timedelta(days=1))
    with pytest.raises(Refusal) as found:
        ask(first.pair_a_id, "stranger")
    assert "Quite los avisos" in str(found.value.problems[0].message)
