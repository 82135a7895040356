"""Telling listeners, in this process and through Redis."""

import pytest

from tournament import notify
from tournament.notify import LogProgress


def test_without_redis_this_process_is_told(heard, settings):
    settings.REDIS_URL = ""
    notify.publish(slug="cup", number=3, topics=["bracket"])
    assert heard == [LogProgress("cup", 3, ("bracket",))]


def test_a_listener_that_stopped_is_told_no_more(heard):
    other = []
    stop = notify.subscribe(other.append)
    stop()
    stop()
    notify.deliver(LogProgress("cup", 1, ()))
    assert (len(heard), other) == (1, [])


def test_with_redis_this_process_is_told_at_once_and_others_by_it(heard, settings, monkeypatch):
    sent = []

    class Redis:
        def publish(self, channel, text):
            sent.append((channel, LogProgress.from_text(text)))

    settings.REDIS_URL = "redis://there"
    monkeypatch.setattr(notify, "_client", lambda url: Redis())
    notify.publish(slug="cup", number=3)
    assert (heard, sent) == (
        [LogProgress("cup", 3, ())],
        [(notify.CHANNEL, LogProgress("cup", 3, ()))],
    )


def test_when_redis_is_gone_this_process_is_still_told(heard, settings, monkeypatch, caplog):
    def gone(url):
        raise OSError("no redis")

    settings.REDIS_URL = "redis://gone"
    monkeypatch.setattr(notify, "_client", gone)
    notify.publish(slug="cup", number=3)
    assert heard == [LogProgress("cup", 3, ())]
    assert "Redis" in caplog.text


@pytest.mark.parametrize("text", ["", "5", "{}", "[]", '{"slug":"a","number":null,"topics":[]}'])
def test_what_is_not_a_change_is_said_to_be_none(text):
    with pytest.raises(ValueError):
        LogProgress.from_text(text)
