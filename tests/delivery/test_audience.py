"""Open pages are told the newest state, what changed on them, soon, and never too often."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from delivery import audience as module
from delivery.audience import BEAT, MOST_NEWS, Audience, Listener, News, message
from delivery.cache import Page
from delivery.marks import PublishedAddress
from delivery.stamps import Stamp
from tests.aio import run_apart


def run(test: Callable[[Audience], Awaitable[None]]) -> None:
    """Runs a test with the streams that are told event numbers alone."""

    async def body() -> None:
        audience = Audience()
        try:
            await asyncio.wait_for(test(audience), timeout=30)
        finally:
            audience.close()

    run_apart(body())


def read(raw: bytes) -> tuple[str, dict[str, Any]]:
    fields = dict(line.split(": ", 1) for line in raw.decode().split("\r\n") if line)
    return fields["id"], json.loads(fields["data"])


async def next_of(listener: Listener) -> dict[str, Any]:
    async for raw in listener.messages():
        return read(raw)[1]
    raise AssertionError("the stream ended")


def test_a_message_carries_the_event_number_as_its_id():
    assert read(message(7, {"match:3", "desk"})) == (
        "7",
        {"number": 7, "topics": ["desk", "match:3"]},
    )


def test_a_change_reaches_everybody():
    async def test(audience):
        listeners = [audience.join(), audience.join()]
        audience.tell(1, ["desk"])
        for listener in listeners:
            assert await next_of(listener) == {"number": 1, "topics": ["desk"]}

    run(test)


def test_a_burst_is_told_at_most_four_times_a_second_and_ends_on_the_last():
    async def test(audience):
        listener = audience.join()
        told: list[dict[str, Any]] = []

        async def listen() -> None:
            async for raw in listener.messages():
                told.append(read(raw)[1])

        clock = asyncio.get_running_loop().time
        began = clock()
        task = asyncio.create_task(listen())
        for number in range(1, 61):
            audience.tell(number, [f"match:{number}"])
            await asyncio.sleep(0.01)
        while not told or told[-1]["number"] < 60:
            await asyncio.sleep(0.01)
        task.cancel()
        assert told[0]["number"] == 1
        assert len(told) <= 2 + (clock() - began) / module.SECONDS_BETWEEN
        topics = {topic for one in told for topic in one["topics"]}
        assert topics == {f"match:{number}" for number in range(1, 61)}

    run(test)


def test_a_slow_listener_finds_one_message_with_the_newest_state():
    async def test(audience):
        listener = audience.join()
        for number in (1, 2, 3):
            audience.tell(number, [f"match:{number}"])
            await asyncio.sleep(module.SECONDS_BETWEEN + 0.02)
        assert await next_of(listener) == {
            "number": 3,
            "topics": ["match:1", "match:2", "match:3"],
        }

    run(test)


def test_a_number_already_told_is_not_told_again():
    async def test(audience):
        listener = audience.join()
        audience.tell(5)
        assert (await next_of(listener))["number"] == 5
        audience.tell(5)
        audience.tell(4)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 0.4)

    run(test)


def test_a_stream_does_not_repeat_what_it_opened_with():
    async def test(audience):
        listener = audience.join()
        listener.knows(5)
        audience.tell(5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 0.05)

    run(test)


def test_a_closed_audience_does_not_tell_what_was_waiting_its_turn():
    async def test(audience):
        listener = audience.join()
        audience.tell(1)
        await next_of(listener)
        audience.tell(2)
        audience.close()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 2 * module.SECONDS_BETWEEN)

    run(test)


def test_a_stream_without_news_beats_with_an_event_that_its_page_can_hear(monkeypatch):
    monkeypatch.setattr(module, "HEARTBEAT_SECONDS", 0.01)

    async def test(audience):
        listener = audience.join()
        messages = listener.messages()
        for _time in range(2):
            # A comment would begin with a colon, and no script would ever see it.
            assert await anext(messages) == BEAT
        audience.tell(3, ["desk"])
        news = [await anext(messages) for _time in range(2)]
        assert message(3, ["desk"]) in news

    run(test)


class Site:
    """One page with one piece, whose text is a number."""

    def __init__(self) -> None:
        self.number = 1
        self.head = "a"
        self.text = "1"

    async def read(self) -> Page:
        body = f'<p id="score" data-live>{self.text}</p>'.encode()
        return Page(
            PublishedAddress("kaia"),
            Stamp(1, self.number, self.head, "release"),
            (),
            b'"t"',
            {"": body},
        )


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def audience(site: Site) -> Audience:
    made = Audience("/t/kaia/match/12/", site.read)
    assert asyncio.run(made.update()) is None
    return made


def changed(site: Site, audience: Audience, text: str) -> News | None:
    site.number, site.text = site.number + 1, text
    return asyncio.run(audience.update())


def test_a_change_says_from_which_event_to_which_and_what(site, audience):
    news = changed(site, audience, "2")
    assert news == News(1, 2, (("score", '<p id="score" data-live>2</p>'),))


def test_the_same_page_is_no_news(audience):
    assert asyncio.run(audience.update()) is None


def test_several_that_were_missed_come_as_one(site, audience):
    first, second = changed(site, audience, "2"), changed(site, audience, "3")
    assert first is not None
    assert second is not None
    assert audience.since(1) == News(1, 3, first.parts + second.parts)
    assert audience.since(2) == second
    assert audience.since(3) is None
    assert audience.since(0) is None


def test_only_the_last_few_are_kept(site, audience):
    for number in range(MOST_NEWS + 2):
        changed(site, audience, str(number))
    assert audience.since(1) is None
    assert audience.since(site.number - MOST_NEWS) is not None


def test_after_a_restore_to_an_earlier_event_the_page_is_fetched(site, audience):
    changed(site, audience, "2")
    site.number, site.head = 1, "b"
    assert asyncio.run(audience.update()) is None
    assert audience.since(1) is None


def test_news_reach_who_was_told_all_before_and_a_change_elsewhere_leaves_the_page_as_it_is(
    site, audience
):
    async def story() -> None:
        quick, slow = audience.join(), audience.join()
        audience.tell(2, ["match:1", "desk"])
        first = await next_of(quick)
        assert first == {"number": 2, "topics": ["desk", "match:1"], "page": 1}
        site.number, site.text = 3, "3"
        audience.tell(3, ["match:12"])
        second = await next_of(quick)
        assert (second["from"], second["page"], len(second["parts"])) == (1, 3, 1)
        assert await next_of(slow) == {
            "number": 3, "topics": ["desk", "match:1", "match:12"], "page": 3,
        }  # fmt: skip
        audience.close()

    asyncio.run(asyncio.wait_for(story(), 30))


def test_a_page_that_is_gone_is_told_as_a_number_alone(site, audience, monkeypatch):
    async def gone() -> None:
        return None

    async def story() -> None:
        reader = audience.join()
        monkeypatch.setattr(audience, "_read", gone)
        audience.tell(2)
        assert await next_of(reader) == {"number": 2, "topics": []}
        audience.close()

    asyncio.run(asyncio.wait_for(story(), 30))


def test_a_page_that_takes_long_is_told_less_often(site, audience, monkeypatch):
    read = site.read

    async def slowly() -> Page:
        await asyncio.sleep(0.05)
        return await read()

    monkeypatch.setattr(audience, "_read", slowly)

    async def story() -> float:
        listener = audience.join()
        times = []
        for number in (2, 3):
            site.number, site.text = number, str(number)
            audience.tell(number)
            await next_of(listener)
            times.append(asyncio.get_running_loop().time())
        audience.close()
        return times[1] - times[0]

    assert asyncio.run(asyncio.wait_for(story(), 30)) > module.REST * 0.05
